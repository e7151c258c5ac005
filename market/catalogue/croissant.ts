/** A dataset as Croissant 1.1 (https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html). */

import { isLicenseId } from "../facts/licenses.ts";
import { temporalCoverage } from "../facts/shown-time.ts";
import { majorUnits } from "../pricing.ts";
import type { Profile } from "../profile/schemas.ts";
import type { PackedColumn } from "../profile/table-pack.ts";
import { aggregateRatingOf } from "./aggregate-rating.ts";
import { croissantContext, croissantVersion } from "./croissant-context.ts";
import { describeFolder, type FolderContent, type FolderFile } from "./croissant-folder.ts";
import { croissantParquet, type ParquetTable, parquetFiles } from "./croissant-parquet.ts";
import { imageRecords, type RecordSource, tableRecords } from "./croissant-records.ts";
import { otherRecords, sourceOfTable, tableFiles } from "./croissant-tables.ts";
import { downloadName } from "./rules.ts";
import type { Croissant, DatasetItem } from "./schemas.ts";

type JsonLd = Record<string, unknown>;
type Marketplace = { name: string; url: string };

/**
 * `profile` is null if the file could not be profiled: then there is no record set. `columns` are the
 * columns of other tables than the default one, by position; `parquet` the tables with Parquet files;
 * `files` a folder's files, null for a single file.
 */
export function describeAsCroissant(
  offered: DatasetItem,
  profile: Profile | null,
  marketplace: Marketplace,
  columns: readonly (PackedColumn[] | null)[] = [],
  parquet: readonly ParquetTable[] = [],
  files: readonly FolderFile[] | null = null,
): Croissant {
  const dataset = asDownloaded(offered);
  const file = fileObject(dataset);
  const { contents: known, recordSet } = contentsOf(dataset, profile, file["@id"], columns);
  const folder = files === null ? null : folderContent(offered, file["@id"], files);
  const contents = folder === null ? known : describeFolder(known, folder);
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
    ...(profile?.language ? { inLanguage: profile.language } : {}),
    ...temporalCoverage(dataset),
    keywords: [dataset.category, ...dataset.tags],
    version: `${dataset.version}.0.0`,
    datePublished: dataset.published_at,
    dateModified: dataset.updated_at,
    ...aggregateRatingOf(dataset, "sc:"),
    isLiveDataset: false,
    isAccessibleForFree: dataset.capabilities.download,
    ...(dataset.capabilities.download ? {} : { offers: offerOf(dataset) }),
    distribution: [file, ...contents, ...parquetFiles(`${dataset.links.self}/parquet`, parquet)],
    ...(recordSet === null ? {} : { recordSet }),
  };
}

type Downloaded = Pick<
  DatasetItem,
  "file_count" | "format" | "compression" | "byte_size" | "sha256"
>;

/** A folder is downloaded as a zip file, whose hash is unknown before it is sent. */
export function asDownloaded<Described extends Downloaded>(dataset: Described): Described {
  if ((dataset.file_count ?? null) === null) return dataset;
  return { ...dataset, format: null, compression: "zip", byte_size: null, sha256: null };
}

function folderContent(
  { sha256, links }: DatasetItem,
  containerId: string,
  files: readonly FolderFile[],
): FolderContent {
  const { manifest: url } = links;
  const manifest = url === undefined || sha256 === null ? null : { url, sha256 };
  return { containerId, manifest, files };
}

/** The content of the file, and the records that it contains. */
function contentsOf(
  dataset: DatasetItem,
  profile: Profile | null,
  fileId: string,
  columns: readonly (PackedColumn[] | null)[],
): { contents: JsonLd[]; recordSet: JsonLd[] | null } {
  if (profile?.tables !== undefined) return contentsOfTables(dataset, profile, fileId, columns);
  const content = packedContent(dataset, profile, fileId);
  const source: RecordSource =
    content === null ? { fileObject: { "@id": fileId } } : { fileSet: { "@id": content["@id"] } };
  return {
    contents: content === null ? [] : [content],
    recordSet: profile === null ? null : [recordsOf(profile, source)],
  };
}

