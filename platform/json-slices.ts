/**
 * Parses a JSON object with one long array in slices, because parsing megabytes at once would block
 * the event loop.
 */
import { endOfString } from "./json-shape.ts";
import { eachInSlices } from "./yield-to-others.ts";

const quote = 0x22;
const comma = 0x2c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

const itemsPerSlice = 500;

type Span = { start: number; end: number };
type LongArray = Span & { slices: (Span & { items: number })[] };

/**
 * The object with all of its members. `restBytesMax` limits the bytes around the array; null if
 * there are more. `checkRest` sees these before they are parsed, and may throw. Throws a
 * SyntaxError for invalid JSON.
 */
export async function parseInSlices(
  bytes: Uint8Array,
  options: { member: string; restBytesMax: number; checkRest: (rest: Uint8Array) => void },
): Promise<{ value: unknown } | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const { member, restBytesMax, checkRest } = options;
  const array = findArray(bytes, member);
  const longBytes = array === null ? 0 : array.end - array.start;
  if (bytes.length - longBytes > restBytesMax) return null;
  const rest = array === null ? bytes : withoutItems(bytes, array);
  checkRest(rest);
  const value = JSON.parse(decoder.decode(rest)) as Record<string, unknown>;
  if (array === null) return { value };
  const items: unknown[] = [];
  await eachInSlices(array.slices, 1, ({ start, end, items: count }) => {
    const some = JSON.parse(`[${decoder.decode(bytes.subarray(start, end))}]`) as unknown[];
    if (some.length !== count) throw new SyntaxError("an item of an array is missing");
    for (const item of some) items.push(item);
  });
  // If a member is repeated, the last one counts, which may be another one.
  const own = value[member];
  if (Array.isArray(own) && own.length === 0) value[member] = items;
  return { value };
}

function withoutItems(bytes: Uint8Array, { start, end }: Span): Uint8Array {
  const rest = new Uint8Array(start + 2 + bytes.length - end);
  rest.set(bytes.subarray(0, start));
  rest.set([openArray, closeArray], start);
  rest.set(bytes.subarray(end), start + 2);
  return rest;
}

/** The array that is this member of the outermost object, and its slices. */
function findArray(bytes: Uint8Array, member: string): LongArray | null {
  const key = new TextEncoder().encode(`"${member}"`);
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      const end = endOfString(bytes, index);
      if (depth === 1 && isKey(bytes, { start: index, end: end + 1 }, key)) {
        const start = valueStart(bytes, end + 1);
        if (bytes[start] === openArray) return cutArray(bytes, start);
      }
      index = end;
    } else if (byte === openObject || byte === openArray) {
      depth++;
    } else if (byte === closeObject || byte === closeArray) {
      depth--;
      // The outermost object has ended, or a bracket is unmatched, so no member follows.
      if (depth <= 0) return null;
    }
  }
  return null;
}

/** Slices of whole items; null if the array is empty or does not end. */
function cutArray(bytes: Uint8Array, start: number): LongArray | null {
  const slices: LongArray["slices"] = [];
  let first = start + 1;
  let items = 0;
  let depth = 0;
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === openObject || byte === openArray) depth++;
    else if (byte === closeObject || byte === closeArray) depth--;
    if (depth === 0) {
      slices.push({ start: first, end: index, items: items + 1 });
      return isBlank(bytes, start + 1, index) ? null : { start, end: index + 1, slices };
    }
    if (byte !== comma || depth !== 1) continue;
    items++;
    if (items < itemsPerSlice) continue;
    slices.push({ start: first, end: index, items });
    first = index + 1;
    items = 0;
  }
  return null;
}

function isKey(bytes: Uint8Array, { start, end }: Span, key: Uint8Array): boolean {
  return end - start === key.length && key.every((byte, index) => bytes[start + index] === byte);
}

const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
const colon = 0x3a;

/** Where the value begins whose key ends at `index`; the end if no colon follows. */
function valueStart(bytes: Uint8Array, index: number): number {
  let at = index;
  while (blanks.has(bytes[at] ?? 0)) at++;
  if (bytes[at] !== colon) return bytes.length;
  at++;
  while (blanks.has(bytes[at] ?? 0)) at++;
  return at;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    if (!blanks.has(bytes[index] ?? 0)) return false;
  }
  return true;
}
