/** Searchable attributes read from a listing's profiles, and copied to the listing. */

import type { TimePrecision } from "../../db/vocabulary/facts.ts";

/**
 * The version of this folder's rules. Facts of a lower version are read again from stored profiles.
 */
export const FACTS_VERSION = 2;

/**
 * The earliest and latest day that the data cover, as `YYYY-MM-DD`. For years and months: the first
 * day of the first one, and the last day of the last one.
 */
export type TimeCovered = { from: string; to: string; precision: TimePrecision };

/** In WGS 84 degrees. If `west` > `east`, the box crosses the antimeridian (RFC 7946, 5.2). */
export type Box = { west: number; south: number; east: number; north: number };
