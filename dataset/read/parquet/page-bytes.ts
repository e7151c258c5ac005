/** The pages of a column of a row group, one after the other, held to the sizes that they state. */
import type { CompressionCodec } from "hyparquet";
import { snappyUncompress } from "hyparquet/src/snappy.js";
import { unpackZstdFrame } from "../../../platform/runtime.ts";
import { pageCodecs } from "./codecs.ts";
import { ThriftReader, type ThriftStruct } from "./thrift.ts";

/** A page as it is decompressed; those of dictionaries have no levels. */
export type Page = {
  isDictionary: boolean;
  encoding: number;
  values: number;
  /** Where each value's level is told: its bytes, and whether their length stands before them. */
  levels: { bytes: Uint8Array; isPrefixed: boolean } | null;
  /** What follows the levels, or begins with them where their length stands before them. */
  body: Uint8Array;
};

const DATA = 0;
const DICTIONARY = 2;
const DATA_V2 = 3;
/** Levels of runs, the one way that is left of writing them. */
const RUNS = 3;
const zstdMagic = 0xfd2f_b528;

/** Throws a RangeError for what contradicts itself or claims more than `bytesMax`. */
export function* pagesOf(
  chunk: Buffer,
  {
    codec,
    isOptional,
    bytesMax,
  }: { codec: CompressionCodec; isOptional: boolean; bytesMax: number },
): Generator<Page> {
  let decoded = 0;
  for (let at = 0; at < chunk.length; ) {
    const reader = new ThriftReader(chunk.subarray(at));
    const header = reader.struct();
    const [kind, bytes, stored] = [Number(header[1]), Number(header[2]), Number(header[3])];
    const start = at + reader.at;
    at = start + stored;
    if (!(bytes >= 0 && stored >= 0 && at <= chunk.length)) throw new RangeError("page size");
    decoded += bytes;
    if (decoded > bytesMax) throw new RangeError("page bytes");
    const held = chunk.subarray(start, at);
    if (kind === DATA_V2) yield pageV2(header[8] as ThriftStruct, held, bytes, codec);
    else if (kind === DATA || kind === DICTIONARY) {
      const head = header[kind === DATA ? 5 : 7] as ThriftStruct;
      const body = decompress(held, bytes, codec);
      const hasLevels = kind === DATA && isOptional;
      if (hasLevels && Number(head[3]) !== RUNS) throw new RangeError("levels");
      const levels = hasLevels ? { bytes: body, isPrefixed: true } : null;
      const [values, encoding] = [countOf(head[1]), Number(head[2])];
      yield { isDictionary: kind === DICTIONARY, encoding, values, levels, body };
    }
  }
}

function countOf(value: unknown): number {
  const count = Number(value);
  if (!(count >= 0)) throw new RangeError("page values");
  return count;
}

/** Levels of the second version stand before what is compressed. */
function pageV2(head: ThriftStruct, held: Buffer, bytes: number, codec: CompressionCodec): Page {
  const levelBytes = Number(head[5]);
  if (Number(head[6]) !== 0 || !(levelBytes >= 0 && levelBytes <= Math.min(held.length, bytes))) {
    throw new RangeError("levels");
  }
  const rest = held.subarray(levelBytes);
  const body = head[7] === false ? rest : decompress(rest, bytes - levelBytes, codec);
  const levels = levelBytes > 0 ? { bytes: held.subarray(0, levelBytes), isPrefixed: false } : null;
  return { isDictionary: false, encoding: Number(head[4]), values: countOf(head[1]), levels, body };
}

function decompress(held: Buffer, bytes: number, codec: CompressionCodec): Uint8Array {
  const body = decompressed(held, bytes, codec);
  if (body.length !== bytes) throw new RangeError("page size");
  return body;
}

function decompressed(held: Buffer, bytes: number, codec: CompressionCodec): Uint8Array {
  if (codec === "UNCOMPRESSED") return held;
  if (codec === "SNAPPY") {
    const body = new Uint8Array(bytes);
    snappyUncompress(held, body);
    return body;
  }
  // In one go where the frame says how large it becomes: else it could become anything.
  const frame = codec === "ZSTD" && zstdSize(held) === bytes ? unpackZstdFrame(held) : null;
  if (frame) return frame;
  const decoder = pageCodecs[codec];
  if (!decoder) throw new RangeError("codec");
  return decoder(held, bytes);
}

/** What a Zstandard frame says of the size of its content (RFC 8878); -1 where it does not. */
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
