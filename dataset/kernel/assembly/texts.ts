/** Texts: their hashes, their lengths, and which of them may be personal data. */

const at64: i32 = 64;
const colon: i32 = 58;
const hyphen: i32 = 45;
const point: i32 = 46;

/** What a byte may stand in: bits of these. */
const digit: u8 = 1;
const letter: u8 = 2;
const hex: u8 = 4;
/** Of numbers of telephones, cards and machines. */
const numeral: u8 = 8;
/** Before the `@` of an address. */
const local: u8 = 16;

const kinds: usize = memory.data(256);

function isIn(byte: i32, kind: u8): bool {
  return (load<u8>(kinds + byte) & kind) !== 0;
}

/** Fills the table of kinds; to be called once. */
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
 * Measures the texts of a column whose hashes are known. Those below `bound` (zero for all) go to
 * `hashes`, which may be where they are, their rows to `places`; rows that may have the shape of
 * personal data to `shaped`, rows whose addresses are to be looked at to `doubted`. To `into`:
 * texts, hashes, shortest, longest and all characters, addresses, shaped and doubted rows.
 * `lacking` marks rows.
 */
export function measureTexts(
  cells: usize,
  rows: u32,
  known: usize,
  bound: u64,
  hashes: usize,
  places: usize,
  lacking: usize,
  shaped: usize,
  doubted: usize,
  into: usize,
): void {
  const ats = i8x16.splat(<i8>at64);
  const colons = i8x16.splat(<i8>colon);
  let count: u32 = 0;
  let kept: usize = 0;
  let shortest: u32 = u32.MAX_VALUE;
  let longest: u32 = 0;
  let all: f64 = 0;
  let addresses: u32 = 0;
  let shapes: usize = 0;
  let doubts: usize = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    const bytes = <u32>(cell >> 32);
    if (cell === 0) {
      store<u8>(lacking + row, 1);
      continue;
    }
    const at = <usize>(cell & 0xffffffff);
    count++;
    const hash = load<u64>(known + ((<usize>row) << 3));
    if (bound === 0 || hash < bound) {
      store<u64>(hashes + (kept << 3), hash);
      store<u32>(places + (kept << 2), row);
      kept++;
    }
    let upper: i32 = 0;
    let colonCount: i32 = 0;
    /** Where the first `@` stands, or the end. */
    let firstAt = bytes;
    for (let from: u32 = 0; from < bytes; from += 16) {
      const part = v128.load(at + from);
      const left = bytes - from;
      const mask = left >= 16 ? 0xffff : (1 << left) - 1;
      upper |= i8x16.bitmask(part) & mask;
      colonCount += popcnt(i8x16.bitmask(i8x16.eq(part, colons)) & mask);
      const marked = i8x16.bitmask(i8x16.eq(part, ats)) & mask;
      if (marked !== 0 && firstAt === bytes) firstAt = from + ctz(marked);
    }
    const chars = upper === 0 ? bytes : countChars(at, bytes);
    if (chars < shortest) shortest = chars;
    if (chars > longest) longest = chars;
    all += <f64>chars;
    if (firstAt < bytes) {
      const found = addressIn(at, firstAt, bytes);
      if (found > 0) addresses++;
      else if (found < 0) store<u32>(doubted + (doubts++ << 2), row);
    }
    if (upper === 0 && bytes >= 2 && mayBeShaped(at, bytes, colonCount)) {
      store<u32>(shaped + (shapes++ << 2), row);
    }
  }
  store<u32>(into, count);
  store<u32>(into + 4, <u32>kept);
  store<u32>(into + 8, shortest);
  store<u32>(into + 12, longest);
  store<f64>(into + 16, all);
  store<u32>(into + 24, addresses);
  store<u32>(into + 28, <u32>shapes);
  store<u32>(into + 32, <u32>doubts);
}

/** Characters of UTF-8: bytes that begin one. */
function countChars(at: usize, bytes: u32): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < bytes; i++) count += <u32>((load<u8>(at + i) & 0xc0) !== 0x80);
  return count;
}

/** 1 where `emailPattern` finds an address, 0 where not, -1 where it may be a picture's name. */
function addressIn(at: usize, firstAt: u32, bytes: u32): i32 {
  const end = at + bytes;
  let found = 0;
  for (let here = at + firstAt; here < end; here++) {
    if (<i32>load<u8>(here) !== at64) continue;
    if (here + 1 < end && isIn(load<u8>(here + 1), digit)) return -1;
    if (here > at && isIn(load<u8>(here - 1), local) && isHost(here + 1, end)) found = 1;
  }
  return found;
}

/** Whether names with points between begin here, and behind one of the points two letters. */
function isHost(from: usize, end: usize): bool {
  let at = from;
  while (at < end) {
    const start = at;
    while (at < end && isLabel(load<u8>(at))) at++;
    if (at === start || at >= end || <i32>load<u8>(at) !== point) return false;
    at++;
    if (at + 1 < end && isIn(load<u8>(at), letter) && isIn(load<u8>(at + 1), letter)) return true;
  }
  return false;
}

function isLabel(byte: i32): bool {
  return isIn(byte, digit | letter) || byte === hyphen;
}

/** Lets through whatever `shapeGate` does and is personal data, and little else. */
export function mayBeShaped(at: usize, bytes: u32, colonCount: i32): bool {
  const first = load<u8>(at);
  if (bytes >= 7 && bytes <= 26 && isIn(load<u8>(at + bytes - 1), digit) && isIn(first, numeral)) {
    if (areAll(at, bytes, numeral)) return true;
  }
  if (bytes >= 15 && bytes <= 39 && isIn(first, letter) && isIn(load<u8>(at + 1), letter)) {
    if (isIn(load<u8>(at + 2), digit) && isIn(load<u8>(at + 3), digit)) {
      if (isOfIban(at, bytes)) return true;
    }
  }
  return colonCount >= 2 && (isIn(first, hex) || first === colon) && isOfAddress(at, bytes);
}

/** Letters, digits and blanks alone, whose check digits are those of an account number (ISO 7064, 97-10). */
function isOfIban(at: usize, bytes: u32): bool {
  let rest: u32 = 0;
  for (let i: u32 = 4; i < bytes + 4; i++) {
    const byte = load<u8>(at + (i < bytes ? i : i - bytes));
    if (isIn(byte, digit)) rest = (rest * 10 + <u32>byte - 48) % 97;
    else if (isIn(byte, letter)) rest = (rest * 100 + (<u32>byte | 32) - 87) % 97;
    else if (byte !== 32) return false;
  }
  return rest === 1;
}

function areAll(at: usize, bytes: u32, kind: u8): bool {
  for (let i: u32 = 0; i < bytes; i++) if (!isIn(load<u8>(at + i), kind)) return false;
  return true;
}

/** Nothing else than hexadecimal digits, colons and points. */
function isOfAddress(at: usize, bytes: u32): bool {
  for (let i: u32 = 0; i < bytes; i++) {
    const byte = <i32>load<u8>(at + i);
    if (byte !== colon && byte !== point && !isIn(byte, hex)) return false;
  }
  return true;
}
