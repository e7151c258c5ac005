/**
 * Looks at the shape of JSON text before anything parses it: parsers, validators and what prints a
 * value recurse into it, so a few kilobytes of brackets can stop a process for seconds.
 */

export type JsonShapeLimits = {
  /** Arrays and objects within each other. */
  depthMax: number;
  /** Members of all objects together. */
  keysMax: number;
  /** Items of all arrays together. */
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
 * Which limit the text in UTF-8 exceeds; null for none. One pass over the bytes, which ends at the
 * first excess. Text that is no JSON is left to the parser, which refuses it.
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
      // A parser ends here, at what never began.
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

/** The place of the quote that ends the string, or behind the last byte where none does. */
export function endOfString(bytes: Uint8Array, start: number): number {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  // Of quotes that are escaped there may be many: a search for each takes ten times as long as this.
  for (let index = start + 1; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) return index;
    if (byte === backslash) index++;
  }
  return bytes.length;
}
