/** Precision of a time, coarsest first. */
export const timePrecisions = ["year", "month", "day"] as const;
export type TimePrecision = (typeof timePrecisions)[number];

/** Named like the columns that they are copied to. Null means unknown. */
export type ProfileFacts = {
  version: number;
  covers_from: string | null;
  covers_to: string | null;
  covers_precision: TimePrecision | null;
  /** West, south, east, north. */
  bbox: [number, number, number, number] | null;
  /** The same for comparisons in Postgres (`rangesOfBox`). */
  latitudes: string | null;
  longitudes: string | null;
  /** ISO 3166-1 alpha-2, sorted. */
  countries: string[] | null;
  /** BCP 47 tags, starting with the language of most running text. */
  languages: string[] | null;
  has_personal_data: boolean | null;
};

export type BoxRanges = {
  /** An `int4range`. */
  latitudes: string;
  /** An `int4multirange`: several ranges if the box crosses the antimeridian. */
  longitudes: string;
};

export type LicenseFacts = {
  /** An SPDX expression, usually a single identifier; null if the text is not a known licence. */
  id: string | null;
  /** Search terms in lower case: identifiers, their families without version, groups. */
  terms: string[];
};
