/** What a listing is found by of what its profiles say: stored beside them, copied onto the listing. */

/** Counts the rules of this folder: facts of a lower version are read again from the stored profiles. */
export const FACTS_VERSION = 2;

/** How exactly a time is known, the coarsest first. */
export const timePrecisions = ["year", "month", "day"] as const;
export type TimePrecision = (typeof timePrecisions)[number];

/**
 * `YYYY-MM-DD` each; the earliest and the latest day that the data speak of: of years and months the first
 * day of the first one and the last of the last one.
 */
export type TimeCovered = { from: string; to: string; precision: TimePrecision };

/** In degrees of WGS 84; `west` beyond `east` crosses the antimeridian (RFC 7946, 5.2). */
export type Box = { west: number; south: number; east: number; north: number };

/** By the names of the columns that they are copied to. Null, in each, is what is not known. */
export type ProfileFacts = {
  version: number;
  covers_from: string | null;
  covers_to: string | null;
  covers_precision: TimePrecision | null;
  /** West, south, east, north. */
  bbox: [number, number, number, number] | null;
  /** The same as Postgres compares it (`rangesOfBox`). */
  latitudes: string | null;
  longitudes: string | null;
  /** ISO 3166-1 alpha-2, in order. */
  countries: string[] | null;
  /** As in BCP 47, the language of most running text first. */
  languages: string[] | null;
  has_personal_data: boolean | null;
};
