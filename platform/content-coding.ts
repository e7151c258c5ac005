/** Content codings of responses (RFC 9110 §8.4): negotiation and encoding. */
import * as zlib from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Coding = "br" | "zstd" | "gzip";

const { constants } = zlib;
const brotliQuality = 5;
const zstdLevel = 6;
const gzipLevel = 6;

type CompressionCallback = (error: Error | null, bytes: Uint8Array) => void;

const promised = (start: (made: CompressionCallback) => void) =>
  new Promise<Uint8Array>((resolve, reject) => {
    start((error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });

const brotliParams = (bytes: Uint8Array) => ({
  [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
});
const zstdParams = { [constants.ZSTD_c_compressionLevel]: zstdLevel };

/** They run outside the event loop. Bun and Deno have all three; an older runtime may lack zstd. */
const coders: Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  br: (bytes) =>
    promised((made) => zlib.brotliCompress(bytes, { params: brotliParams(bytes) }, made)),
  zstd: (bytes) => promised((made) => zlib.zstdCompress(bytes, { params: zstdParams }, made)),
  gzip: (bytes) => promised((made) => zlib.gzip(bytes, { level: gzipLevel }, made)),
};

/** In order of preference. */
const offered: Coding[] = ["br", "zstd", "gzip"];
const available = offered.filter((coding) => coding !== "zstd" || "zstdCompress" in zlib);

const preferencesHeldMax = 500;
const preferenceCharsMax = 200;
const preferences = new LRUCache<string, { coding: Coding | null }>({ max: preferencesHeldMax });

/**
 * The library's types lack its second argument, which decides between equally acceptable codings.
 */
type Choice = {
  encoding(
    offered: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
};

/** The coding for an `Accept-Encoding`; null for the unencoded bytes. */
export function codingFor(acceptEncoding: string | null): Coding | null {
  if (acceptEncoding === null || acceptEncoding.length > preferenceCharsMax) return null;
  const known = preferences.get(acceptEncoding);
  if (known !== undefined) return known.coding;
  const negotiator: Choice = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const chosen = negotiator.encoding([...available, "identity"], { preferred: available });
  const coding = available.find((one) => one === chosen) ?? null;
  preferences.set(acceptEncoding, { coding });
  return coding;
}

/** Encodes outside the event loop; rejects if the runtime lacks the coding. */
export async function encode(bytes: Uint8Array, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await coders[coding](bytes));
}
