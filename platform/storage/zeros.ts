/** Which bytes a file on disk need not hold: a hole in it reads as zeros. */

/** Smaller holes are no whole blocks of the disk, mostly. */
const holeBytesMin = 16 * 1024;
const zeros = new Uint8Array(64 * 1024);

/** Whether a chunk is worth a hole; the comparison ends at the first byte that is none. */
export function isZeros(chunk: Uint8Array): boolean {
  if (chunk.byteLength < holeBytesMin || chunk[0] !== 0) return false;
  for (let at = 0; at < chunk.byteLength; at += zeros.byteLength) {
    const part = chunk.subarray(at, at + zeros.byteLength);
    if (Buffer.compare(part, zeros.subarray(0, part.byteLength)) !== 0) return false;
  }
  return true;
}
