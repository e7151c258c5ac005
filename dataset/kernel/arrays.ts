/** Arrays in the kernel's memory. What they take is computed from the lists by which they are taken. */

export const wordBytes = 8;
export const placeBytes = 4;
export const markBytes = 1;

export const alignment = 64;

/** The bytes that an element of each array takes; 0 where there is no such array. */
export type Arrays<Name extends string = string> = Readonly<Record<Name, number>>;

/** What so many bytes take: every array begins at a multiple of the alignment. */
export function alignedBytes(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/** What an element takes of all arrays together. */
export function elementBytesOf(arrays: Arrays): number {
  return Object.values(arrays).reduce((sum, bytes) => sum + bytes, 0);
}

/** What arrays of so many elements take. */
export function bytesOfArrays(arrays: Arrays, many: number): number {
  let sum = 0;
  for (const name in arrays) sum += alignedBytes(many * (arrays[name] ?? 0));
  return sum;
}

/** What gives the memory; it is a `Kernel`. */
type Memory = { take(bytes: number): number };

/** The address of one of the arrays, of so many elements. */
export function takeArray<Name extends string>(
  memory: Memory,
  arrays: Arrays<Name>,
  name: Name,
  many: number,
): number {
  return memory.take(many * arrays[name]);
}

/** The addresses of the arrays, of so many elements each; 0 where there is none. */
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
