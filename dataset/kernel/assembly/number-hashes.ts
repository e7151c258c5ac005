/** Hashes of numbers and of their rows. */
import { combineNumber, hashNumber } from "./hashes";

/**
 * Hashes the words or floats at `values` as Polars does; stores those below `bound` (zero for all)
 * with their places. `mask` keeps the bits of a word that its type has. Returns their number.
 */
export function hashNumbers(
  values: usize,
  places: usize,
  count: u32,
  areFloats: bool,
  mask: u64,
  state: u64,
  bound: u64,
  hashes: usize,
  hashedPlaces: usize,
): u32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    let bits = load<u64>(values + (i << 3));
    // Makes both zeros equal.
    if (areFloats && bits << 1 === 0) bits = 0;
    const hash = hashNumber(bits & mask, state);
    if (bound !== 0 && hash >= bound) continue;
    store<u64>(hashes + (kept << 3), hash);
    store<u32>(hashedPlaces + (kept << 2), load<u32>(places + (i << 2)));
    kept++;
  }
  return <u32>kept;
}

/** Like `hashNumbers`, for known hashes. */
export function keepHashes(
  known: usize,
  places: usize,
  count: u32,
  bound: u64,
  hashes: usize,
  hashedPlaces: usize,
): u32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const hash = load<u64>(known + (i << 3));
    if (bound !== 0 && hash >= bound) continue;
    store<u64>(hashes + (kept << 3), hash);
    store<u32>(hashedPlaces + (kept << 2), load<u32>(places + (i << 2)));
    kept++;
  }
  return <u32>kept;
}

/**
 * Mixes floats into their row hashes, as Polars hashes rows of numbers, and stores their own hashes
 * at `kept`. `places` are the rows of the floats; all other rows get the hash `missing`.
 */
export function hashNumbersIntoRows(
  values: usize,
  places: usize,
  count: u32,
  from: u32,
  to: u32,
  hashes: usize,
  isFirst: bool,
  state: u64,
  missing: u64,
  kept: usize,
): void {
  let next: u32 = 0;
  for (let row = from; row < to; row++) {
    let hash = missing;
    if (next < count && load<u32>(places + ((<usize>next) << 2)) === row) {
      const bits = load<u64>(values + ((<usize>next) << 3));
      hash = hashNumber(bits << 1 === 0 ? 0 : bits, state);
      store<u64>(kept + ((<usize>next) << 3), hash);
      next++;
    }
    const at = hashes + ((<usize>row) << 3);
    store<u64>(at, isFirst ? hash : combineNumber(load<u64>(at), hash));
  }
}
