/** Hashes and measures texts, and finds possible personal data. */

const at64: i32 = 64;
const colon: i32 = 58;
const hyphen: i32 = 45;
const point: i32 = 46;

/** Character classes as bits. */
const digit: u8 = 1;
const letter: u8 = 2;
const hex: u8 = 4;
/** In telephone numbers, card numbers and IP addresses. */
const numeral: u8 = 8;
/** Before the `@` of an address. */
const local: u8 = 16;

// Groups: bytes with the upper half 2 have bit 1, with 3 bit 2, with 4 or 6 bit 4.
const numeralsByLow = i8x16(3, 2, 2, 2, 2, 2, 2, 2, 3, 3, 0, 1, 0, 1, 1, 1);
const numeralsByHigh = i8x16(0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
const addressByLow = i8x16(2, 6, 6, 6, 6, 6, 6, 2, 2, 2, 2, 0, 0, 0, 1, 0);
const addressByHigh = i8x16(0, 0, 1, 2, 4, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0);

const kinds: usize = memory.data(256);

function isIn(byte: i32, kind: u8): bool {
  return (load<u8>(kinds + byte) & kind) !== 0;
}

/** Fills the table of character classes; call it once. */
export function fillKinds(): void {
  for (let byte = 0; byte < 128; byte++) {
    const small = byte | 32;
    const isDigit = byte >= 48 && byte <= 57;
    const isLetter = small >= 97 && small <= 122 && byte >= 65;
    let kind: u8 = 0;
    if (isDigit) kind |= digit | hex | numeral | local;
    if (isLetter) kind |= letter | local;
    if (isLetter && small <= 102) kind |= hex;
    // A blank, both parentheses, plus, hyphen, point and slash.
    if (byte === 32 || byte === 40 || byte === 41 || byte === 43) kind |= numeral;
    if (byte >= 45 && byte <= 47) kind |= numeral;
    if (byte === 46 || byte === 95 || byte === 37 || byte === 43 || byte === 45) kind |= local;
    store<u8>(kinds + byte, kind);
  }
}

/**
 * Measures the texts of a column whose hashes are known. Hashes below `bound` (zero for all) go to
 * `hashes`, which may be their present address, and their rows to `places`. Rows that look like
 * personal data go to `shaped`, rows whose addresses need a closer look to `doubted`; `lacking`
 * marks rows with missing texts. `weights`, unless zero, gives each text's number of occurrences.
 * Writes to `into`: numbers of hashes, shaped and doubted rows, then the floats of `textCounts`.
 */
export function measureTexts(
  cells: usize,
  rows: u32,
  known: usize,
  weights: usize,
  bound: u64,
  hashes: usize,
  places: usize,
  lacking: usize,
  shaped: usize,
  doubted: usize,
  into: usize,
): void {
  if (weights === 0) {
    measure<void>(
      cells,
      rows,
      known,
      weights,
      bound,
      hashes,
      places,
      lacking,
      shaped,
      doubted,
      into,
    );
  } else {
    measure<u32>(
      cells,
      rows,
      known,
      weights,
      bound,
      hashes,
      places,
      lacking,
      shaped,
      doubted,
      into,
    );
  }
}

/** Instantiated separately for `Weight` = void, because a multiplication per text is measurable. */
function measure<Weight>(
  cells: usize,
  rows: u32,
  known: usize,
  weights: usize,
  bound: u64,
  hashes: usize,
  places: usize,
  lacking: usize,
  shaped: usize,
  doubted: usize,
  into: usize,
): void {
  let count: u32 = 0;
  let shortest: u32 = u32.MAX_VALUE;
  let longest: u32 = 0;
  let all: u64 = 0;
  let weight: u64 = 1;
  let addresses: u64 = 0;
  let shapes: usize = 0;
  let doubts: usize = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    if (cell === 0) {
      store<u8>(lacking + row, 1);
      continue;
    }
    const bytes = <u32>(cell >> 32);
    const at = <usize>(cell & 0xffffffff);
    if (!isVoid<Weight>()) weight = <u64>load<Weight>(weights + ((<usize>row) << 2));
    count++;
    let chars = bytes;
    let isAscii = true;
    let colonCount: i32 = 0;
    if (hasRare(at, bytes)) {
      let upper: i32 = 0;
      let marked: i32 = 0;
      for (let from: u32 = 0; from < bytes; from += 16) {
        const part = v128.load(at + from);
        const mask = maskOf(bytes - from);
        upper |= i8x16.bitmask(part) & mask;
        marked |= i8x16.bitmask(i8x16.eq(part, i8x16.splat(<i8>at64))) & mask;
        colonCount += popcnt(i8x16.bitmask(i8x16.eq(part, i8x16.splat(<i8>colon))) & mask);
      }
      isAscii = upper === 0;
      if (!isAscii) chars = countChars(at, bytes);
      const found = marked === 0 ? 0 : addressIn(at, bytes);
      if (found > 0) addresses += weight;
      else if (found < 0) store<u32>(doubted + (doubts++ << 2), row);
    }
    if (chars < shortest) shortest = chars;
    if (chars > longest) longest = chars;
    all += <u64>chars * weight;
    // No shorter text looks like personal data.
    const isLong = bytes >= 7 || colonCount >= 2;
    if (isAscii && isLong && mayBeShaped(at, bytes, colonCount)) {
      store<u32>(shaped + (shapes++ << 2), row);
    }
  }
  store<u32>(into, keepOfCells(cells, rows, count, known, bound, hashes, places));
  store<u32>(into + 4, <u32>shapes);
  store<u32>(into + 8, <u32>doubts);
  store<f64>(into + 16, <f64>shortest);
  store<f64>(into + 24, <f64>longest);
  store<f64>(into + 32, <f64>all);
  store<f64>(into + 40, <f64>addresses);
}

