/** Reads single numbers of binary formats. */

export type NumberKind =
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float16"
  | "float32"
  | "float64";

export type ReadNumber = (block: Buffer, at: number) => number | bigint | null;

/** A number that JavaScript holds exactly, or the integer itself. */
function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The shortest decimal that is this float: 0.1 and not 0.10000000149011612. */
function shortestFloat(value: number): number | null {
  if (Number.isNaN(value)) return null;
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}

function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return (
    sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
  );
}

const readers: Readonly<Record<NumberKind, readonly [little: ReadNumber, big: ReadNumber]>> = {
  int8: [(block, at) => block.readInt8(at), (block, at) => block.readInt8(at)],
  int16: [(block, at) => block.readInt16LE(at), (block, at) => block.readInt16BE(at)],
  int32: [(block, at) => block.readInt32LE(at), (block, at) => block.readInt32BE(at)],
  int64: [
    (block, at) => exactInteger(block.readBigInt64LE(at)),
    (block, at) => exactInteger(block.readBigInt64BE(at)),
  ],
  uint8: [(block, at) => block.readUInt8(at), (block, at) => block.readUInt8(at)],
  uint16: [(block, at) => block.readUInt16LE(at), (block, at) => block.readUInt16BE(at)],
  uint32: [(block, at) => block.readUInt32LE(at), (block, at) => block.readUInt32BE(at)],
  uint64: [
    (block, at) => exactInteger(block.readBigUInt64LE(at)),
    (block, at) => exactInteger(block.readBigUInt64BE(at)),
  ],
  float16: [
    (block, at) => nullIfNaN(half(block.readUInt16LE(at))),
    (block, at) => nullIfNaN(half(block.readUInt16BE(at))),
  ],
  float32: [
    (block, at) => shortestFloat(block.readFloatLE(at)),
    (block, at) => shortestFloat(block.readFloatBE(at)),
  ],
  float64: [
    (block, at) => nullIfNaN(block.readDoubleLE(at)),
    (block, at) => nullIfNaN(block.readDoubleBE(at)),
  ],
};

const nullIfNaN = (value: number): number | null => (Number.isNaN(value) ? null : value);

export function numberReader(kind: NumberKind, isBig: boolean): ReadNumber {
  return readers[kind][isBig ? 1 : 0];
}
