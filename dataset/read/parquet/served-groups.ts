/**
 * Local files for Polars in place of a Parquet file that is not on disk: a sparse file of the same
 * size with the footer and some row groups in their places.
 */
import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { DiskFile, ProfileInput } from "../../base/input.ts";
import { openFile } from "../../base/open-file.ts";
import { servedPosition } from "../../base/served-files.ts";
import { type BytePlace, type ParquetFooter, readFooterBytes } from "./footer.ts";

const headBytes = 4;
const copyBytes = 8 * 1024 * 1024;
/** Arrow's workaround for writers that left the dictionary's header out of a column's size. */
const uncountedBytesMax = 100;
/** Row groups are kept up to this many times the bytes of a chunk. */
const chunksHeldMax = 8;

export class ServedGroups {
  readonly #file: DiskFile;
  readonly #groups: ParquetFooter["rowGroups"];
  readonly #input: Pick<ProfileInput, "limits" | "workDir">;
  readonly #held = new Set<number>();
  #path: string | null = null;
  #heldBytes = 0;

  private constructor(
    file: DiskFile,
    groups: ParquetFooter["rowGroups"],
    input: Pick<ProfileInput, "limits" | "workDir">,
  ) {
    this.#file = file;
    this.#groups = groups;
    this.#input = input;
  }

  /** Null for a file on disk, which is read directly. */
  static of(
    file: DiskFile,
    { rowGroups }: ParquetFooter,
    input: Pick<ProfileInput, "limits" | "workDir">,
  ): ServedGroups | null {
    return servedPosition(file.filePath) < 0 ? null : new ServedGroups(file, rowGroups, input);
  }

  /**
   * Path of a file with the footer and optionally a row group; the previous file may be deleted.
   */
  pathWith(group: number | null): string {
    const isFull = this.#heldBytes > this.#input.limits.chunkBytes * chunksHeldMax;
    if (isFull && group !== null && !this.#held.has(group)) this.release();
    this.#path ??= this.#begin();
    if (group !== null && !this.#held.has(group)) {
      this.#copy(this.#path, this.#placesOf(group));
      this.#held.add(group);
    }
    return this.#path;
  }

  /** Frees the disk space until the next request. */
  release(): void {
    if (this.#path !== null) rmSync(this.#path);
    this.#path = null;
    this.#held.clear();
    this.#heldBytes = 0;
  }

  #begin(): string {
    const { byteSize, filePath } = this.#file;
    const path = join(this.#input.workDir, `groups-${randomUUID()}.parquet`);
    const copy = openSync(path, "wx");
    try {
      ftruncateSync(copy, byteSize);
    } finally {
      closeSync(copy);
    }
    const footer = readFooterBytes(filePath, byteSize, this.#input.limits);
    this.#copy(path, [
      { start: 0, end: headBytes },
      { start: byteSize - footer.length, end: byteSize },
    ]);
    return path;
  }

  #copy(path: string, places: readonly BytePlace[]): void {
    const source = openFile(this.#file.filePath);
    const copy = openSync(path, "r+");
    try {
      for (const { start, end } of places) {
        for (let at = start; at < end; ) {
          const block = Buffer.allocUnsafe(Math.min(copyBytes, end - at));
          const length = source.readSync(block, 0, block.length, at);
          for (let done = 0; done < length; ) {
            done += writeSync(copy, block, done, length - done, at + done);
          }
          at += length;
        }
        this.#heldBytes += end - start;
      }
    } finally {
      closeSync(copy);
      source.close();
    }
  }

  /** The columns of a row group, as byte ranges within the file. */
  #placesOf(group: number): BytePlace[] {
    const { byteSize } = this.#file;
    const places = (this.#groups[group]?.places ?? [])
      .map(({ start, end }) => ({ start, end: Math.min(end + uncountedBytesMax, byteSize) }))
      .filter(({ start, end }) => start >= 0 && start < end)
      .sort((one, other) => one.start - other.start);
    const runs: BytePlace[] = [];
    for (const place of places) {
      const last = runs.at(-1);
      if (last !== undefined && place.start <= last.end) last.end = Math.max(last.end, place.end);
      else runs.push(place);
    }
    return runs;
  }
}