/**
 * Stores the hashes below `bound` of the `count` present texts with their rows; returns their
 * number. If all hashes stay where they are, there is nothing to do.
 */
function keepOfCells(
  cells: usize,
  rows: u32,
  count: u32,
  known: usize,
  bound: u64,
  hashes: usize,
  places: usize,
): u32 {
  const below = bound - 1;
  if (bound === 0 && hashes === known && count === rows) return rows;
  let kept: usize = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const hash = load<u64>(known + ((<usize>row) << 3));
    if (hash > below || load<u64>(cells + ((<usize>row) << 3)) === 0) continue;
    store<u64>(hashes + (kept << 3), hash);
    store<u32>(places + (kept << 2), row);
    kept++;
  }
  return <u32>kept;
}

/** Mask of those of 16 bytes that belong to a text with `left` bytes remaining. */
function maskOf(left: u32): i32 {
  return left >= 16 ? 0xffff : (1 << left) - 1;
}

/** Whether there is a non-ASCII byte, an `@` or a colon. */
function hasRare(at: usize, bytes: u32): bool {
  const ats = i8x16.splat(<i8>at64);
  const colons = i8x16.splat(<i8>colon);
  for (let from: u32 = 0; from < bytes; from += 16) {
    const part = v128.load(at + from);
    const rare = v128.or(part, v128.or(i8x16.eq(part, ats), i8x16.eq(part, colons)));
    if ((i8x16.bitmask(rare) & maskOf(bytes - from)) !== 0) return true;
  }
  return false;
}

/** Number of UTF-8 characters: counts their first bytes. */
function countChars(at: usize, bytes: u32): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < bytes; i++) count += <u32>((load<u8>(at + i) & 0xc0) !== 0x80);
  return count;
}

/** 1 if `emailPattern` matches, 0 if not, -1 if it may be an image file's name. */
function addressIn(at: usize, bytes: u32): i32 {
  const end = at + bytes;
  const ats = i8x16.splat(<i8>at64);
  let found = 0;
  for (let from: u32 = 0; from < bytes; from += 16) {
    let marked = i8x16.bitmask(i8x16.eq(v128.load(at + from), ats)) & maskOf(bytes - from);
    for (; marked !== 0; marked &= marked - 1) {
      const here = at + from + ctz(marked);
      if (here + 1 < end && isIn(load<u8>(here + 1), digit)) return -1;
      if (here > at && isIn(load<u8>(here - 1), local) && isHost(here + 1, end)) found = 1;
    }
  }
  return found;
}

