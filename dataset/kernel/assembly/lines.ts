/**
 * Finds the values of JSON lines that are objects with known keys in a known order. A value is a cell as
 * `cells.ts` has them: the inside of a text, a number or a literal as it is written; null, and what a line
 * lacks, is zero. What is out of the ordinary is left to who reads any JSON.
 */

const tab: i32 = 9;
const lineFeed: i32 = 10;
const carriageReturn: i32 = 13;
const space: i32 = 32;
const quote: i32 = 34;
const plus: i32 = 43;
const comma: i32 = 44;
const minus: i32 = 45;
const point: i32 = 46;
const zero: i32 = 48;
const nine: i32 = 57;
const colon: i32 = 58;
const backslash: i32 = 92;
const letterE: i32 = 101;
const openObject: i32 = 123;
const closeObject: i32 = 125;

/** The kinds of values, as `kinds.ts` of the JSON reader has them. */
const integer: u32 = 1;
const fraction: u32 = 2;
const boolean: u32 = 4;
const text: u32 = 8;

/** In the table of keys: its address and its bytes as JSON, the place of its column, kinds, values. */
const keyBytes: usize = 20;
const lengthAt: usize = 4;
const placeAt: usize = 8;
const kindsAt: usize = 12;
const valuesAt: usize = 16;

/** So many digits are exact in a float. */
const digitsMax: u32 = 15;
/** A float has room for a number of so many digits with this exponent, and for one over it. */
const exponentMax: u32 = 280;

const wordTrue: u32 = 0x65757274;
const wordNull: u32 = 0x6c6c756e;
const wordAlse: u32 = 0x65736c61;

/** Where no value or no line is found. */
const none: usize = 0;
const irregular: i32 = -1;

/** Where the next text that has escapes is written without them. */
let free: usize = 0;

/**
 * The values of the whole lines between two addresses, behind which 64 bytes are zero. Texts with
 * escapes are copied to `copies`. To `into`: where the last line begins that was looked at, the lines
 * that were ended, the longest one. Returns the rows, or `irregular`.
 */
export function findValues(
  from: usize,
  to: usize,
  keys: usize,
  keyCount: u32,
  rowsMax: u32,
  cells: usize,
  copies: usize,
  into: usize,
): i32 {
  const stride = (<usize>rowsMax) << 3;
  let row: u32 = 0;
  let lines: u32 = 0;
  let longest: usize = 0;
  let at = from;
  free = copies;
  for (;;) {
    at = behindBlanks(at);
    if (at >= to) break;
    if (byteAt(at) === lineFeed) {
      lines++;
      at++;
      continue;
    }
    store<u32>(into, <u32>(at - from));
    const end = takeLine(at, to, keys, keyCount, cells + ((<usize>row) << 3), stride);
    if (end === none) return irregular;
    if (end - at > longest) longest = end - at;
    at = end;
    lines++;
    row++;
  }
  store<u32>(into + 4, lines);
  store<u32>(into + 8, <u32>longest);
  return <i32>row;
}

function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

function behindBlanks(from: usize): usize {
  let at = from;
  let byte = byteAt(at);
  while (byte === space || byte === tab || byte === carriageReturn) byte = byteAt(++at);
  return at;
}

/** Takes a line with its end; returns where the next one begins. */
function takeLine(
  start: usize,
  to: usize,
  keys: usize,
  keyCount: u32,
  slots: usize,
  stride: usize,
): usize {
  if (byteAt(start) !== openObject) return none;
  const keysEnd = keys + (<usize>keyCount) * keyBytes;
  let at = behindBlanks(start + 1);
  let key = keys;
  if (byteAt(at) === closeObject) at++;
  else {
    for (;;) {
      while (key < keysEnd && !isKeyAt(at, key)) {
        store<u64>(slots + stride * <usize>load<u32>(key, placeAt), 0);
        key += keyBytes;
      }
      if (key === keysEnd) return none;
      at = behindBlanks(at + <usize>load<u32>(key, lengthAt));
      if (byteAt(at) !== colon) return none;
      at = behindBlanks(at + 1);
      at = takeValue(at, slots + stride * <usize>load<u32>(key, placeAt), key);
      if (at === none) return none;
      at = behindBlanks(at);
      key += keyBytes;
      const byte = byteAt(at++);
      if (byte === closeObject) break;
      if (byte !== comma) return none;
      at = behindBlanks(at);
    }
  }
  for (; key < keysEnd; key += keyBytes) {
    store<u64>(slots + stride * <usize>load<u32>(key, placeAt), 0);
  }
  at = behindBlanks(at);
  if (at >= to) return at;
  return byteAt(at) === lineFeed ? at + 1 : none;
}

