/**
 * Locates the cells of delimited text. A cell is a 64-bit word: the address, and above it the
 * length in bytes; a missing cell is zero. The cells of a column are stored consecutively.
 */
import { combine, hashText, useTextSeed } from "./hashes";

const tab: i32 = 9;
const lineFeed: i32 = 10;
const carriageReturn: i32 = 13;
const blank: i32 = 32;
const quote: i32 = 34;
const hash: i32 = 35;

/** Text that the kernel's rules do not cover: the caller reads it in another way. */
const irregular: i32 = -1;

/** Number of line feeds, which is the largest possible number of rows. */
export function countLines(from: usize, to: usize): u32 {
  const lineFeeds = i8x16.splat(<i8>lineFeed);
  let count: u32 = 0;
  let at = from;
  for (; at + 16 <= to; at += 16) {
    count += popcnt(i8x16.bitmask(i8x16.eq(v128.load(at), lineFeeds)));
  }
  for (; at < to; at++) count += <u32>(<i32>load<u8>(at) === lineFeed);
  return count;
}

/**
 * Locates the cells of the whole lines between two addresses; 16 bytes after them must be readable.
 * Pads short rows, skips cells beyond the last column, and copies cells with quotes to `copies`.
 * Writes to `into`: bytes of the whole rows, longest row, number of short rows, of rows with surplus
 * cells, of those cells, whether the last row is short, whether a quote is open at the end, and whether
 * there are quotes. Returns the number of rows, or `irregular`, also for a carriage return before a
 * delimiter, which Polars would drop.
 */
export function findCells(
  from: usize,
  to: usize,
  delimiter: i32,
  isQuoting: bool,
  hasComments: bool,
  skipsEmpty: bool,
  columns: u32,
  rowsMax: u32,
  cells: usize,
  copies: usize,
  into: usize,
): i32 {
  const delimiters = i8x16.splat(<i8>delimiter);
  const lineFeeds = i8x16.splat(<i8>lineFeed);
  const quotes = i8x16.splat(<i8>(isQuoting ? quote : lineFeed));
  const stride = (<usize>rowsMax) << 3;
  let free = copies;
  let row: u32 = 0;
  let column: u32 = 0;
  let slot = cells;
  let rowStart = from;
  let start = from;
  let closedAt: usize = 0;
  let isOpen = false;
  let isQuoted = false;
  let hasPairs = false;
  startCounting();
  for (let at = from; at < to; at += 16) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, lineFeeds));
    let marks = i8x16.bitmask(v128.or(ends, i8x16.eq(bytes, quotes)));
    while (marks !== 0) {
      const here = at + ctz(marks);
      marks &= marks - 1;
      if (here >= to) break;
      const mark = <i32>load<u8>(here);
      if (mark === quote && isQuoting) {
        hasQuotes = true;
        if (hasComments && <i32>load<u8>(rowStart) === hash) return irregular;
        if (isOpen) {
          isOpen = false;
          closedAt = here;
        } else if (here === start) {
          isOpen = true;
          isQuoted = true;
        } else if (isQuoted && closedAt === here - 1) {
          isOpen = true;
          hasPairs = true;
        } else return irregular;
        continue;
      }
      if (isOpen) continue;
      const isLineEnd = mark === lineFeed;
      const hasReturn = here > start && <i32>load<u8>(here - 1) === carriageReturn;
      let end = hasReturn ? here - 1 : here;
      if ((hasReturn && !isLineEnd) || (isQuoted && closedAt + 1 !== end)) return irregular;
      if (column < columns) {
        let first = start;
        if (isQuoted) {
          first++;
          end = closedAt;
          if (hasPairs) {
            const copy = free;
            free = copyUnpaired(first, end, free);
            first = copy;
            end = free;
          }
        }
        store<u64>(slot, end > first ? <u64>first | ((<u64>(end - first)) << 32) : 0);
      }
      column++;
      slot += stride;
      start = here + 1;
      isQuoted = false;
      hasPairs = false;
      if (!isLineEnd) continue;
      if (column === 1 && isBlank(rowStart, here)) return irregular;
      if (hasComments && (load<u8>(rowStart) as i32) === hash) return irregular;
      if (skipsEmpty && isEmpty(rowStart, here, delimiter)) return irregular;
      countRow(rowStart, here, delimiter, column, columns);
      for (; column < columns; column++) {
        store<u64>(slot, 0);
        slot += stride;
      }
      row++;
      column = 0;
      rowStart = start;
      slot = cells + ((<usize>row) << 3);
    }
  }
  tellCounts(into, rowStart - from, isOpen);
  return <i32>row;
}

