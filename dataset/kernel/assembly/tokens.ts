/** Spellings of a missing value, each with at most eight bytes as one number, sorted. */
let tokens: usize = 0;
let count: u32 = 0;
/** A bit for each token found since `takeSeen`, by its position in the sorted list. */
let seenLow: u64 = 0;
let seenHigh: u64 = 0;

const missing: u32 = u32.MAX_VALUE;

export function useTokens(at: usize, many: u32): void {
  tokens = at;
  count = many;
}

export function isToken(at: usize, bytes: usize): bool {
  const place = placeOf(at, bytes);
  if (place === missing) return false;
  note(place);
  return true;
}

/** The bits of the first 64 tokens, or of the others, that were found since the last call. */
export function takeSeen(areLater: bool): u64 {
  const seen = areLater ? seenHigh : seenLow;
  if (areLater) seenHigh = 0;
  else seenLow = 0;
  return seen;
}

function note(place: u32): void {
  if (place < 64) seenLow |= (<u64>1) << place;
  else seenHigh |= (<u64>1) << (place - 64);
}

/** The position of a token in the sorted list. */
function placeOf(at: usize, bytes: usize): u32 {
  if (bytes === 0 || bytes > 8) return missing;
  const unused = <u64>(64 - (bytes << 3));
  const wanted = (load<u64>(at) << unused) >> unused;
  let low: u32 = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = load<u64>(tokens + ((<usize>middle) << 3));
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return missing;
}

/**
 * Makes texts missing that are blank or one of the tokens with a bit in `low` or `high`, with or
 * without blanks and tabs around it. Returns their number; the blank ones are in the upper half.
 */
export function dropMissing(cells: usize, from: u32, to: u32, low: u64, high: u64): u64 {
  let dropped: u64 = 0;
  let blank: u64 = 0;
  // A bit for each first byte of a text that may be missing.
  const control = firstBytes(low, high, 0) | 0x1_0000_3e00;
  const letters = firstBytes(low, high, 1);
  const upper = firstBytes(low, high, 3) | 0xe_0000_0004;
  for (let row = from; row < to; row++) {
    const slot = cells + ((<usize>row) << 3);
    const cell = load<u64>(slot);
    const bytes = <usize>(cell >> 32);
    if (bytes === 0) continue;
    const at = <usize>(cell & 0xffffffff);
    const first = <u32>load<u8>(at);
    const group = first >> 6;
    const bits = group === 0 ? control : group === 1 ? letters : group === 3 ? upper : 0;
    if (((bits >> (first & 63)) & 1) === 0) continue;
    if (isBlank(at, at + bytes)) blank++;
    else if (!isWanted(at, at + bytes, low, high)) continue;
    store<u64>(slot, 0);
    dropped++;
  }
  return dropped | (blank << 32);
}

/** The first bytes of the wanted tokens in a group of 64 bytes, as bits. */
function firstBytes(low: u64, high: u64, group: u64): u64 {
  let bits: u64 = 0;
  for (let place: u32 = 0; place < count; place++) {
    if (!isSet(place, low, high)) continue;
    const first = load<u64>(tokens + ((<usize>place) << 3)) & 0xff;
    if (first >> 6 === group) bits |= (<u64>1) << (first & 63);
  }
  return bits;
}

function isSet(place: u32, low: u64, high: u64): bool {
  const bits = place < 64 ? low >> place : high >> (place - 64);
  return (bits & 1) !== 0;
}

function isWanted(from: usize, to: usize, low: u64, high: u64): bool {
  let at = from;
  let end = to;
  while (at < end && isBlankByte(at)) at++;
  while (at < end && isBlankByte(end - 1)) end--;
  const place = placeOf(at, end - at);
  if (place === missing || !isSet(place, low, high)) return false;
  note(place);
  return true;
}

function isBlankByte(at: usize): bool {
  const byte = <u32>load<u8>(at);
  return byte === 32 || byte === 9;
}

/** Whether a text consists of characters that Unicode calls white space. */
function isBlank(from: usize, end: usize): bool {
  let at = from;
  while (at < end) {
    const bytes = blankBytes(at, end);
    if (bytes === 0) return false;
    at += bytes;
  }
  return true;
}

/** Bytes of the white space at an address; 0 if there is none. */
function blankBytes(at: usize, end: usize): usize {
  const first = <u32>load<u8>(at);
  if (first === 32 || (first >= 9 && first <= 13)) return 1;
  if (first < 0xc2 || at + 1 >= end) return 0;
  const second = <u32>load<u8>(at + 1);
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0;
  if (at + 2 >= end) return 0;
  const third = <u32>load<u8>(at + 2);
  if (first === 0xe1) return second === 0x9a && third === 0x80 ? 3 : 0;
  if (first === 0xe3) return second === 0x80 && third === 0x80 ? 3 : 0;
  if (first !== 0xe2) return 0;
  if (second === 0x81) return third === 0x9f ? 3 : 0;
  const isSpace = third <= 0x8a || third === 0xa8 || third === 0xa9 || third === 0xaf;
  return second === 0x80 && third >= 0x80 && isSpace ? 3 : 0;
}
