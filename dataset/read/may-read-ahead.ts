/** Which files a thread reads ahead, and how much memory it shares for that. */
import { dataBytesMax } from "../base/data-limit.ts";
import { servedPosition } from "../base/served-files.ts";
import type { TextEncoding } from "../open/encoding.ts";
import { packedTextAt } from "../open/packed-text.ts";

/** What is left of a smaller file is read before a thread would have started. */
const threadBlocksMin = 4;
const threadBytesMin = 64 * 1024;
/** A thread has a heap of its own beside the memory that it shares: a smaller process goes without. */
const threadDataBytesMin = 1.5 * 2 ** 30;
/** Of wider tables a thread would take over a thirtieth of the work, and hold a quarter of the memory. */
export const threadColumnsMax = 2000;
/** What a block of the usual kind takes with its cells and their values; Polars takes care of denser ones. */
const roomShare = 9;
const roomBytesMin = 2 ** 20;

/** So much memory is shared for blocks of this size, for each that is held at once. */
export function roomFor(blockBytes: number): number {
  return Math.max(roomBytesMin, blockBytes * roomShare);
}

/** Whether so many bytes are left that a thread is worth it. */
export function isWorthThread(bytesLeft: number, blockBytes: number): boolean {
  return bytesLeft > Math.max(threadBytesMin, blockBytes * threadBlocksMin);
}

/** Whether a thread may read a file: text on the disk as it is, and enough memory. */
export function mayReadAhead(filePath: string, encoding: TextEncoding): boolean {
  if (encoding.name !== "utf-8" || encoding.carriageReturnOnly) return false;
  if (servedPosition(filePath) >= 0 || packedTextAt(filePath) !== null) return false;
  return dataBytesMax() >= threadDataBytesMin;
}