let longest: usize = 0;
let short: u32 = 0;
let long: u32 = 0;
let surplus: u32 = 0;
let lastIsShort: bool = false;
let hasQuotes: bool = false;

function startCounting(): void {
  longest = 0;
  short = 0;
  long = 0;
  surplus = 0;
  lastIsShort = false;
  hasQuotes = false;
}

/** Counts a row with `found` cells. */
function countRow(start: usize, lineEnd: usize, delimiter: i32, found: u32, columns: u32): void {
  if (lineEnd - start > longest) longest = lineEnd - start;
  lastIsShort = found < columns;
  if (lastIsShort) short++;
  if (found <= columns) return;
  const more = surplusOf(start, lineEnd, delimiter, found, columns);
  long += <u32>(more > 0);
  surplus += more;
}

function tellCounts(into: usize, bytes: usize, isOpen: bool): void {
  store<u32>(into, <u32>bytes);
  store<u32>(into + 4, <u32>longest);
  store<u32>(into + 8, short);
  store<u32>(into + 12, long);
  store<u32>(into + 16, surplus);
  store<u32>(into + 20, <u32>lastIsShort);
  store<u32>(into + 24, <u32>isOpen);
  store<u32>(into + 28, <u32>hasQuotes);
}

/**
 * Copies the contents of a quoted cell with doubled quotes as single ones; returns the end of the
 * copy.
 */
function copyUnpaired(from: usize, to: usize, into: usize): usize {
  let end = into;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    store<u8>(end++, byte);
    if (<i32>byte === quote) at++;
  }
  return end;
}

function isBlank(start: usize, lineEnd: usize): bool {
  if (start === lineEnd) return true;
  return start + 1 === lineEnd && <i32>load<u8>(start) === carriageReturn;
}

/** Whether a row contains only delimiters and blanks. */
function isEmpty(start: usize, lineEnd: usize, delimiter: i32): bool {
  for (let at = start; at < lineEnd; at++) {
    const byte = <i32>load<u8>(at);
    if (byte === delimiter || byte === blank || byte === tab || byte === carriageReturn) continue;
    return false;
  }
  return true;
}

/** Number of cells of a long row beyond the last column, not counting trailing delimiters. */
function surplusOf(start: usize, lineEnd: usize, delimiter: i32, found: u32, columns: u32): u32 {
  let end = lineEnd;
  if (end > start && <i32>load<u8>(end - 1) === carriageReturn) end--;
  let filled = found;
  while (filled > columns && end > start && <i32>load<u8>(end - 1) === delimiter) {
    end--;
    filled--;
  }
  return filled - columns;
}

/**
 * Mixes a range of a column's cells into their row hashes, as Polars does, and stores the cell
 * hashes at `kept` unless that is 0. Returns the number of missing cells.
 */
export function hashIntoRows(
  cells: usize,
  from: u32,
  to: u32,
  hashes: usize,
  isFirst: bool,
  seed: u64,
  kept: usize,
): u32 {
  useTextSeed(seed);
  let missing: u32 = 0;
  for (let row = from; row < to; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    let hash = seed;
    if (cell === 0) missing++;
    else hash = hashText(<usize>(cell & 0xffffffff), <usize>(cell >> 32));
    if (kept !== 0) store<u64>(kept + ((<usize>row) << 3), hash);
    const at = hashes + ((<usize>row) << 3);
    store<u64>(at, isFirst ? hash : combine(load<u64>(at), hash));
  }
  return missing;
}
