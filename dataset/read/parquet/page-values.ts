/**
 * The parts of a Parquet page that are read in JavaScript, because they are small or the kernel
 * cannot read them.
 */

/** Bytes of the length that precedes a byte string. */
export const lengthBytes = 4;

/** Frees a buffer at once, because the garbage collector would let many of them accumulate. */
export function release(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Returns the bytes after their length prefix. */
export function prefixed(bytes: Uint8Array): Uint8Array {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
  if (length + lengthBytes > bytes.length) throw new RangeError("levels");
  return bytes.subarray(lengthBytes, lengthBytes + length);
}

/** Whether the levels are a single run that marks all `values` values as present. */
export function areAllThere(levels: Uint8Array, values: number): boolean {
  let head = 0;
  for (let at = 0, shift = 0; shift < 28 && at < levels.length; at++, shift += 7) {
    const byte = levels[at] as number;
    head |= (byte & 127) << shift;
    if (byte < 128) return head % 2 === 0 && head / 2 >= values && levels[at + 1] === 1;
  }
  return false;
}

/** Numbers of a page in the narrowest type. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A copy of numbers below `end`. */
export function heldNumbers(numbers: Uint32Array, end: number): Numbers {
  if (end <= 0x100) return new Uint8Array(numbers);
  return end <= 0x1_0000 ? new Uint16Array(numbers) : numbers.slice();
}

export function countPresent(levels: Numbers): number {
  let present = 0;
  for (let i = 0; i < levels.length; i++) if (levels[i] !== 0) present++;
  return present;
}

export function packBits(bits: Numbers): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] !== 0) bytes[i >> 3] = (bytes[i >> 3] as number) | (1 << (i & 7));
  }
  return bytes;
}

/** Index after `count` texts that are preceded by their lengths. */
export function endOfTexts(bytes: Uint8Array, from: number, count: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = from;
  for (let i = 0; i < count; i++) at += lengthBytes + view.getUint32(at, true);
  if (at > bytes.length) throw new RangeError("texts");
  return at;
}
