/** Recognises decompression bombs, by stated sizes and by the actual output. */
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import type { DatasetRefusal } from "../base/refusal.ts";

/** Refuses an archive whose stated sizes exceed the limits. */
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

/**
 * The refusal of `packedBytes` that yielded `bytes` so far, or null while the ratio is acceptable.
 */
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

/** The common limit on the unpacked size of an archive's files or a workbook's sheets. */
export class UnpackBudget {
  /** The job's limits, with nothing spent. */
  readonly all: DatasetLimits;
  readonly #storedBytes: number;
  #spentBytes = 0;

  constructor(limits: DatasetLimits, storedBytes: number) {
    this.all = limits;
    this.#storedBytes = storedBytes;
  }

  /** The limits that remain for the next file. */
  get limits(): DatasetLimits {
    const { decompressedBytesMax, decompressedBytesFree } = this.all;
    return {
      ...this.all,
      decompressedBytesMax: decompressedBytesMax - this.#spentBytes,
      decompressedBytesFree: Math.max(0, decompressedBytesFree - this.#spentBytes),
    };
  }

  /** How many stored bytes are not used up yet, assuming the highest ratio. */
  get storedBytes(): number {
    return Math.max(0, this.#storedBytes - this.#spentBytes / this.all.decompressionRatioMax);
  }

  spend(bytes: number): void {
    this.#spentBytes += bytes;
  }
}
