/** Tells bombs from files: how large packed bytes may become, by what is stated and by what comes. */
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import type { DatasetRefusal } from "../base/refusal.ts";

/** Refuses what would unpack to too much, by the sizes that the archive itself states. */
export function checkStatedSize(
  statedBytes: number,
  storedBytes: number,
  limits: DatasetLimits,
  kind: string,
): void {
  if (statedBytes > limits.decompressedBytesMax) {
    throw limitRefusal(limits, "decompressedBytesMax", statedBytes, kind);
  }
  if (statedBytes <= limits.decompressedBytesFree) return;
  const ratio = statedBytes / Math.max(1, storedBytes);
  if (ratio > limits.decompressionRatioMax) {
    throw limitRefusal(limits, "decompressionRatioMax", ratio, kind);
  }
}

/** The refusal of `packedBytes` that gave `bytes` so far, or null while these are no bomb. */
export function outputRefusal(
  limits: DatasetLimits,
  packedBytes: number,
  bytes: number,
  format: string,
): DatasetRefusal | null {
  const { decompressedBytesMax, decompressedBytesFree, decompressionRatioMax } = limits;
  if (bytes > decompressedBytesMax) {
    return limitRefusal(limits, "decompressedBytesMax", null, format);
  }
  if (bytes <= decompressedBytesFree) return null;
  if (bytes <= packedBytes * decompressionRatioMax) return null;
  return limitRefusal(limits, "decompressionRatioMax", null, format);
}

/** How much all files of an archive, or all sheets of a workbook, may unpack to together. */
export class UnpackBudget {
  /** The limits of the job, of which nothing is spent. */
  readonly all: DatasetLimits;
  readonly #storedBytes: number;
  #spentBytes = 0;

  constructor(limits: DatasetLimits, storedBytes: number) {
    this.all = limits;
    this.#storedBytes = storedBytes;
  }

  /** What is left for the next file. */
  get limits(): DatasetLimits {
    const { decompressedBytesMax, decompressedBytesFree } = this.all;
    return {
      ...this.all,
      decompressedBytesMax: decompressedBytesMax - this.#spentBytes,
      decompressedBytesFree: Math.max(0, decompressedBytesFree - this.#spentBytes),
    };
  }

  /** So many of the stored bytes have not given anything yet, at the highest ratio. */
  get storedBytes(): number {
    return Math.max(0, this.#storedBytes - this.#spentBytes / this.all.decompressionRatioMax);
  }

  spend(bytes: number): void {
    this.#spentBytes += bytes;
  }
}
