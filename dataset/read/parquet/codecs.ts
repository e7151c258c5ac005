/** The compressions of Parquet's pages for the second reader, held to the sizes that pages state. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { CompressionCodec } from "hyparquet";
import { compressors as further } from "hyparquet-compressors";

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;
type Native = (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** A page that decodes to another size than it states is broken, and never grows beyond it. */
function held(decompress: Native): Decompress {
  return (input, outputLength) => {
    const output = decompress(input, { maxOutputLength: Math.max(1, outputLength) });
    if (output.length !== outputLength) throw new RangeError("page size");
    return new Uint8Array(output.buffer, output.byteOffset, output.byteLength);
  };
}

/** The runtime's own for those that it has; gzip's takes any number of members. */
export const pageCodecs: Partial<Record<CompressionCodec, Decompress>> = {
  LZ4: further.LZ4,
  LZ4_RAW: further.LZ4_RAW,
  GZIP: held(gunzipSync),
  BROTLI: held(brotliDecompressSync),
  ZSTD: held(zstdDecompressSync),
};
