import Negotiator from "negotiator";
import { MarketError } from "../errors.ts";
import type { AuctionView } from "../listing/pricing/schemas.ts";
import { isFree, type Priced } from "../pricing.ts";
import type { SampleFormat } from "./schemas.ts";

type AuctionFacts = Pick<AuctionView, "state" | "starts_at" | "ends_at">;

/** When an auction's view changes only by time; undefined if only bids and the close change it. */
export function auctionChangesAt(auction: AuctionFacts | null): Date | undefined {
  if (auction === null || auction.state === "ended") return undefined;
  return new Date(auction.state === "scheduled" ? auction.starts_at : auction.ends_at);
}

/** The earlier of two optional times. */
export function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

export const parquetContentType = "application/vnd.apache.parquet";

const contentTypes: Record<string, string> = {
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  json: "application/json",
  jsonl: "application/x-ndjson",
  geojson: "application/geo+json",
  parquet: parquetContentType,
  zip: "application/zip",
  tar: "application/x-tar",
  arrow: "application/vnd.apache.arrow.file",
  avro: "application/avro",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain; charset=utf-8",
};

const octets = "application/octet-stream";

/** The media type of the downloaded file; a compressed one is served as bytes. */
export function fileContentType(file: { format: string | null; compression: string | null }) {
  if (file.format === null || file.compression !== null) return octets;
  return contentTypes[file.format] ?? octets;
}

const compressionSuffixes: Record<string, string> = {
  gzip: "gz",
  zstd: "zst",
  "tar.gzip": "tar.gz",
  "tar.zstd": "tar.zst",
};

/** For example `weather-in-seattle.csv`: a name that is safe on every file system. */
export function downloadName(file: {
  title: string;
  format: string | null;
  compression: string | null;
}): string {
  const slug = file.title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
  const packed = file.compression === null ? null : compressionSuffixes[file.compression];
  const suffixes = [file.format, packed ?? file.compression].filter((suffix) => suffix !== null);
  return [slug === "" ? "dataset" : slug, ...suffixes].join(".");
}

/** The file name of a table's Parquet file; `table` is null if there is only one. */
export function parquetName(title: string, table: string | null): string {
  const named = table === null ? title : `${title} ${table}`;
  return downloadName({ title: named, format: "parquet", compression: null });
}

const sampleMediaTypes: Record<SampleFormat, string> = {
  json: "application/json",
  csv: "text/csv",
  geojson: "application/geo+json",
  webp: "image/webp",
};

/** Real clients accept fewer; further ones are ignored. */
const acceptedTypesMax = 40;

export type SampleWish = { format: SampleFormat | undefined; accept: string | undefined };

/** docs/interface.md, sample: JSON or CSV by the dataset's format, unless `format` or `Accept` chooses another. */
export function chooseSampleFormat(wish: SampleWish, datasetFormat: string | null): SampleFormat {
  const offered = offeredSampleFormats(datasetFormat);
  const chosen = negotiate(wish, offered);
  if (chosen !== null && offered.includes(chosen)) return chosen;
  throw new MarketError("format_not_offered", `Offered: ${offered.join(", ")}.`);
}

/** Equal for all requests with the same answer, whatever their Accept header says literally. */
export function sampleVariant(wish: SampleWish): string {
  return offers.map((offered) => negotiate(wish, offered)).join(" ");
}

function negotiate(wish: SampleWish, offered: readonly SampleFormat[]): SampleFormat | null {
  if (wish.format !== undefined) return wish.format;
  const [natural = null] = offered;
  if (wish.accept === undefined) return natural;
  const accept = wish.accept.split(",", acceptedTypesMax).join(",");
  const negotiator = new Negotiator({ headers: { accept } });
  const accepted = negotiator.mediaType(offered.map((format) => sampleMediaTypes[format]));
  return offered.find((format) => sampleMediaTypes[format] === accepted) ?? null;
}

const offersByFormat: Record<string, readonly SampleFormat[]> = {
  csv: ["csv", "json", "geojson"],
  tsv: ["csv", "json", "geojson"],
  geojson: ["geojson", "json", "csv"],
  zip: ["json", "csv", "webp"],
  tar: ["json", "csv", "webp"],
};
const otherOffers: readonly SampleFormat[] = ["json", "csv", "geojson"];
const offers = [...Object.values(offersByFormat), otherOffers];

/** The natural format comes first, so that it wins if the caller has no preference. */
function offeredSampleFormats(datasetFormat: string | null): readonly SampleFormat[] {
  return offersByFormat[datasetFormat ?? ""] ?? otherOffers;
}

/** Whether only approved buyers see the sample. A free dataset ignores its gate. */
export function hidesSample(
  listing: Priced & { accessQuestions: string[] | null; sampleHidden: boolean },
): boolean {
  return listing.sampleHidden && listing.accessQuestions !== null && !isFree(listing);
}
