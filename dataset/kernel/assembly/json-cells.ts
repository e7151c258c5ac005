/** Stores JSON values as cells (see `cells.ts`) and counts them by key. */

/** Kinds of values, equal to those in the JSON reader's `kinds.ts`. */
export const integer: u32 = 1;
export const fraction: u32 = 2;
export const boolean: u32 = 4;
export const text: u32 = 8;
export const object: u32 = 16;
export const array: u32 = 32;

/**
 * An entry in the table of keys: address and length of the key in JSON, its column, kinds, number
 * of values.
 */
export const keyBytes: usize = 20;
export const lengthAt: usize = 4;
export const placeAt: usize = 8;
export const kindsAt: usize = 12;
const valuesAt: usize = 16;

/** Returned if no value or no line is found. */
export const none: usize = 0;

export function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

/** Stores the bytes between two addresses as a cell; returns the end. */
export function kept(from: usize, end: usize, slot: usize, key: usize, kind: u32): usize {
  store<u64>(slot, <u64>from | ((<u64>(end - from)) << 32));
  store<u32>(key, load<u32>(key, kindsAt) | kind, kindsAt);
  store<u32>(key, load<u32>(key, valuesAt) + 1, valuesAt);
  return end;
}
