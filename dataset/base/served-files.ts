/**
 * Files of a job that are not on disk. Their bytes are requested from the parent process by
 * position, over two sockets that the child inherits. All other files are read from disk.
 */
import { readSync, read as readWithCallback, writeSync } from "node:fs";
import { promisify } from "node:util";

const readAsync = promisify(readWithCallback);

/** A file whose bytes the parent serves; nothing exists at its path. */
export type ServedFile = { filePath: string; byteSize: number };

/** File descriptors of the sockets: `atOnce` for blocking reads, `aside` for asynchronous ones. */
export const SERVED_SOCKETS = { atOnce: 3, aside: 4 } as const;
/** Bytes of a request: the file's index in the list, the first byte, the number of bytes. */
export const SERVED_REQUEST_BYTES = 16;
/** Most bytes that one request may ask for. */
export const SERVED_BYTES_MAX = 8 * 1024 * 1024;

/** Small reads are cut from pieces of this size; the most recent pieces are cached. */
const pieceBytes = 256 * 1024;
const piecesMax = 16;
const smallBytesMax = pieceBytes / 4;

let files: readonly ServedFile[] = [];
const pieces = new Map<string, Buffer>();
const busy = new Set<number>();

/** Registers the files to request from the parent. Each thread has to be given the list. */
export function askForFiles(served: readonly ServedFile[]): void {
  files = served;
  pieces.clear();
}

export function servedFiles(): readonly ServedFile[] {
  return files;
}

/** Index of a served file in the list; -1 for a file on disk. */
export function servedPosition(filePath: string): number {
  return files.findIndex((file) => file.filePath === filePath);
}

function encodeRequest(file: number, start: number, length: number): Buffer {
  const request = Buffer.alloc(SERVED_REQUEST_BYTES);
  request.writeUInt32LE(file, 0);
  request.writeUInt32LE(length, 4);
  request.writeDoubleLE(start, 8);
  return request;
}

/** Decodes a request. The parent has to check that the range exists. */
export function decodeRequest(request: Buffer): { file: number; start: number; length: number } {
  return {
    file: request.readUInt32LE(0),
    length: request.readUInt32LE(4),
    start: request.readDoubleLE(8),
  };
}

/** Fills `target` from `offset` with bytes that must exist; blocks until they arrive. */
export function askAtOnce(file: number, target: Uint8Array, offset: number, at: Span): void {
  if (at.end - at.start > smallBytesMax) {
    fillAtOnce(file, target, offset, at);
    return;
  }
  for (let start = at.start; start < at.end; ) {
    const piece = Math.floor(start / pieceBytes);
    const bytes = pieceOf(file, piece);
    const from = start - piece * pieceBytes;
    const part = bytes.subarray(from, from + at.end - start);
    target.set(part, offset + start - at.start);
    start += part.length;
  }
}

/** Like `askAtOnce`, without blocking; one call at a time. */
export async function askAside(
  file: number,
  target: Uint8Array,
  offset: number,
  at: Span,
): Promise<void> {
  const socket = SERVED_SOCKETS.aside;
  begin(socket);
  for (let start = at.start; start < at.end; ) {
    const length = Math.min(SERVED_BYTES_MAX, at.end - start);
    writeSync(socket, encodeRequest(file, start, length));
    for (const end = start + length; start < end; ) {
      const place = offset + start - at.start;
      const { bytesRead } = await readAsync(socket, target, place, end - start, null);
      start += answered(bytesRead);
    }
  }
  busy.delete(socket);
}

/** A range of bytes; `end` is exclusive. */
type Span = { start: number; end: number };

function pieceOf(file: number, piece: number): Buffer {
  const key = `${file} ${piece}`;
  const known = pieces.get(key);
  if (known !== undefined) return known;
  const start = piece * pieceBytes;
  const end = Math.min(start + pieceBytes, files[file]?.byteSize ?? 0);
  const bytes = Buffer.allocUnsafe(end - start);
  fillAtOnce(file, bytes, 0, { start, end });
  const [oldest] = pieces.keys();
  if (pieces.size >= piecesMax && oldest !== undefined) pieces.delete(oldest);
  pieces.set(key, bytes);
  return bytes;
}

function fillAtOnce(file: number, target: Uint8Array, offset: number, at: Span): void {
  const socket = SERVED_SOCKETS.atOnce;
  begin(socket);
  for (let start = at.start; start < at.end; ) {
    const length = Math.min(SERVED_BYTES_MAX, at.end - start);
    writeSync(socket, encodeRequest(file, start, length));
    for (const end = start + length; start < end; ) {
      const place = offset + start - at.start;
      start += answered(readSync(socket, target, place, end - start, null));
    }
  }
  busy.delete(socket);
}

/**
 * Refuses to share a socket: a half-read answer would be taken for the beginning of the next one.
 */
function begin(socket: number): void {
  if (busy.has(socket)) throw new Error("Two simultaneous requests for bytes of a served file.");
  busy.add(socket);
}

function answered(bytes: number): number {
  if (bytes === 0) throw new Error("The parent process serves no more bytes.");
  return bytes;
}
