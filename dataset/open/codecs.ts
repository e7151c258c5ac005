/** Decompressors that the runtimes lack: bzip2 and xz, as streams of chunks. */
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import unbzip2 from "unbzip2-stream";
import { streamFile } from "../base/open-file.ts";

type ByteChunks = AsyncGenerator<Uint8Array>;

/** Most bytes that one run of stored bytes may decode to; more indicates a bomb. */
const RUN_BYTES_MAX = 256 * 1024 * 1024;

/** Decodes synchronously, up to `runBytesMax` bytes per run; throws for damaged bytes. */
export class Bunzip2 {
  readonly #decoder = unbzip2();
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(runBytesMax: number) {
    this.#decoder.on("data", (part: Uint8Array) => {
      this.#bytes += part.length;
      if (this.#bytes > runBytesMax) throw new RangeError("the output is too large");
      this.#parts.push(part);
    });
    // The decoder catches the error above and emits it here; `take` rethrows it.
    this.#decoder.on("error", (error: Error) => {
      throw error;
    });
  }

  /** The chunks that the next stored bytes complete; null marks the end of the file. */
  take(stored: Uint8Array | null): Uint8Array[] {
    if (stored) this.#decoder.write(stored);
    else this.#decoder.end();
    const parts = this.#parts;
    this.#parts = [];
    this.#bytes = 0;
    return parts;
  }
}

/**
 * All members of a bzip2 file, with verified checksums. `onBytes` receives the compressed bytes
 * read.
 */
export async function* bunzip2File(filePath: string, onBytes: (done: number) => void): ByteChunks {
  const packed = streamFile(filePath);
  const decoder = new Bunzip2(RUN_BYTES_MAX);
  for await (const stored of packed) {
    onBytes(packed.bytesRead);
    yield* decoder.take(stored as Uint8Array);
  }
  yield* decoder.take(null);
}

/** All streams of an xz file, with verified checksums, from a WebAssembly decoder. */
export async function* unxzFile(filePath: string, onBytes: (done: number) => void): ByteChunks {
  const packed = streamFile(filePath);
  // Deno finds no named exports in this old CommonJS package.
  const xz = createRequire(import.meta.url)("xz-decompress") as typeof import("xz-decompress");
  const web = Readable.toWeb(packed) as unknown as ReadableStream<Uint8Array>;
  const reader = new xz.XzReadableStream(web).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes(packed.bytesRead);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
    packed.destroy();
  }
}

/** Decodes bzip2 synchronously. Throws for damaged bytes, and a RangeError beyond `bytesMax`. */
export function bunzip2(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const decoder = new Bunzip2(bytesMax);
  return Buffer.concat([...decoder.take(bytes), ...decoder.take(null)]);
}
