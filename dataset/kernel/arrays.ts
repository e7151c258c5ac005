/**
 * Arrays in the kernel's memory. Their sizes are computed from the same lists from which they are
 * allocated.
 */

export const wordBytes = 8;
export const placeBytes = 4;
export const markBytes = 1;

export const alignment = 64;

/** Bytes per element of each array; 0 if the array is absent. */
export type Arrays<Name extends string = string> = Readonly<Record<Name, number>>;

/** Rounds up to the alignment at which every array begins. */
export function alignedBytes(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/** Bytes per element over all arrays. */
export function elementBytesOf(arrays: Arrays): number {
  return Object.values(arrays).reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes of arrays with `many` elements each. */
export function bytesOfArrays(arrays: Arrays, many: number): number {
  let sum = 0;
  for (const name in arrays) sum += alignedBytes(many * (arrays[name] ?? 0));
  return sum;
}

/** The allocator, which is a `Kernel`. */
type Memory = { take(bytes: number): number };

/** Allocates one of the arrays with `many` elements; returns its address. */
export function takeArray<Name extends string>(
  memory: Memory,
  arrays: Arrays<Name>,
  name: Name,
  many: number,
): number {
  return memory.take(many * arrays[name]);
}

/** Allocates all arrays with `many` elements each; returns their addresses, 0 for an absent one. */
export function takeArrays<Name extends string>(
  memory: Memory,
  arrays: Arrays<Name>,
  many: number,
): Record<Name, number> {
  const addresses: Partial<Record<Name, number>> = {};
  for (const name in arrays) {
    addresses[name] = arrays[name] === 0 ? 0 : memory.take(many * arrays[name]);
  }
  return addresses as Record<Name, number>;
}
