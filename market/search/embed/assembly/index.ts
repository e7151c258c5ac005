/** WebAssembly for `sign-rows.ts`. */

/**
 * Writes the places of the `max` rows with the fewest different bits from the row at `asked` to `into`, as
 * words, nearest first and lower places first among equals. Returns their number. The rows start at
 * `from`, `rowBytes` each, a multiple of 16. `counts` needs two bytes for each row, `histogram` one word
 * for each possible count, plus one.
 */
export function findNearest(
  from: usize,
  rows: u32,
  rowBytes: usize,
  asked: usize,
  max: u32,
  counts: usize,
  histogram: usize,
  into: usize,
): u32 {
  memory.fill(histogram, 0, ((rowBytes << 3) + 1) << 2);
  countDiffering(from, rows, rowBytes, asked, counts, histogram);
  let found: u32 = 0;
  let bound: u32 = 0;
  // Replace each count's word by the start of its rows' places.
  for (; found < max && bound <= <u32>(rowBytes << 3); bound++) {
    const word = histogram + ((<usize>bound) << 2);
    const many = load<u32>(word);
    store<u32>(word, found);
    found += many;
  }
  for (let row: u32 = 0; row < rows; row++) {
    const count = <u32>load<u16>(counts + ((<usize>row) << 1));
    if (count >= bound) continue;
    const word = histogram + ((<usize>count) << 2);
    const place = load<u32>(word);
    if (place >= max) continue;
    store<u32>(into + ((<usize>place) << 2), row);
    store<u32>(word, place + 1);
  }
  return min(found, max);
}

/** Counts 64-bit words, because only some machines have a vector instruction for that. */
function countDiffering(
  from: usize,
  rows: u32,
  rowBytes: usize,
  asked: usize,
  counts: usize,
  histogram: usize,
): void {
  for (const end = counts + ((<usize>rows) << 1); counts < end; counts += 2) {
    let count: u64 = 0;
    let other = asked;
    for (const next = from + rowBytes; from < next; from += 16, other += 16) {
      count += popcnt(load<u64>(from) ^ load<u64>(other));
      count += popcnt(load<u64>(from, 8) ^ load<u64>(other, 8));
    }
    store<u16>(counts, <u16>count);
    const word = histogram + ((<usize>count) << 2);
    store<u32>(word, load<u32>(word) + 1);
  }
}
