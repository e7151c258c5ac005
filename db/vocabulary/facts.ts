/** How exactly a time is known, the coarsest first. */
export const timePrecisions = ["year", "month", "day"] as const;
export type TimePrecision = (typeof timePrecisions)[number];

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

export type BoxRanges = {
  /** An `int4range`. */
  latitudes: string;
  /** An `int4multirange`: several ranges where the box reaches the antimeridian. */
  longitudes: string;
};

export type LicenseFacts = {
  /** An SPDX expression, most often one identifier; null where the text is none that is known. */
  id: string | null;
  /** What a search finds it by, lower-cased: identifiers, their families without version, groups. */
  terms: string[];
};
