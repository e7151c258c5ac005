/** A dataset as Croissant 1.1 (https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html). */
import type { Profile } from "../profile/schemas.ts";
import { croissantContext, croissantVersion } from "./croissant-context.ts";
import { imageRecords, type RecordSource, tableRecords } from "./croissant-records.ts";
import { downloadName } from "./rules.ts";
import type { Croissant, DatasetItem } from "./schemas.ts";

type JsonLd = Record<string, unknown>;
type Marketplace = { name: string; url: string };

/** `profile` is null where the file could not be profiled: it then has no record set. */
export function describeAsCroissant(
  dataset: DatasetItem,
  profile: Profile | null,
  marketplace: Marketplace,
): Croissant {
  const file = fileObject(dataset);
  const content = packedContent(dataset, profile, file["@id"]);
  const source: RecordSource =
    content === null
      ? { fileObject: { "@id": file["@id"] } }
      : { fileSet: { "@id": content["@id"] } };
  return {
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo: croissantVersion,
    "@id": dataset.links.self ?? dataset.id,
    identifier: dataset.id,
    name: dataset.title,
    description: dataset.description,
    url: dataset.links.self ?? marketplace.url,
    license: licenseOf(dataset.license),
    creator: { "@type": "sc:Organization", name: dataset.seller.name },
    publisher: { "@type": "sc:Organization", ...marketplace },
    includedInDataCatalog: { "@type": "sc:DataCatalog", ...marketplace },
    keywords: [dataset.category, ...dataset.tags],
    version: `${dataset.version}.0.0`,
    datePublished: dataset.published_at,
    dateModified: dataset.updated_at,
    isLiveDataset: false,
    isAccessibleForFree: dataset.capabilities.download,
    ...(dataset.capabilities.download ? {} : { offers: offerOf(dataset) }),
    distribution: content === null ? [file] : [file, content],
    ...(profile === null ? {} : { recordSet: [recordsOf(profile, source)] }),
  };
}

function recordsOf(profile: Profile, source: RecordSource): JsonLd {
  if (profile.images !== undefined) return imageRecords(profile.images.count, source);
  return tableRecords(profile, source);
}

/** The names that mlcroissant reads files by; others by their registered type. */
const encodingFormats: Record<string, string> = {
  csv: "text/csv",
  tsv: "text/tsv",
  json: "application/json",
  jsonl: "application/jsonlines",
  geojson: "application/geo+json",
  parquet: "application/x-parquet",
  arrow: "application/vnd.apache.arrow.file",
  avro: "application/avro",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
  zip: "application/zip",
  tar: "application/x-tar",
};

const packingFormats: Record<string, string> = {
  gzip: "application/gzip",
  zstd: "application/zstd",
  zip: "application/zip",
  tar: "application/x-tar",
  "tar.gzip": "application/x-tar",
};

const octets = "application/octet-stream";
const archives = new Set(["zip", "tar"]);

function fileObject(dataset: DatasetItem) {
  const name = downloadName(dataset);
  return {
    "@type": "cr:FileObject",
    "@id": name,
    name,
    contentUrl: contentUrlOf(dataset),
    encodingFormat: outerFormat(dataset),
    ...(dataset.byte_size === null ? {} : { contentSize: `${dataset.byte_size} B` }),
    ...(dataset.sha256 === null ? {} : { sha256: dataset.sha256 }),
  };
}

function outerFormat({ format, compression }: DatasetItem): string {
  if (compression !== null) return packingFormats[compression] ?? octets;
  return encodingFormats[format ?? ""] ?? octets;
}

/** The file's bytes where it is free; else where it is bought, or looked at. */
function contentUrlOf({ links }: DatasetItem): string {
  return links.file ?? links.buy ?? links.bids ?? links.self ?? "";
}

/** What a packed file holds, which is what its records are read from. */
function packedContent(dataset: DatasetItem, profile: Profile | null, containerId: string) {
  const isArchive = archives.has(dataset.format ?? "");
  if (profile === null || (dataset.compression === null && !isArchive)) return null;
  const pictures = profile.images?.formats.map(({ name }) => `image/${name}`);
  const formats = pictures ?? [encodingFormats[profile.format] ?? octets];
  return {
    "@type": "cr:FileSet",
    "@id": "content",
    name: "content",
    description: "What is packed in the file.",
    containedIn: { "@id": containerId },
    encodingFormat: formats.length === 1 ? formats[0] : formats,
    includes: "**",
  };
}

function offerOf({ links, price_cents, currency, capabilities }: DatasetItem): JsonLd {
  const price = capabilities.buy ? { price: (price_cents / 100).toFixed(2) } : {};
  const isOpen = capabilities.buy || capabilities.bid;
  return {
    "@type": "sc:Offer",
    ...price,
    priceCurrency: currency.toUpperCase(),
    availability: isOpen ? "sc:InStock" : "sc:OutOfStock",
    url: links.buy ?? links.bids ?? links.self,
  };
}

const spdxIds =
  /^(CC0-1\.0|CC-BY(-(NC|SA|ND|NC-SA|NC-ND))?-\d\.\d|PDDL-1\.0|ODbL-1\.0|ODC-By-1\.0|CDLA-(Permissive|Sharing)-\d\.\d|DbCL-1\.0|MIT|Apache-2\.0|BSD-[23]-Clause|ISC|OGL-UK-\d\.\d|Unlicense|[AL]?GPL-\d\.\d(-only|-or-later)?|MPL-2\.0)$/;

function licenseOf(license: string | null): string | JsonLd {
  if (license === null) return { "@type": "sc:CreativeWork", name: "No licence is stated" };
  if (spdxIds.test(license)) return `https://spdx.org/licenses/${license}.html`;
  if (/^https?:\/\/\S+$/.test(license)) return license;
  return { "@type": "sc:CreativeWork", name: license };
}
