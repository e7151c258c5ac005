/** When the memory of frames that nobody holds any more is given back. */
import type { TableChunk } from "../base/table.ts";

/** Frees the memory of dropped frames, which Polars holds until the collector runs. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** As `collectGarbage`, behind each `every`-th of the columns that a loop goes through by their indexes. */
export function collectEvery(every: number, index: number): void {
  if (index % every === every - 1) collectGarbage();
}

/** Collecting more often would cost more time than the memory between is worth. */
const bytesPerCollection = 14 * 1024 * 1024;
const cellsPerCollection = 4_000_000;
/** A longer row leaves several copies of its values behind. */
const longRowBytes = 1024 * 1024;

/** Collecting after a smaller table would cost more than it gives. */
const collectedRowsMin = 200_000;
const collectedColumnsMin = 2000;

/** Collects garbage whenever enough of a table has been read. */
export class PacedCollection {
  #readTo = 0;
  #collectedAt = 0;
  #cells = 0;

  /** What the kernel took in left no frame behind; of long rows it leaves copies of their values, too. */
  afterChunk(chunk: TableChunk, { leftFrame }: { leftFrame: boolean }): void {
    const { rows, bytesDone } = chunk;
    const areLong = bytesDone - this.#readTo > rows * longRowBytes;
    this.#readTo = bytesDone;
    if (leftFrame) this.#cells += rows * chunk.kinds.length;
    const isMuch =
      bytesDone - this.#collectedAt > bytesPerCollection || this.#cells > cellsPerCollection;
    if (!areLong && !(leftFrame && isMuch)) return;
    this.#collectedAt = bytesDone;
    this.#cells = 0;
    collectGarbage();
  }

  /** What describes a large table needs the room that its last chunks still take. */
  afterTable(rows: number, columns: number): void {
    if (rows > collectedRowsMin || columns > collectedColumnsMin) collectGarbage();
  }
}
