/** Which rows of a file its trial has. Anybody who has the file can repeat it. */
import { createHash } from "node:crypto";

const drawnBytes = 6;

/**
 * Positions from 0, ascending: the file's rows are cut into `rows` slices of consecutive rows, as
 * equal as possible, and each gives one. In slice `i` it is the first 6 bytes of the SHA-256 of
 * `<file's SHA-256 in hex>:<i>`, as a big-endian number, modulo the slice's length.
 */
export function drawPositions(
  fileSha256: string,
  { rowCount, rows }: { rowCount: number; rows: number },
): number[] {
  const startOf = (slice: number) => Math.floor((slice * rowCount) / rows);
  return Array.from({ length: rows }, (_, slice) => {
    const from = startOf(slice);
    const hash = createHash("sha256").update(`${fileSha256}:${slice}`).digest();
    return from + (hash.readUIntBE(0, drawnBytes) % (startOf(slice + 1) - from));
  });
}
