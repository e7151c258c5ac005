/** The kinds of JSON values as bits; a column has the bits of all its values. */

export const INTEGER = 1;
export const FRACTION = 2;
export const BOOLEAN = 4;
export const TEXT = 8;
export const OBJECT = 16;
export const ARRAY = 32;
/** An integer beyond 2^53, which a number cannot hold exactly. */
export const BIG_INTEGER = 64;
export const NUMBER = INTEGER | FRACTION;
