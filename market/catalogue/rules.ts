/** Search, prices and formats of the public catalogue. Pure. */
import Negotiator from "negotiator";
import type { AuctionView } from "../auction/schemas.ts";
import { MarketError } from "../errors.ts";
import { PAID_PRICE_CENTS_MIN } from "../limits.ts";
import { isFree, type Priced } from "../pricing.ts";
import type { SampleFormat, SearchQuery, SortName } from "./schemas.ts";

export type Sort = { by: SortName; reversed: boolean };

export function chooseSort(query: Pick<SearchQuery, "sort" | "query">): Sort {
  if (query.sort === undefined) {
    return { by: query.query === undefined ? "newest" : "relevance", reversed: false };
  }
  const reversed = query.sort.startsWith("-");
  return { by: (reversed ? query.sort.slice(1) : query.sort) as SortName, reversed };
}

/** Who uses quotes or a minus means the words as they are: no similar ones are searched. */
export function mayBeMisspelt(words: string): boolean {
  return !/"|(^|\s)-/.test(words);
}

/** A cursor is bound to its sort: with another one it would skip or repeat items. */
export type Cursor = { sort: string; value: string; id: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const sortValue = /^[0-9TZ :.+e-]{1,40}$/;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.sort, cursor.value, cursor.id])).toString("base64url");
}

/** Errors: invalid_request for a cursor that is none, or that belongs to another sort. */
export function decodeCursor(text: string, sort: string): Cursor {
  const parts = parseCursor(text);
  if (parts === null) throw cursorFault("is not a cursor of ours");
  const [cursorSort, value, id] = parts;
  if (cursorSort !== sort) throw cursorFault(`belongs to sort=${cursorSort}`);
  return { sort, value, id };
}

function parseCursor(text: string): [string, string, string] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!Array.isArray(parts) || parts.length !== 3) return null;
    const [sort, value, id] = parts.map(String) as [string, string, string];
    return sortValue.test(value) && uuid.test(id) ? [sort, value, id] : null;
  } catch {
    return null;
  }
}

function cursorFault(detail: string): MarketError {
  return new MarketError("invalid_request", `The cursor ${detail}.`, {
    faults: [{ pointer: "?cursor", code: "invalid_cursor", detail }],
  });
}

type AuctionFacts = Pick<AuctionView, "state" | "reserve_met" | "starts_at" | "ends_at">;

/**
 * Whether an active listing can be bought at its price, by whoever is not its seller. A hybrid: until
 * a bid meets the reserve, or its auction ends.
 */
export function isBuyable(listing: Priced, auction: AuctionFacts | null = null): boolean {
  if (auction !== null && (auction.state === "ended" || auction.reserve_met)) return false;
  if (isFree(listing) || listing.pricingType === "auction") return false;
  return listing.priceCents >= PAID_PRICE_CENTS_MIN;
}

/** When an auction becomes another one by time alone; undefined: by bids and the close only. */
export function auctionChangesAt(auction: AuctionFacts | null): Date | undefined {
  if (auction === null || auction.state === "ended") return undefined;
  return new Date(auction.state === "scheduled" ? auction.starts_at : auction.ends_at);
}

/**
 * Below which price, in cents, another offer of the same bytes is cheaper: the price, or where there is
 * none the least that a new bidder has to offer.
 */
export function cheaperThanCents(
  { priceCents, pricingType }: Priced,
  auction: Pick<AuctionView, "next_minimum_bid_cents"> | null,
): number {
  if (pricingType !== "auction") return priceCents;
  return auction?.next_minimum_bid_cents ?? priceCents;
}

/** The earlier of two times, of which each may be missing. */
export function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

const contentTypes: Record<string, string> = {
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  json: "application/json",
  jsonl: "application/x-ndjson",
  geojson: "application/geo+json",
  parquet: "application/vnd.apache.parquet",
  zip: "application/zip",
  tar: "application/x-tar",
  arrow: "application/vnd.apache.arrow.file",
  avro: "application/avro",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain; charset=utf-8",
};

const octets = "application/octet-stream";

/** What the downloaded file is served as; a compressed one is served as bytes. */
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

/** `weather-in-seattle.csv`: a name that is safe on every file system. */
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

const sampleMediaTypes: Record<SampleFormat, string> = {
  json: "application/json",
  csv: "text/csv",
  geojson: "application/geo+json",
  webp: "image/webp",
};

export type SampleWish = { format: SampleFormat | undefined; accept: string | undefined };

/** docs/interface.md, sample: JSON or CSV according to the dataset's format; `format` or `Accept` chooses otherwise. */
export function chooseSampleFormat(wish: SampleWish, datasetFormat: string | null): SampleFormat {
  const offered = offeredSampleFormats(datasetFormat);
  const chosen = negotiate(wish, offered);
  if (chosen !== null && offered.includes(chosen)) return chosen;
  throw new MarketError("format_not_offered", `Offered: ${offered.join(", ")}.`);
}

/** The same for all wishes that are answered alike, whatever their Accept header says literally. */
export function sampleVariant(wish: SampleWish): string {
  return offers.map((offered) => negotiate(wish, offered)).join(" ");
}

function negotiate(wish: SampleWish, offered: readonly SampleFormat[]): SampleFormat | null {
  if (wish.format !== undefined) return wish.format;
  const [natural = null] = offered;
  if (wish.accept === undefined) return natural;
  const negotiator = new Negotiator({ headers: { accept: wish.accept } });
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

/** The natural one stands first, so that it wins wherever the caller is indifferent. */
function offeredSampleFormats(datasetFormat: string | null): readonly SampleFormat[] {
  return offersByFormat[datasetFormat ?? ""] ?? otherOffers;
}
