import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DiskFile } from "../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { type Unpacking, unpackAtOnce } from "./unpack-at-once.ts";
import { outputRefusal } from "./unpacked-size.ts";

export type Compression = "bzip2" | "gzip" | "xz" | "zstd";

/**
 * Decompresses a whole file to `targetPath`, including all gzip members or zstd frames, and
 * verifies that it is complete. The compression ratio refers to `storedBytes`, the size of the
 * upload. `onBytes` receives the compressed bytes done. Throws `DatasetRefusal` for a damaged or
 * truncated file, and for one that exceeds the limits.
 */
export async function decompressFile(
  packed: DiskFile,
  storedBytes: number,
  compression: Compression,
  targetPath: string,
  limits: DatasetLimits,
  onBytes: (done: number) => void,
): Promise<DiskFile> {
  const output = new OutputLimit(storedBytes, limits, compression);
  try {
    const source = await sources[compression](packed, { storedBytes, limits, onBytes });
    await pipeline(source, output, createWriteStream(targetPath));
  } catch (error) {
    throw unpackingRefusal(error, compression, limits);
  }
  return { filePath: targetPath, byteSize: output.bytes };
}

type ByteChunks = AsyncGenerator<Uint8Array>;

/** Chunks of a decompressed file. Rarely needed libraries are loaded on demand. */
const sources: Readonly<
  Record<Compression, (file: DiskFile, unpacking: Unpacking) => ByteChunks | Promise<ByteChunks>>
> = {
  gzip: (file, unpacking) => aside(unpackAtOnce(file, "gzip", unpacking)),
  zstd: (file, unpacking) => aside(unpackAtOnce(file, "zstd", unpacking)),
  bzip2: async ({ filePath }, { onBytes }) =>
    (await import("./codecs.ts")).bunzip2File(filePath, onBytes),
  xz: async ({ filePath }, { onBytes }) =>
    (await import("./codecs.ts")).unxzFile(filePath, onBytes),
};

/** Copies each chunk, because the generator reuses its buffer. */
async function* aside(parts: Generator<Uint8Array>): ByteChunks {
  for (const part of parts) yield Buffer.from(part);
}

/** Passes bytes on until they exceed the limits. */
class OutputLimit extends Transform {
  bytes = 0;
  readonly #packedBytes: number;
  readonly #limits: DatasetLimits;
  readonly #compression: Compression;

  constructor(packedBytes: number, limits: DatasetLimits, compression: Compression) {
    super();
    this.#packedBytes = packedBytes;
    this.#limits = limits;
    this.#compression = compression;
  }

  override _transform(
    part: Buffer,
    _: BufferEncoding,
    done: (error: Error | null, part?: Buffer) => void,
  ): void {
    this.bytes += part.length;
    const refusal = outputRefusal(this.#limits, this.#packedBytes, this.bytes, this.#compression);
    if (refusal) done(refusal);
    else done(null, part);
  }
}

/** How the bzip2 and xz decoders report a truncated file. */
const cutOff = /ended prematurely|unexpected end|error code 8$/i;

/** How a decoder reports a bomb, before or after memory ran out. */
const tooLarge = /output is too large|out of memory/i;

/** Translates a decoder's error into a refusal; other errors are returned unchanged. */
export function unpackingRefusal(
  error: unknown,
  compression: Compression,
  limits: DatasetLimits,
): unknown {
  if (error instanceof DatasetRefusal || !(error instanceof Error)) return error;
  // A fault of the disk is not the file's fault.
  if ("syscall" in error) return error;
  if (/window|too much memory/i.test(error.message)) {
    const detail = "The zstd file needs a window of more than 128 MiB (it was made with --long).";
    return new DatasetRefusal("unsupported_format", detail, compression);
  }
  if (tooLarge.test(error.message)) {
    return limitRefusal(limits, "decompressionRatioMax", null, compression);
  }
  const cut = ("code" in error && error.code === "Z_BUF_ERROR") || cutOff.test(error.message);
  const detail = cut
    ? `The ${compression} file is truncated.`
    : `The ${compression} data is damaged: its contents and its checksums do not match.`;
  return new DatasetRefusal("malformed_file", detail, compression, error);
}
