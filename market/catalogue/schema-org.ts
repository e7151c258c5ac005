/**
 * A dataset in plain schema.org, embedded in its page for search engines: the fields that Google Dataset
 * Search requires and recommends (developers.google.com/search/docs/appearance/structured-data/dataset).
 * The page links to Croissant, which says far more.
 */
import { counted } from "../counted.ts";
import { temporalCoverage } from "../facts/shown-time.ts";
import { majorUnits } from "../pricing.ts";
import { aggregateRatingOf } from "./aggregate-rating.ts";
import { asDownloaded, licenseAddress, outerFormat } from "./croissant.ts";
import type { DatasetDetail } from "./schemas.ts";

const variablesMax = 50;
/** Google accepts descriptions of 50 to 5,000 characters. */
const descriptionCharsMin = 50;
const descriptionCharsMax = 5000;

type JsonLd = Record<string, unknown>;

export function describeForSearchEngines(
  dataset: DatasetDetail,
  catalogue: { name: string; url: string },
): JsonLd {
  const { links, columns, bbox, languages } = dataset;
  return {
    "@context": "https://schema.org/",
    "@type": "Dataset",
    "@id": links.self,
    identifier: dataset.id,
    name: dataset.title,
    description: descriptionOf(dataset),
    url: links.self,
    keywords: [dataset.category, ...dataset.tags],
    license: licenseOf(dataset),
    creator: { "@type": "Organization", name: dataset.seller.name },
    publisher: { "@type": "Organization", ...catalogue },
    includedInDataCatalog: { "@type": "DataCatalog", ...catalogue },
    version: String(dataset.version),
    datePublished: dataset.published_at,
    dateModified: dataset.updated_at,
    isAccessibleForFree: dataset.capabilities.download,
    ...(languages === null ? {} : { inLanguage: languages }),
    ...temporalCoverage(dataset),
    ...(bbox === null ? {} : { spatialCoverage: placeOf(bbox) }),
    ...provenanceOf(dataset),
    variableMeasured: columns.slice(0, variablesMax).map(variableOf),
    distribution: [distributionOf(dataset)],
    ...aggregateRatingOf(dataset),
    ...(dataset.capabilities.download ? {} : { offers: offerOf(dataset) }),
  };
}

/** The text added to a short description is long enough by itself. */
function descriptionOf(dataset: DatasetDetail): string {
  const { title, description, row_count: rows, column_count: columns, seller } = dataset;
  if (description.length >= descriptionCharsMin) return description.slice(0, descriptionCharsMax);
  const size =
    rows === null || columns === null
      ? "unknown size"
      : `${counted(rows, "row")} × ${counted(columns, "column")}`;
  return `${title}. ${description} A dataset of ${size}, offered on this marketplace by ${seller.name}.`;
}

function provenanceOf({ source_url, citation, collection_method: method }: DatasetDetail): JsonLd {
  return {
    ...(source_url === null ? {} : { isBasedOn: source_url }),
    ...(citation === null ? {} : { citation }),
    ...(method === null ? {} : { measurementTechnique: method }),
  };
}

function variableOf({ name, description }: DatasetDetail["columns"][number]): JsonLd {
  return { "@type": "PropertyValue", name, ...(description === undefined ? {} : { description }) };
}

/** An address if known, otherwise a work with the licence's name. */
function licenseOf({
  license,
  license_id: id,
  license_url: terms,
  links,
}: DatasetDetail): string | JsonLd {
  const address = licenseAddress(id ?? license) ?? terms;
  if (address !== null) return address;
  const name = license ?? "No licence is stated";
  return { "@type": "CreativeWork", name, url: /https?:\/\/[^\s)]+/.exec(name)?.[0] ?? links.self };
}

/** GeoShape's box: south, west, north, east, separated by spaces. */
function placeOf([west = 0, south = 0, east = 0, north = 0]: number[]): JsonLd {
  const box = `${south} ${west} ${north} ${east}`;
  return { "@type": "Place", geo: { "@type": "GeoShape", box } };
}

function distributionOf(offered: DatasetDetail): JsonLd {
  const dataset = asDownloaded(offered);
  const { links, byte_size, sha256 } = dataset;
  return {
    "@type": "DataDownload",
    contentUrl: links.file ?? links.self,
    encodingFormat: outerFormat(dataset),
    ...(byte_size === null ? {} : { contentSize: `${byte_size} B` }),
    ...(sha256 === null ? {} : { sha256 }),
  };
}

function offerOf({ links, price_cents, currency, capabilities, offers }: DatasetDetail): JsonLd {
  const cents = offers.pay_now_cents ?? price_cents;
  const isOpen = capabilities.buy || capabilities.bid;
  return {
    "@type": "Offer",
    price: majorUnits(cents),
    priceCurrency: currency.toUpperCase(),
    availability: { "@id": `https://schema.org/${isOpen ? "InStock" : "OutOfStock"}` },
    url: links.self,
  };
}
