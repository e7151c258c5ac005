import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { type OpenFile, openFile } from "../base/open-file.ts";
import type { TextEncoding } from "../open/encoding.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "./bytes.ts";

const rawBlockBytes = 256 * 1024;

/**
 * Thrown by a reader if bytes that should be UTF-8 are not; the job starts again with another
 * encoding.
 */
export class NotUtf8Error extends Error {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    super("The file is not valid UTF-8.");
    this.name = "NotUtf8Error";
    this.bytes = bytes;
  }
}

/** Checks whole records, which never end inside a character. Only UTF-8 input can fail. */
export function requireUtf8(encoding: TextEncoding, bytes: Buffer): void {
  if (encoding.name !== "utf-8") return;
  if (!isUtf8(bytes)) throw new NotUtf8Error(bytes);
}

/**
 * Reads a text file of any encoding as UTF-8, in bounded memory. Bytes of UTF-8 files are passed on
 * unchecked: call `requireUtf8` once they are cut at a record's end.
 */
export class Utf8Reader {
  readonly #file: OpenFile;
  readonly #encoding: TextEncoding;
  readonly #decoder: { write(buf: Buffer): string; end(): string | undefined } | null;
  #pending: Buffer = Buffer.alloc(0);
  readonly #end: number;
  #position: number;
  #ended = false;

  /** Reads the file's bytes from `start` (default: after the byte order mark) to `end`. */
  constructor(filePath: string, encoding: TextEncoding, start?: number, end?: number | null) {
    this.#file = openFile(filePath);
    this.#encoding = encoding;
    this.#position = start ?? encoding.bomBytes;
    this.#end = end ?? Number.POSITIVE_INFINITY;
    this.#decoder =
      encoding.name === "utf-8" ? null : iconv.getDecoder(encoding.name, { stripBOM: true });
  }

  /** Bytes of the file read so far. */
  get bytesDone(): number {
    return this.#position;
  }

  /** Fills `target` from `offset`; returns the number of bytes written, 0 at the end. */
  read(target: Buffer, offset: number): number {
    const length = this.#decoder
      ? this.#readDecoded(target, offset)
      : this.#readRaw(target, offset);
    this.#endLines(target, offset, length);
    return length;
  }

  /** Like `read`, without blocking unless the text must be decoded. */
  async readAside(target: Buffer, offset: number): Promise<number> {
    if (this.#decoder) return this.read(target, offset);
    const room = Math.min(target.length - offset, this.#end - this.#position);
    if (room <= 0) return 0;
    const bytesRead = await this.#file.read(target, offset, room, this.#position);
    this.#position += bytesRead;
    this.#endLines(target, offset, bytesRead);
    return bytesRead;
  }

  close(): void {
    this.#file.close();
  }

  #endLines(target: Buffer, offset: number, length: number): void {
    if (!this.#encoding.carriageReturnOnly) return;
    for (let i = offset; i < offset + length; i++) {
      if (target[i] === CARRIAGE_RETURN) target[i] = LINE_FEED;
    }
  }

  #readRaw(target: Buffer, offset: number): number {
    const room = Math.min(target.length - offset, this.#end - this.#position);
    const length = room <= 0 ? 0 : this.#file.readSync(target, offset, room, this.#position);
    this.#position += length;
    return length;
  }

  #readDecoded(target: Buffer, offset: number): number {
    let written = 0;
    while (offset + written < target.length) {
      if (this.#pending.length === 0 && !this.#decodeBlock()) break;
      const copied = this.#pending.copy(target, offset + written);
      this.#pending = this.#pending.subarray(copied);
      written += copied;
    }
    return written;
  }

  #decodeBlock(): boolean {
    while (!this.#ended && this.#pending.length === 0) {
      const raw = Buffer.allocUnsafe(rawBlockBytes);
      const room = Math.min(raw.length, this.#end - this.#position);
      const length = room <= 0 ? 0 : this.#file.readSync(raw, 0, room, this.#position);
      this.#position += length;
      if (length === 0) this.#ended = true;
      const text =
        length === 0 ? this.#decoder?.end() : this.#decoder?.write(raw.subarray(0, length));
      this.#pending = Buffer.from(text ?? "", "utf8");
    }
    return this.#pending.length > 0;
  }
}

export type Filled = { length: number; ended: boolean };

/** Reads until the block is full or the file ends. */
export function fill(reader: Pick<Utf8Reader, "read">, block: Buffer, from: number): Filled {
  let length = from;
  while (length < block.length) {
    const read = reader.read(block, length);
    if (read === 0) return { length, ended: true };
    length += read;
  }
  return { length, ended: false };
}

/** Like `fill`, without blocking. */
export async function fillAside(reader: Utf8Reader, block: Buffer, from: number): Promise<Filled> {
  let length = from;
  while (length < block.length) {
    const read = await reader.readAside(block, length);
    if (read === 0) return { length, ended: true };
    length += read;
  }
  return { length, ended: false };
}
