/**
 * Unpacks gzip and zstd synchronously while reading, in bounded memory whatever the output size,
 * and verifies the checksums. The runtimes' streams only work asynchronously, so this drives the
 * native handle below them.
 */
import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import type { DiskFile } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { openFile } from "../base/open-file.ts";
import { checkStatedSize } from "./unpacked-size.ts";
import { PackedBytes, walkZstd } from "./zstd-frames.ts";

export type UnpackedAtOnce = "gzip" | "zstd";

/** The unpacking context: the size of the upload, and who receives the packed bytes done. */
export type Unpacking = {
  storedBytes: number;
  limits: DatasetLimits;
  onBytes: (packedBytesDone: number) => void;
};

const outputBytes = 256 * 1024;
const inputBytes = 256 * 1024;

/**
 * The bytes of a whole file in chunks, each valid until the next. Throws the decoder's errors, and
 * `DatasetRefusal` if the file states sizes beyond the limits.
 */
export function unpackAtOnce(
  file: DiskFile,
  kind: UnpackedAtOnce,
  unpacking: Unpacking,
): Generator<Uint8Array> {
  return kind === "gzip" ? gunzip(file, unpacking) : unzstd(file, unpacking);
}

/** The runtimes read all members of a gzip file as one stream and verify their checksums. */
function* gunzip(file: DiskFile, { onBytes }: Unpacking): Generator<Uint8Array> {
  const packed = openFile(file.filePath);
  const decoder = new Decoder(createGunzip());
  const block = Buffer.allocUnsafe(inputBytes);
  try {
    for (let at = 0; ; ) {
      const length = packed.readSync(block, 0, block.length, at);
      if (length === 0) break;
      at += length;
      onBytes(at);
      yield* decoder.take(block.subarray(0, length), constants.Z_NO_FLUSH);
    }
    yield* decoder.take(block.subarray(0, 0), constants.Z_FINISH);
  } finally {
    decoder.close();
    packed.close();
  }
}

/**
 * Works frame by frame, because the runtimes stop after the first frame or accept a truncated one.
 */
function* unzstd(file: DiskFile, unpacking: Unpacking): Generator<Uint8Array> {
  const packed = new PackedBytes(file);
  let decoder: Decoder | null = null;
  let statedBytes = 0;
  try {
    for (const { bytes, frame, isLast } of walkZstd(packed)) {
      if (frame !== null) {
        statedBytes += frame.contentBytes;
        checkStatedSize(statedBytes, unpacking.storedBytes, unpacking.limits, "zstd");
        decoder = new Decoder(createZstdDecompress());
      }
      if (decoder !== null) yield* decoder.take(bytes, constants.ZSTD_e_continue);
      unpacking.onBytes(packed.bytesDone);
      if (!isLast) continue;
      decoder?.close();
      decoder = null;
    }
  } finally {
    decoder?.close();
    packed.close();
  }
}

/** The native handle below a stream of `node:zlib`, alike in Node, Bun and Deno. */
type Handle = {
  writeSync(
    ...request: [
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputBytes: number,
      output: Uint8Array,
      outputAt: number,
      outputBytes: number,
    ]
  ): void;
  onerror: (message: string, errno: number, code: string) => void;
};
type Beneath = { _handle: Handle; _writeState: Uint32Array };

/** A decoder that returns at most `outputBytes` at a time. */
export class Decoder {
  readonly #stream: { destroy(): unknown };
  readonly #handle: Handle;
  /** Remaining room for output, and remaining input. */
  readonly #left: Uint32Array;
  readonly #output = Buffer.allocUnsafe(outputBytes);
  #failure: Error | null = null;

  constructor(stream: { destroy(): unknown }) {
    const { _handle, _writeState } = stream as unknown as Beneath;
    this.#stream = stream;
    this.#handle = _handle;
    this.#left = _writeState;
    _handle.onerror = (message, errno, code) => {
      this.#failure = Object.assign(new Error(message), { errno, code });
    };
  }

  *take(input: Uint8Array, flush: number): Generator<Uint8Array> {
    const room = this.#output.length;
    for (let left = input.length; ; ) {
      this.#handle.writeSync(flush, input, input.length - left, left, this.#output, 0, room);
      if (this.#failure) throw this.#failure;
      const [roomLeft = 0, inputLeft = 0] = this.#left;
      left = inputLeft;
      if (roomLeft < room) yield this.#output.subarray(0, room - roomLeft);
      if (roomLeft > 0) return;
    }
  }

  close(): void {
    this.#stream.destroy();
  }
}
