/** Random and streamed reads of files on disk, files served by the parent, and virtual files. */
import { closeSync, createReadStream, fstatSync, openSync, read, readSync } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { askAside, askAtOnce, servedFiles, servedPosition } from "./served-files.ts";

const readAsync = promisify(read);

/** A file open for reading. A read returns fewer bytes only at the end, and 0 beyond it. */
export interface OpenFile {
  readonly byteSize: number;
  /** Reads up to `length` bytes at `position` into `target`, starting at `offset`. */
  readSync(target: Uint8Array, offset: number, length: number, position: number): number;
  /** Like `readSync`, without blocking. Only one such read of served files may run at a time. */
  read(target: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  close(): void;
}

/** Virtual files by path: see {@link provideView}. */
const views = new Map<string, () => OpenFile>();

/** Makes `openFile(filePath)` call `open` from now on. Each thread has its own registrations. */
export function provideView(filePath: string, open: () => OpenFile): void {
  views.set(filePath, open);
}

/** Removes the virtual file: the path leads to the disk again. */
export function dropView(filePath: string): void {
  views.delete(filePath);
}

export function openFile(filePath: string): OpenFile {
  const view = views.get(filePath);
  if (view !== undefined) return view();
  const position = servedPosition(filePath);
  return position < 0 ? new FileOnDisk(filePath) : new FileOfParent(position);
}

/** Streams a file from byte `start` to before `end`; `bytesRead` counts the bytes. */
export function streamFile(
  filePath: string,
  options: { start?: number; end?: number; blockBytes?: number } = {},
): Readable & { bytesRead: number } {
  const { start = 0, end = Number.POSITIVE_INFINITY, blockBytes = streamBlockBytes } = options;
  const isOnDisk = servedPosition(filePath) < 0 && !views.has(filePath);
  if (!isOnDisk) return new OpenFileStream(filePath, { start, end, blockBytes });
  return createReadStream(filePath, { start, end: end - 1, highWaterMark: blockBytes });
}

const streamBlockBytes = 64 * 1024;

class FileOnDisk implements OpenFile {
  readonly #fd: number;

  constructor(filePath: string) {
    this.#fd = openSync(filePath, "r");
  }

  get byteSize(): number {
    return fstatSync(this.#fd).size;
  }

  readSync(target: Uint8Array, offset: number, length: number, position: number): number {
    return readSync(this.#fd, target, offset, length, position);
  }

  async read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<number> {
    return (await readAsync(this.#fd, target, offset, length, position)).bytesRead;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

class FileOfParent implements OpenFile {
  readonly byteSize: number;
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
    this.byteSize = servedFiles()[file]?.byteSize ?? 0;
  }

  readSync(target: Uint8Array, offset: number, length: number, position: number): number {
    const end = this.#endOf(length, position);
    if (end <= position) return 0;
    askAtOnce(this.#file, target, offset, { start: position, end });
    return end - position;
  }

  async read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<number> {
    const end = this.#endOf(length, position);
    if (end <= position) return 0;
    await askAside(this.#file, target, offset, { start: position, end });
    return end - position;
  }

  close(): void {}

  #endOf(length: number, position: number): number {
    return Math.min(this.byteSize, position + length);
  }
}

class OpenFileStream extends Readable {
  bytesRead = 0;
  readonly #file: OpenFile;
  readonly #blockBytes: number;
  readonly #end: number;
  #at: number;

  constructor(filePath: string, of: { start: number; end: number; blockBytes: number }) {
    super({ highWaterMark: of.blockBytes });
    this.#file = openFile(filePath);
    this.#blockBytes = of.blockBytes;
    this.#at = of.start;
    this.#end = of.end;
  }

  override _read(): void {
    const block = Buffer.allocUnsafe(Math.max(0, Math.min(this.#blockBytes, this.#end - this.#at)));
    try {
      const length = this.#file.readSync(block, 0, block.length, this.#at);
      this.#at += length;
      this.bytesRead += length;
      this.push(length === 0 ? null : block.subarray(0, length));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