function contentsOfTables(
  dataset: DatasetItem,
  profile: Profile,
  fileId: string,
  columns: readonly (PackedColumn[] | null)[],
): { contents: JsonLd[]; recordSet: JsonLd[] } {
  const tables = (profile.tables ?? []).flatMap((table, position) =>
    table.error === null ? [{ table, position, columns: columns[position] ?? null }] : [],
  );
  // Sheets are not separate files: all records are read from the workbook.
  const whole = dataset.compression === null ? { fileObject: { "@id": fileId } } : null;
  const chosen = tables.find(({ table }) => table.is_default);
  const source = chosen ? sourceOfTable(chosen, whole) : { fileObject: { "@id": fileId } };
  const format = (name: string | null) => encodingFormats[name ?? ""] ?? octets;
  return {
    contents: whole ? [] : tableFiles(tables, fileId, format),
    recordSet: [recordsOf(profile, source), ...otherRecords(tables, whole)],
  };
}

function recordsOf(profile: Profile, source: RecordSource): JsonLd {
  if (profile.images !== undefined) return imageRecords(profile.images.count, source);
  return tableRecords(profile, source);
}

/** The names by which mlcroissant selects a reader; other formats use their registered type. */
const encodingFormats: Record<string, string> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  jsonl: "application/jsonlines",
  geojson: "application/geo+json",
  parquet: croissantParquet,
  arrow: "application/vnd.apache.arrow.file",
  avro: "application/avro",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
  zip: "application/zip",
  tar: "application/x-tar",
  "7z": "application/x-7z-compressed",
};

const packingFormats: Record<string, string> = {
  gzip: "application/gzip",
  zstd: "application/zstd",
  zip: "application/zip",
  tar: "application/x-tar",
  "tar.gzip": "application/x-tar",
  "7z": "application/x-7z-compressed",
};

const octets = "application/octet-stream";
const archives = new Set(["zip", "tar", "7z"]);

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

/** The media type of the downloaded file. */
export function outerFormat({
  format,
  compression,
}: Pick<DatasetItem, "format" | "compression">): string {
  if (compression !== null) return packingFormats[compression] ?? octets;
  return encodingFormats[format ?? ""] ?? octets;
}

/** The file's bytes if it is free; otherwise the page where it can be bought or inspected. */
function contentUrlOf({ links }: DatasetItem): string {
  return links.file ?? links.buy ?? links.bids ?? links.self ?? "";
}

/** The content of a packed file, from which its records are read. */
function packedContent(dataset: DatasetItem, profile: Profile | null, containerId: string) {
  const isArchive = archives.has(dataset.format ?? "");
  if (profile === null || (dataset.compression === null && !isArchive)) return null;
  const pictures = profile.images?.formats.map(({ name }) => `image/${name}`);
  const formats = pictures ?? [encodingFormats[profile.format] ?? octets];
  return {
    "@type": "cr:FileSet",
    "@id": "content",
    name: "content",
    description: "The contents of the file.",
    containedIn: { "@id": containerId },
    encodingFormat: formats.length === 1 ? formats[0] : formats,
    includes: profile.images === undefined ? "**" : profile.images.formats.flatMap(picturesOf),
  };
}

/** Patterns for files at the top and in folders; `**` would match folders, too. */
function picturesOf({ name }: { name: string }): string[] {
  const endings = pictureEndings[name] ?? [name];
  const spelled = endings.flatMap((ending) => [ending, ending.toUpperCase()]);
  return spelled.flatMap((ending) => [`*.${ending}`, `**/*.${ending}`]);
}

const pictureEndings: Record<string, string[]> = { jpeg: ["jpg", "jpeg"], tiff: ["tif", "tiff"] };

function offerOf({ links, offers, currency, capabilities }: DatasetItem): JsonLd {
  const cents = offers.pay_now_cents;
  const price = cents === null ? {} : { price: majorUnits(cents) };
  const isOpen = capabilities.buy || capabilities.bid;
  return {
    "@type": "sc:Offer",
    ...price,
    priceCurrency: currency.toUpperCase(),
    availability: { "@id": isOpen ? "sc:InStock" : "sc:OutOfStock" },
    url: links.buy ?? links.bids ?? links.self,
  };
}

function licenseOf(license: string | null): string | JsonLd {
  if (license === null) return { "@type": "sc:CreativeWork", name: "No licence is stated" };
  return licenseAddress(license) ?? { "@type": "sc:CreativeWork", name: license };
}

/** The licence's address, from an SPDX identifier or an address; null for other text. */
export function licenseAddress(license: string | null): string | null {
  if (license === null) return null;
  if (isLicenseId(license)) return `https://spdx.org/licenses/${license}.html`;
  return /^https?:\/\/\S+$/.test(license) ? license : null;
}
