/** What a listing is found by of what its profiles say: stored beside them, copied onto the listing. */

import type { TimePrecision } from "../../db/vocabulary/facts.ts";

/** Counts the rules of this folder: facts of a lower version are read again from the stored profiles. */
export const FACTS_VERSION = 2;

/**
 * `YYYY-MM-DD` each; the earliest and the latest day that the data speak of: of years and months the first
 * day of the first one and the last of the last one.
 */
export type TimeCovered = { from: string; to: string; precision: TimePrecision };

/** In degrees of WGS 84; `west` beyond `east` crosses the antimeridian (RFC 7946, 5.2). */
export type Box = { west: number; south: number; east: number; north: number };