/** Whether dotted names begin here, with at least two letters after one of the points. */
function isHost(from: usize, end: usize): bool {
  let at = from;
  while (at < end) {
    const start = at;
    at += labelBytes(at, end);
    if (at === start || at >= end || <i32>load<u8>(at) !== point) return false;
    at++;
    if (at + 1 < end && isIn(load<u8>(at), letter) && isIn(load<u8>(at + 1), letter)) return true;
  }
  return false;
}

/** Number of letters, digits and hyphens that begin here. */
function labelBytes(from: usize, end: usize): usize {
  for (let at = from; at < end; at += 16) {
    const part = v128.load(at);
    const small = v128.or(part, i8x16.splat(32));
    const isLetter = i8x16.lt_u(i8x16.sub(small, i8x16.splat(97)), i8x16.splat(26));
    const isDigit = i8x16.lt_u(i8x16.sub(part, i8x16.splat(48)), i8x16.splat(10));
    const isHyphen = i8x16.eq(part, i8x16.splat(<i8>hyphen));
    const others = ~i8x16.bitmask(v128.or(isHyphen, v128.or(isLetter, isDigit))) & 0xffff;
    if (others !== 0) return min(end, at + ctz(others)) - from;
  }
  return end - from;
}

/** Accepts everything that `shapeGate` accepts and that is personal data, and little else. */
export function mayBeShaped(at: usize, bytes: u32, colonCount: i32): bool {
  const first = load<u8>(at);
  if (colonCount >= 2) return (isIn(first, hex) || first === colon) && isOfAddress(at, bytes);
  if (colonCount > 0) return false;
  if (bytes >= 7 && bytes <= 26 && isIn(load<u8>(at + bytes - 1), digit) && isIn(first, numeral)) {
    if (areNumerals(at, bytes)) return true;
  }
  return bytes >= 15 && bytes <= 39 && beginsIban(at) && isOfIban(at, bytes);
}

/**
 * Two letters and two digits. Uses a single branch, because branches on random codes are
 * mispredicted.
 */
function beginsIban(at: usize): bool {
  const letters = load<u8>(kinds + load<u8>(at)) & load<u8>(kinds + load<u8>(at + 1));
  const digits = load<u8>(kinds + load<u8>(at + 2)) & load<u8>(kinds + load<u8>(at + 3));
  return (((letters & letter) >> 1) & (digits & digit)) !== 0;
}

/**
 * Whether the text has only letters, digits and blanks with valid account check digits (ISO 7064
 * MOD 97-10). Computes instead of branching, because letters and digits follow each other at
 * random.
 */
function isOfIban(at: usize, bytes: u32): bool {
  let rest: u64 = 0;
  for (let i: u32 = 4; i < bytes + 4; i++) {
    const byte = <u32>load<u8>(at + (i < bytes ? i : i - bytes));
    const kind = <u32>load<u8>(kinds + byte) & (letter | digit);
    if (kind === 0) {
      if (byte !== 32) return false;
      continue;
    }
    const ofLetter = kind >> 1;
    const value = (byte | (ofLetter << 5)) - 48 - ofLetter * 39;
    rest = rest * <u64>(10 + ofLetter * 90) + <u64>value;
    // Eight more letters fit into a word.
    if ((i & 7) === 0) rest %= 97;
  }
  return rest % 97 === 1;
}

/** Only digits, blanks, parentheses, plus, hyphens, points and slashes. */
function areNumerals(at: usize, bytes: u32): bool {
  return areOf(at, bytes, numeralsByLow, numeralsByHigh);
}

/** Only hexadecimal digits, colons and points. */
function isOfAddress(at: usize, bytes: u32): bool {
  return areOf(at, bytes, addressByLow, addressByHigh);
}

/**
 * Whether all bytes belong to a set. Two tables map each half of a byte to groups; a byte belongs
 * to the set if both halves have a group in common.
 */
function areOf(at: usize, bytes: u32, byLow: v128, byHigh: v128): bool {
  const half = i8x16.splat(15);
  const none = i8x16.splat(0);
  for (let from: u32 = 0; from < bytes; from += 16) {
    const part = v128.load(at + from);
    const low = i8x16.swizzle(byLow, v128.and(part, half));
    const high = i8x16.swizzle(byHigh, v128.and(i16x8.shr_u(part, 4), half));
    const others = i8x16.bitmask(i8x16.eq(v128.and(low, high), none));
    if ((others & maskOf(bytes - from)) !== 0) return false;
  }
  return true;
}
