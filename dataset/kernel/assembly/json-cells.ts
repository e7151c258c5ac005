/** What a value of JSON becomes: a cell as `cells.ts` has them, counted by its key. */

/** The kinds of values, as `kinds.ts` of the JSON reader has them. */
export const integer: u32 = 1;
export const fraction: u32 = 2;
export const boolean: u32 = 4;
export const text: u32 = 8;
export const object: u32 = 16;
export const array: u32 = 32;

/** In the table of keys: its address and its bytes as JSON, the place of its column, kinds, values. */
export const keyBytes: usize = 20;
export const lengthAt: usize = 4;
export const placeAt: usize = 8;
export const kindsAt: usize = 12;
const valuesAt: usize = 16;

/** Where no value or no line is found. */
export const none: usize = 0;

export function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

/** Keeps what stands between two addresses; returns the second one. */
export function kept(from: usize, end: usize, slot: usize, key: usize, kind: u32): usize {
  store<u64>(slot, <u64>from | ((<u64>(end - from)) << 32));
  store<u32>(key, load<u32>(key, kindsAt) | kind, kindsAt);
  store<u32>(key, load<u32>(key, valuesAt) + 1, valuesAt);
  return end;
}
