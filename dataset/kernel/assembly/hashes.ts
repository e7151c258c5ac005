/**
 * Polars' hashes of texts and numbers, bit for bit: seeded XXH3 (xxhash.com) and foldhash 0.2
 * (github.com/orlp/foldhash). They make it irrelevant whether Polars or the kernel has counted a
 * value.
 */

// The secret of XXH3 from its specification.
const secret: usize = memory.data<u8>([
  0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
  0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
  0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
  0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
  0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
  0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
  0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
  0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
  0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
  0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
  0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
  0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
]);
const secretBytes: usize = 192;
/** The secret for long texts, which depends on the seed. */
const longSecret: usize = memory.data(192, 8);
/**
 * The accumulators for long texts. Threads that hash in one memory at the same time have separate
 * ones.
 */
let lanes: usize = memory.data(64, 8);

export function useLanes(at: usize): void {
  lanes = at;
}

const prime32x1: u64 = 0x9e3779b1;
const prime32x2: u64 = 0x85ebca77;
const prime32x3: u64 = 0xc2b2ae3d;
const prime64x1: u64 = 0x9e3779b185ebca87;
const prime64x2: u64 = 0xc2b2ae3d27d4eb4f;
const prime64x3: u64 = 0x165667b19e3779f9;
const prime64x4: u64 = 0x85ebca77c2b2ae63;
const prime64x5: u64 = 0x27d4eb2f165667c5;
const rowFactor: u64 = 6364136223846793005;
const mix1: u64 = 0x165667919e3779f9;
const mix2: u64 = 0x9fb21c651e98df25;

let seed: u64 = 0;
let ofNone: u64 = 0;
let flip3: u64 = 0;
let flip8: u64 = 0;
let flip16a: u64 = 0;
let flip16b: u64 = 0;

/** Sets the seed for the next texts. */
export function useTextSeed(value: u64): void {
  seed = value;
  ofNone = avalanche64(value ^ (load<u64>(secret + 56) ^ load<u64>(secret + 64)));
  flip3 = <u64>(load<u32>(secret) ^ load<u32>(secret + 4)) + value;
  const swapped = value ^ ((<u64>bswap<u32>(<u32>value)) << 32);
  flip8 = (load<u64>(secret + 8) ^ load<u64>(secret + 16)) - swapped;
  flip16a = (load<u64>(secret + 24) ^ load<u64>(secret + 32)) + value;
  flip16b = (load<u64>(secret + 40) ^ load<u64>(secret + 48)) - value;
  for (let at: usize = 0; at < secretBytes; at += 16) {
    store<u64>(longSecret + at, load<u64>(secret + at) + value);
    store<u64>(longSecret + at + 8, load<u64>(secret + at + 8) - value);
  }
}

/** XORs the two halves of a 128-bit product. */
function fold(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const highLow = aHigh * bLow;
  const cross = ((aLow * bLow) >> 32) + (highLow & 0xffffffff) + aLow * bHigh;
  return (a * b) ^ ((highLow >> 32) + (cross >> 32) + aHigh * bHigh);
}

/** Hashes a number's bits as Polars does; `state` is the state of its hasher. */
export function hashNumber(bits: u64, state: u64): u64 {
  return fold(fold(bits ^ state, 0xc0ac29b7c97c50dd), 0x243f6a8885a308d3);
}

/** Mixes the hash of a text or boolean cell into a row's hash. */
export function combine(row: u64, cell: u64): u64 {
  return cell ^ (row + 0x9e3779b9 + (cell << 6) + (row >> 2));
}

/** Mixes the hash of a numeric cell into a row's hash. */
export function combineNumber(row: u64, cell: u64): u64 {
  return fold(cell ^ fold(row, rowFactor), rowFactor);
}

/** 64-bit XXH3 with the current seed. */
export function hashText(at: usize, bytes: usize): u64 {
  if (bytes <= 16) {
    if (bytes > 8) return hash9to16(at, bytes);
    if (bytes >= 4) return hash4to8(at, bytes);
    return bytes > 0 ? hash1to3(at, bytes) : ofNone;
  }
  if (bytes <= 128) return hash17to128(at, bytes);
  return bytes <= 240 ? hash129to240(at, bytes) : hashLong(at, bytes);
}

function hash1to3(at: usize, bytes: usize): u64 {
  const first = <u32>load<u8>(at);
  const middle = <u32>load<u8>(at + (bytes >> 1));
  const last = <u32>load<u8>(at + bytes - 1);
  const all = (first << 16) | (middle << 24) | last | ((<u32>bytes) << 8);
  return avalanche64(<u64>all ^ flip3);
}

