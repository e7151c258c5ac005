/**
 * Files of a job that are not on disk: their bytes are asked of the parent process, by place, over
 * two sockets that it left open. What else would be read from disk is read so as it is.
 */
import { readSync, read as readWithCallback, writeSync } from "node:fs";
import { promisify } from "node:util";

const readAsync = promisify(readWithCallback);

/** A file whose bytes the parent serves; no file lies at its path. */
export type ServedFile = { filePath: string; byteSize: number };

/** One socket answers whoever waits, the other one whoever works meanwhile. */
export const SERVED_SOCKETS = { atOnce: 3, aside: 4 } as const;
/** A request: position of the file in the list, first byte, number of bytes. */
export const SERVED_REQUEST_BYTES = 16;
/** What one request may ask for. */
export const SERVED_BYTES_MAX = 8 * 1024 * 1024;

/** Small reads come from pieces of this size, of which the last ones are kept. */
const pieceBytes = 256 * 1024;
const piecesMax = 16;
const smallBytesMax = pieceBytes / 4;

let files: readonly ServedFile[] = [];
const pieces = new Map<string, Buffer>();
const busy = new Set<number>();

/** From now on these files are asked of the parent. A thread tells its own threads. */
export function askForFiles(served: readonly ServedFile[]): void {
  files = served;
  pieces.clear();
}

/** The files that are asked of the parent. */
export function servedFiles(): readonly ServedFile[] {
  return files;
}

/** The position of a served file in the list; -1 for one on disk. */
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

/** What a request asks for; whether that is there is for the parent to judge. */
export function decodeRequest(request: Buffer): { file: number; start: number; length: number } {
  return {
    file: request.readUInt32LE(0),
    length: request.readUInt32LE(4),
    start: request.readDoubleLE(8),
  };
}

/** Fills `target` from `offset` with bytes of the file that are there; waits for them. */
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

/** As `askAtOnce`, but other work goes on meanwhile; one at a time. */
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

/** Bytes of a file, from one to before another. */
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

/** An answer that was left half read would be taken for the beginning of the next one. */
function begin(socket: number): void {
  if (busy.has(socket)) throw new Error("Two requests for bytes of a served file at once.");
  busy.add(socket);
}

function answered(bytes: number): number {
  if (bytes === 0) throw new Error("The parent process serves no more bytes.");
  return bytes;
}
