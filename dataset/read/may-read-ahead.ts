/** Decides which files a thread reads ahead, and how much memory it shares. */
import { dataBytesMax } from "../base/data-limit.ts";
import { servedPosition } from "../base/served-files.ts";
import type { TextEncoding } from "../open/encoding.ts";
import { packedTextAt } from "../open/packed-text.ts";

/** If fewer blocks remain, they are read before a thread would have started. */
const threadBlocksMin = 4;
const threadBytesMin = 64 * 1024;
/**
 * A thread has its own heap in addition to the shared memory, so processes with less memory do
 * without.
 */
const threadDataBytesMin = 1.5 * 2 ** 30;
/**
 * With more columns, a thread would take over a thirtieth of the work but hold a quarter of the
 * memory.
 */
export const threadColumnsMax = 2000;
/** Memory per block byte for a usual block with its cells and values; Polars reads denser ones. */
const roomShare = 9;
const roomBytesMin = 2 ** 20;

/** Shared memory per held block of this size. */
export function roomFor(blockBytes: number): number {
  return Math.max(roomBytesMin, blockBytes * roomShare);
}

/** Whether enough bytes remain for a thread to be worthwhile. */
export function isWorthThread(bytesLeft: number, blockBytes: number): boolean {
  return bytesLeft > Math.max(threadBytesMin, blockBytes * threadBlocksMin);
}

/** Whether a thread may read a file: unpacked text on disk, and enough memory. */
export function mayReadAhead(filePath: string, encoding: TextEncoding): boolean {
  if (encoding.name !== "utf-8" || encoding.carriageReturnOnly) return false;
  if (servedPosition(filePath) >= 0 || packedTextAt(filePath) !== null) return false;
  return dataBytesMax() >= threadDataBytesMin;
}
