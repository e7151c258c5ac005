/** Detects bytes that a file on disk need not store: a hole reads as zeros. */

/** Smaller holes rarely cover whole disk blocks. */
const holeBytesMin = 16 * 1024;
const zeros = new Uint8Array(64 * 1024);

/** Whether a chunk should be a hole; the comparison ends at the first other byte. */
export function isZeros(chunk: Uint8Array): boolean {
  if (chunk.byteLength < holeBytesMin || chunk[0] !== 0) return false;
  for (let at = 0; at < chunk.byteLength; at += zeros.byteLength) {
    const part = chunk.subarray(at, at + zeros.byteLength);
    if (Buffer.compare(part, zeros.subarray(0, part.byteLength)) !== 0) return false;
  }
  return true;
}