function isKeyAt(at: usize, key: usize): bool {
  const known = <usize>load<u32>(key);
  const bytes = <usize>load<u32>(key, lengthAt);
  let i: usize = 0;
  for (; i + 8 <= bytes; i += 8) {
    if (load<u64>(at + i) !== load<u64>(known + i)) return false;
  }
  if (i === bytes) return true;
  const unused = <u64>(64 - ((bytes - i) << 3));
  return load<u64>(at + i) << unused === load<u64>(known + i) << unused;
}

/** Takes a value into a cell; returns where it ends, or `none`. */
function takeValue(at: usize, slot: usize, key: usize): usize {
  const byte = byteAt(at);
  if (byte === quote) return takeText(at + 1, slot, key);
  if (byte === minus || (byte >= zero && byte <= nine)) return takeNumber(at, slot, key);
  const word = load<u32>(at);
  if (word === wordNull) {
    store<u64>(slot, 0);
    return at + 4;
  }
  if (word === wordTrue) return kept(at, at + 4, slot, key, boolean);
  const isFalse = byte === 102 && load<u32>(at + 1) === wordAlse;
  return isFalse ? kept(at, at + 5, slot, key, boolean) : none;
}

/** Keeps what stands between two addresses; returns the second one. */
function kept(from: usize, end: usize, slot: usize, key: usize, kind: u32): usize {
  store<u64>(slot, <u64>from | ((<u64>(end - from)) << 32));
  store<u32>(key, load<u32>(key, kindsAt) | kind, kindsAt);
  store<u32>(key, load<u32>(key, valuesAt) + 1, valuesAt);
  return end;
}

/** A text from behind its first quote on. */
function takeText(start: usize, slot: usize, key: usize): usize {
  const quotes = i8x16.splat(<i8>quote);
  const backslashes = i8x16.splat(<i8>backslash);
  const spaces = i8x16.splat(<i8>space);
  let at = start;
  for (;;) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes));
    const marks = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    if (marks === 0) {
      at += 16;
      continue;
    }
    at += ctz(marks);
    const byte = byteAt(at);
    if (byte === quote) return kept(start, at, slot, key, text) + 1;
    return byte === backslash ? takeEscaped(start, at, slot, key) : none;
  }
}

/** A text whose first escape stands at `at`. */
function takeEscaped(start: usize, first: usize, slot: usize, key: usize): usize {
  const copy = free;
  let into = copy + (first - start);
  memory.copy(copy, start, first - start);
  let at = first;
  for (;;) {
    const byte = byteAt(at++);
    if (byte === quote) break;
    if (byte < space) return none;
    if (byte !== backslash) {
      store<u8>(into++, <u8>byte);
      continue;
    }
    const letter = byteAt(at++);
    if (letter !== 117) {
      const plain = escapedBy(letter);
      if (plain < 0) return none;
      store<u8>(into++, <u8>plain);
      continue;
    }
    const unit = fourHex(at);
    at += 4;
    if (unit < 0 || unit >>> 10 === 0x37) return none;
    if (unit >>> 10 !== 0x36) {
      into = putCharacter(into, unit);
      continue;
    }
    if (byteAt(at) !== backslash || byteAt(at + 1) !== 117) return none;
    const second = fourHex(at + 2);
    at += 6;
    if (second >>> 10 !== 0x37) return none;
    into = putCharacter(into, 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff));
  }
  free = kept(copy, into, slot, key, text);
  return at;
}

/** What a letter behind a backslash stands for; less than zero where for nothing. */
function escapedBy(letter: i32): i32 {
  switch (letter) {
    case quote:
    case backslash:
    case 47:
      return letter;
    case 98:
      return 8;
    case 102:
      return 12;
    case 110:
      return lineFeed;
    case 114:
      return carriageReturn;
    case 116:
      return tab;
    default:
      return -1;
  }
}