function hash4to8(at: usize, bytes: usize): u64 {
  const all = <u64>load<u32>(at + bytes - 4) + ((<u64>load<u32>(at)) << 32);
  let hash = all ^ flip8;
  hash ^= rotl<u64>(hash, 49) ^ rotl<u64>(hash, 24);
  hash *= mix2;
  hash ^= (hash >> 35) + <u64>bytes;
  hash *= mix2;
  return hash ^ (hash >> 28);
}

function hash9to16(at: usize, bytes: usize): u64 {
  const low = load<u64>(at) ^ flip16a;
  const high = load<u64>(at + bytes - 8) ^ flip16b;
  return avalanche(<u64>bytes + bswap<u64>(low) + high + fold(low, high));
}

function mix16(at: usize, by: usize): u64 {
  return fold(
    load<u64>(at) ^ (load<u64>(by) + seed),
    load<u64>(at + 8) ^ (load<u64>(by + 8) - seed),
  );
}

function hash17to128(at: usize, bytes: usize): u64 {
  const end = at + bytes;
  let sum = <u64>bytes * prime64x1;
  if (bytes > 32) {
    if (bytes > 64) {
      if (bytes > 96) sum += mix16(at + 48, secret + 96) + mix16(end - 64, secret + 112);
      sum += mix16(at + 32, secret + 64) + mix16(end - 48, secret + 80);
    }
    sum += mix16(at + 16, secret + 32) + mix16(end - 32, secret + 48);
  }
  sum += mix16(at, secret) + mix16(end - 16, secret + 16);
  return avalanche(sum);
}

function hash129to240(at: usize, bytes: usize): u64 {
  let sum = <u64>bytes * prime64x1;
  for (let i: usize = 0; i < 128; i += 16) sum += mix16(at + i, secret + i);
  sum = avalanche(sum);
  const whole = bytes & ~15;
  for (let i: usize = 128; i < whole; i += 16) sum += mix16(at + i, secret + i - 125);
  return avalanche(sum + mix16(at + bytes - 16, secret + 119));
}

function hashLong(at: usize, bytes: usize): u64 {
  store<u64>(lanes, prime32x3);
  store<u64>(lanes + 8, prime64x1);
  store<u64>(lanes + 16, prime64x2);
  store<u64>(lanes + 24, prime64x3);
  store<u64>(lanes + 32, prime64x4);
  store<u64>(lanes + 40, prime32x2);
  store<u64>(lanes + 48, prime64x5);
  store<u64>(lanes + 56, prime32x1);
  const blocks = (bytes - 1) >> 10;
  let from = at;
  for (let block: usize = 0; block < blocks; block++) {
    for (let i: usize = 0; i < 16; i++) takeStripe(from + i * 64, longSecret + i * 8);
    scramble();
    from += 1024;
  }
  const stripes = (bytes - 1 - (blocks << 10)) >> 6;
  for (let i: usize = 0; i < stripes; i++) takeStripe(from + i * 64, longSecret + i * 8);
  takeStripe(at + bytes - 64, longSecret + 121);
  let sum = <u64>bytes * prime64x1;
  for (let i: usize = 0; i < 64; i += 16) {
    const by = longSecret + 11 + i;
    sum += fold(load<u64>(lanes + i) ^ load<u64>(by), load<u64>(lanes + i + 8) ^ load<u64>(by + 8));
  }
  return avalanche(sum);
}

function takeStripe(at: usize, by: usize): void {
  for (let i: usize = 0; i < 64; i += 8) {
    const value = load<u64>(at + i);
    const key = value ^ load<u64>(by + i);
    const other = lanes + (i ^ 8);
    store<u64>(other, load<u64>(other) + value);
    store<u64>(lanes + i, load<u64>(lanes + i) + (key & 0xffffffff) * (key >> 32));
  }
}

function scramble(): void {
  for (let i: usize = 0; i < 64; i += 8) {
    let lane = load<u64>(lanes + i);
    lane ^= lane >> 47;
    lane ^= load<u64>(longSecret + 128 + i);
    store<u64>(lanes + i, lane * prime32x1);
  }
}

function avalanche(value: u64): u64 {
  let hash = value ^ (value >> 37);
  hash *= mix1;
  return hash ^ (hash >> 32);
}

function avalanche64(value: u64): u64 {
  let hash = value ^ (value >> 33);
  hash *= prime64x2;
  hash ^= hash >> 29;
  hash *= prime64x3;
  return hash ^ (hash >> 32);
}
