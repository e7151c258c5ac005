/** Normalises values so that they match across files the way a person would join them. Pure. */
/** Only the first characters (code points) of a longer value count. */
export declare const VALUE_CHARS_MAX = 256;
/**
 * The normalised form of a value: trimmed, lower case, NFKC, whole numbers without leading zeros
 * and fraction: `00501`, `501` and `501.0` are equal. Null for blanks.
 */
export declare function normalizeValue(text: string): string | null;
/** Whether a number's text has no fraction. */
export declare function isWhole(text: string): boolean;
