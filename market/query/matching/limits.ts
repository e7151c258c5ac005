import { SKETCH_CHARS_MAX, SKETCH_HASHES_MAX } from "../../../sdk/src/value-sketch.ts";

/** `values` to match, and hashes of a `sketch`. */
export const MATCH_VALUES_MAX = SKETCH_HASHES_MAX;

// A text of `values`.
export const MATCH_VALUE_CHARS_MAX = 256;

/** `sketch`. */
export const MATCH_SKETCH_CHARS_MAX = SKETCH_CHARS_MAX;

/** `dataset_ids`, or datasets of a `query`. */
export const MATCH_DATASETS_MAX = 10;

/** Matches of a page, by default. */
export const MATCHES_DEFAULT = 10;

/** `limit` of matches. */
export const MATCHES_MAX = 50;

/** `offset` of matches. */
export const MATCHES_OFFSET_MAX = 1000;

/** Different values from which a paid dataset answers. Fewer would say too much about each. */
export const PAID_MATCH_VALUES_MIN = 50;
