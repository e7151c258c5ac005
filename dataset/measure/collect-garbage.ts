import type { TableChunk } from "../base/table.ts";

/** Frees dropped frames, whose memory Polars holds until the garbage collector runs. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Collects garbage after every `every`-th column of a loop. */
export function collectEvery(every: number, index: number): void {
  if (index % every === every - 1) collectGarbage();
}

/** Bytes read per collection: more frequent collections cost more time than the memory is worth. */
const bytesPerCollection = 14 * 1024 * 1024;
const cellsPerCollection = 4_000_000;
/** A row longer than this leaves several copies of its values behind. */
const longRowBytes = 1024 * 1024;

/** After smaller tables a collection costs more than it frees. */
const collectedRowsMin = 200_000;
const collectedColumnsMin = 2000;

/** Collects garbage whenever enough of a table has been read. */
export class PacedCollection {
  #readTo = 0;
  #collectedAt = 0;
  #cells = 0;

  /** Kernel chunks leave no frame behind; long rows also leave copies of their values. */
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

  /** Frees memory of the last chunks, which describing a large table needs. */
  afterTable(rows: number, columns: number): void {
    if (rows > collectedRowsMin || columns > collectedColumnsMin) collectGarbage();
  }
}
