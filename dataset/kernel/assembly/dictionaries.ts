import { combine, combineNumber } from "./hashes";

/** Copies the words at the dictionary indexes in `chosen`. */
export function chooseWords(words: usize, chosen: usize, count: u32, into: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const at = (<usize>load<u32>(chosen + (i << 2))) << 3;
    store<u64>(into + (i << 3), load<u64>(words + at));
  }
}

/**
 * Counts the uses of dictionary entries. In order of entries, writes the used ones to `listed`,
 * their counts to `counts`, and to `firsts` their first row, taken from `rows` unless that is 0.
 * Returns the number of used entries.
 */
export function countChosen(
  chosen: usize,
  count: u32,
  entries: u32,
  rows: usize,
  tally: usize,
  listed: usize,
  counts: usize,
  firsts: usize,
): u32 {
  memory.fill(tally, 0, (<usize>entries) << 2);
  let many: usize = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const entry = load<u32>(chosen + (i << 2));
    const at = tally + ((<usize>entry) << 2);
    const before = load<u32>(at);
    store<u32>(at, before + 1);
    if (before !== 0) continue;
    store<u32>(listed + (many << 2), entry);
    store<u32>(firsts + (many << 2), rows === 0 ? <u32>i : load<u32>(rows + (i << 2)));
    many++;
  }
  for (let i: usize = 0; i < many; i++) {
    const at = tally + ((<usize>load<u32>(listed + (i << 2))) << 2);
    store<u32>(counts + (i << 2), load<u32>(at));
  }
  return <u32>many;
}

/** Like `hashWordsIntoRows`, for values whose hashes are stored per dictionary entry. */
export function mixChosenIntoRows(
  chosen: usize,
  known: usize,
  places: usize,
  count: u32,
  rows: u32,
  areTruths: bool,
  ofNone: u64,
  isFirst: bool,
  rowHashes: usize,
  lacking: usize,
): void {
  let i: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    let hash = ofNone;
    if (i < count && load<u32>(places + ((<usize>i) << 2)) === row) {
      const entry = <usize>load<u32>(chosen + ((<usize>i) << 2));
      hash = load<u64>(known + (entry << 3));
      i++;
    } else store<u8>(lacking + row, 1);
    const at = rowHashes + ((<usize>row) << 3);
    if (isFirst) store<u64>(at, hash);
    else if (areTruths) store<u64>(at, combine(load<u64>(at), hash));
    else store<u64>(at, combineNumber(load<u64>(at), hash));
  }
}
