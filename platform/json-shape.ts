/**
 * Limits the shape of JSON text before anything parses it: parsers, validators and printers
 * recurse, so a few kilobytes of brackets can block a process for seconds.
 */

export type JsonShapeLimits = {
  /** Nesting depth of arrays and objects. */
  depthMax: number;
  /** Total members of all objects. */
  keysMax: number;
  /** Total items of all arrays. */
  elementsMax: number;
};

export type JsonShapeExcess = "depth" | "keys" | "elements";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * The limit that the UTF-8 text exceeds; null for none. One pass over the bytes, which stops at the
 * first excess. Invalid JSON is left to the parser.
 */
export function jsonShapeExcess(
  bytes: Uint8Array,
  { depthMax, keysMax, elementsMax }: JsonShapeLimits,
): JsonShapeExcess | null {
  const isArrayAt: boolean[] = [];
  let keys = 0;
  let elements = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === openArray || byte === openObject) {
      isArrayAt.push(byte === openArray);
      if (isArrayAt.length > depthMax) return "depth";
      if (byte === openArray) elements += 1;
    } else if (byte === closeArray || byte === closeObject) {
      // An unmatched closing bracket: a parser would stop here.
      if (isArrayAt.pop() === undefined) return null;
    } else if (byte === comma) {
      if (isArrayAt.at(-1) === true) elements += 1;
    } else if (byte === colon) {
      keys += 1;
    }
    if (keys > keysMax) return "keys";
    if (elements > elementsMax) return "elements";
  }
  return null;
}

/** Index of the quote that ends the string, or after the last byte if there is none. */
export function endOfString(bytes: Uint8Array, start: number): number {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  // With many escaped quotes, a search for each takes ten times as long as this loop.
  for (let index = start + 1; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) return index;
    if (byte === backslash) index++;
  }
  return bytes.length;
}
