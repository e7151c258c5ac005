/** What a field of a form says of its limit to the browser. */

/**
 * A browser counts some characters twice, and cuts what is pasted without a word: it has to leave
 * room for all that is taken. What is beyond is refused with its number.
 */
export const unitsOf = (charsMax: number): number => 2 * charsMax;
