/** Spellings of a missing value, each with at most eight bytes as one number, sorted. */
let tokens: usize = 0;
let count: u32 = 0;

export function useTokens(at: usize, many: u32): void {
  tokens = at;
  count = many;
}

export function isToken(at: usize, bytes: usize): bool {
  if (bytes === 0 || bytes > 8) return false;
  const unused = <u64>(64 - (bytes << 3));
  const wanted = (load<u64>(at) << unused) >> unused;
  let low: u32 = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = load<u64>(tokens + ((<usize>middle) << 3));
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}
