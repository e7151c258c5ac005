/** The pages of a column in a row group, in order; enforces the sizes that they state. */
import type { CompressionCodec } from "hyparquet";
import { unpackZstdFrame } from "../../../platform/runtime.ts";
import { pageCodecs, unpackSnappy } from "./codecs.ts";
import { DATA_V2, DICTIONARY, placesOfHeads, type StoredBytes } from "./stored-bytes.ts";
import type { ThriftStruct } from "./thrift.ts";

/** A decompressed page; dictionary pages have no levels. */
export type Page = {
  isDictionary: boolean;
  encoding: number;
  values: number;
  /** The levels of the values: their bytes, and whether they begin with their length. */
  levels: { bytes: Uint8Array; isPrefixed: boolean } | null;
  /** The bytes after the levels; includes the levels if they begin with their length. */
  body: Uint8Array;
};

/** Run-length encoded levels, the only encoding still in use. */
const RUNS = 3;
const zstdMagic = 0xfd2f_b528;

/** A page whose header was read. It must be opened before the next one is requested. */
export type StoredPage = Pick<Page, "isDictionary" | "values"> & {
  /** Decompressed size. */
  bytes: number;
  open: () => Page;
};

type Column = { codec: CompressionCodec; isOptional: boolean; bytesMax: number };

/** Throws a RangeError for a page that contradicts itself or claims more than `bytesMax`. */
export function* pagesOf(chunk: StoredBytes, column: Column): Generator<StoredPage> {
  const { codec, isOptional, bytesMax } = column;
  let decoded = 0;
  for (let at = 0; at < chunk.length; ) {
    const { header, length } = chunk.header(at);
    const [kind, bytes, stored] = [Number(header[1]), Number(header[2]), Number(header[3])];
    const start = at + length;
    at = start + stored;
    if (!(bytes >= 0 && stored >= 0 && at <= chunk.length)) throw new RangeError("page size");
    decoded += bytes;
    if (decoded > bytesMax) throw new RangeError("page bytes");
    const place = placesOfHeads[kind];
    if (place === undefined) continue;
    const head = header[place] as ThriftStruct;
    const isDictionary = kind === DICTIONARY;
    const open = (): Page => {
      const held = chunk.read(start, stored);
      if (held.length < stored) throw new RangeError("page size");
      if (kind === DATA_V2) return pageV2(head, held, bytes, codec);
      return pageV1(head, decompress(held, bytes, codec), { isDictionary, isOptional });
    };
    yield { isDictionary, values: countOf(head[1]), bytes, open };
  }
}

function pageV1(
  head: ThriftStruct,
  body: Uint8Array,
  { isDictionary, isOptional }: { isDictionary: boolean; isOptional: boolean },
): Page {
  const hasLevels = !isDictionary && isOptional;
  if (hasLevels && Number(head[3]) !== RUNS) throw new RangeError("levels");
  const levels = hasLevels ? { bytes: body, isPrefixed: true } : null;
  return { isDictionary, encoding: Number(head[2]), values: countOf(head[1]), levels, body };
}

function countOf(value: unknown): number {
  const count = Number(value);
  if (!(count >= 0)) throw new RangeError("page values");
  return count;
}

/** In version 2 the levels precede the compressed part. */
function pageV2(head: ThriftStruct, held: Buffer, bytes: number, codec: CompressionCodec): Page {
  const levelBytes = Number(head[5]);
  if (Number(head[6]) !== 0 || !(levelBytes >= 0 && levelBytes <= Math.min(held.length, bytes))) {
    throw new RangeError("levels");
  }
  const rest = held.subarray(levelBytes);
  const stored = head[7] === false ? "UNCOMPRESSED" : codec;
  const body = decompress(rest, bytes - levelBytes, stored);
  const levels = levelBytes > 0 ? { bytes: held.subarray(0, levelBytes), isPrefixed: false } : null;
  return { isDictionary: false, encoding: Number(head[4]), values: countOf(head[1]), levels, body };
}

function decompress(held: Buffer, bytes: number, codec: CompressionCodec): Uint8Array {
  const body = decompressed(held, bytes, codec);
  if (body.length !== bytes) throw new RangeError("page size");
  return body;
}

function decompressed(held: Buffer, bytes: number, codec: CompressionCodec): Uint8Array {
  // A copy, because the buffer is reused for the next page.
  if (codec === "UNCOMPRESSED") return new Uint8Array(held);
  if (codec === "SNAPPY") return unpackSnappy(held, bytes);
  // Decompressed at once only if the frame states its size; otherwise its size is unlimited.
  const frame = codec === "ZSTD" && zstdSize(held) === bytes ? unpackZstdFrame(held) : null;
  if (frame) return frame;
  const decoder = pageCodecs[codec];
  if (!decoder) throw new RangeError("codec");
  return decoder(held, bytes);
}

/** The content size that a Zstandard frame states (RFC 8878); -1 if it does not. */
function zstdSize(frame: Buffer): number {
  if (frame.length < 18 || frame.readUInt32LE(0) !== zstdMagic) return -1;
  const descriptor = frame.readUInt8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const at = 5 + (isSingle ? 0 : 1) + dictionaryBytes;
  const flag = descriptor >> 6;
  if (flag === 0) return isSingle ? frame.readUInt8(at) : -1;
  if (flag === 1) return frame.readUInt16LE(at) + 256;
  return flag === 2 ? frame.readUInt32LE(at) : Number(frame.readBigUInt64LE(at));
}
