/**
 * The `maxlength` of a field. Browsers count some characters twice and silently cut pasted text, so
 * the attribute leaves room for all accepted text. The server refuses longer text with its length.
 */
export const unitsOf = (charsMax: number): number => 2 * charsMax;
