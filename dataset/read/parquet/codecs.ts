/** Decompressors for Parquet pages in the second reader; they enforce the pages' stated sizes. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { CompressionCodec } from "hyparquet";
import { snappyUncompress } from "hyparquet/src/snappy.js";
import { compressors as further } from "hyparquet-compressors";

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;
type Native = (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** A page that decodes to another size than stated is damaged, and never grows beyond that size. */
function held(decompress: Native): Decompress {
  return (input, outputLength) => {
    const output = decompress(input, { maxOutputLength: Math.max(1, outputLength) });
    if (output.length !== outputLength) throw new RangeError("page size");
    return new Uint8Array(output.buffer, output.byteOffset, output.byteLength);
  };
}

/** The runtime's own decompressors where it has them; its gzip accepts any number of members. */
export const pageCodecs: Partial<Record<CompressionCodec, Decompress>> = {
  LZ4: further.LZ4,
  LZ4_RAW: further.LZ4_RAW,
  GZIP: held(gunzipSync),
  BROTLI: held(brotliDecompressSync),
  ZSTD: held(zstdDecompressSync),
};

/**
 * hysnappy's WebAssembly memory never shrinks, so it is used only up to this size; it takes half
 * the time.
 */
const snappyProgramBytesMax = 16 * 2 ** 20;

/** Throws if the page decodes to another size than stated. */
export function unpackSnappy(input: Uint8Array, outputLength: number): Uint8Array {
  // The program writes the size in the data, whatever size it is asked for.
  if (snappySize(input) !== outputLength) throw new RangeError("page size");
  const unpack = input.length + outputLength <= snappyProgramBytesMax ? further.SNAPPY : null;
  if (unpack) return unpack(input, outputLength);
  const output = new Uint8Array(outputLength);
  snappyUncompress(input, output);
  return output;
}

/** The decoded size that snappy data states: a varint with the lowest seven bits first. */
function snappySize(input: Uint8Array): number {
  let size = 0;
  for (let at = 0; at < Math.min(5, input.length); at++) {
    const byte = input[at] as number;
    size += (byte & 127) * 128 ** at;
    if (byte < 128) return size;
  }
  return -1;
}