/** The number that four hexadecimal digits write; less than zero where there are none. */
function fourHex(at: usize): i32 {
  let value = 0;
  for (let i: usize = 0; i < 4; i++) {
    const byte = byteAt(at + i);
    const digit = byte <= nine ? byte - zero : (byte | 32) - 87;
    if (digit < 0 || digit > 15 || (byte > nine && digit < 10)) return -1;
    value = (value << 4) | digit;
  }
  return value;
}

/** Writes a character in UTF-8; returns where it ends. */
function putCharacter(into: usize, code: i32): usize {
  if (code < 0x80) {
    store<u8>(into, <u8>code);
    return into + 1;
  }
  if (code < 0x800) {
    store<u8>(into, <u8>(0xc0 | (code >> 6)));
    store<u8>(into + 1, <u8>(0x80 | (code & 0x3f)));
    return into + 2;
  }
  if (code < 0x10000) {
    store<u8>(into, <u8>(0xe0 | (code >> 12)));
    store<u8>(into + 1, <u8>(0x80 | ((code >> 6) & 0x3f)));
    store<u8>(into + 2, <u8>(0x80 | (code & 0x3f)));
    return into + 3;
  }
  store<u8>(into, <u8>(0xf0 | (code >> 18)));
  store<u8>(into + 1, <u8>(0x80 | ((code >> 12) & 0x3f)));
  store<u8>(into + 2, <u8>(0x80 | ((code >> 6) & 0x3f)));
  store<u8>(into + 3, <u8>(0x80 | (code & 0x3f)));
  return into + 4;
}

function isDigit(byte: i32): bool {
  return <u32>(byte - zero) < 10;
}

function takeNumber(from: usize, slot: usize, key: usize): usize {
  const start = byteAt(from) === minus ? from + 1 : from;
  let at = start;
  while (isDigit(byteAt(at))) at++;
  const whole = <u32>(at - start);
  if (whole === 0 || (whole > 1 && byteAt(start) === zero)) return none;
  let kind: u32 = whole <= digitsMax ? integer : 0;
  let decimals: u32 = 0;
  if (byteAt(at) === point) {
    const first = ++at;
    while (isDigit(byteAt(at))) at++;
    decimals = <u32>(at - first);
    if (decimals === 0) return none;
    if (kind !== 0) kind = kindOfDecimals(first, at, whole);
  }
  const mark = byteAt(at) | 32;
  if (mark === letterE) {
    const sign = byteAt(at + 1);
    const digits = sign === plus || sign === minus ? at + 2 : at + 1;
    at = digits;
    while (isDigit(byteAt(at))) at++;
    if (at === digits) return none;
    kind = kindOfExponent(digits, at, sign === minus, whole, decimals, byteAt(start));
  }
  // A column that has fractions is one of numbers, whatever this is.
  if (kind === 0) kind = load<u32>(key, kindsAt) & fraction;
  return kind === 0 ? none : kept(from, at, slot, key, kind);
}

/** Whether decimals make a number a fraction or leave it an integer as a float; 0 where that is not told. */
function kindOfDecimals(from: usize, end: usize, whole: u32): u32 {
  let areZeros = true;
  let areTelling = false;
  let left = digitsMax - whole;
  for (let at = from; at < end; at++) {
    const byte = byteAt(at);
    if (byte !== zero) areZeros = false;
    // Of nothing but nines a float could be the next integer.
    if (left > 0 && byte !== zero && byte !== nine) areTelling = true;
    if (left > 0) left--;
  }
  if (areZeros) return integer;
  return areTelling || whole + <u32>(end - from) <= digitsMax ? fraction : 0;
}

/** As `kindOfDecimals`, of a number with an exponent. */
function kindOfExponent(
  from: usize,
  end: usize,
  isNegative: bool,
  whole: u32,
  decimals: u32,
  firstDigit: i32,
): u32 {
  let exponent: u32 = 0;
  for (let at = from; at < end; at++) {
    exponent = exponent * 10 + <u32>(byteAt(at) - zero);
    if (exponent > exponentMax) return 0;
  }
  if (!isNegative) return exponent >= decimals && whole <= digitsMax ? integer : 0;
  // Below a tenth, and not zero: the first digit is none.
  return exponent > whole && firstDigit !== zero ? fraction : 0;
}
