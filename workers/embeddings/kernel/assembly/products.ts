/** Products of float matrices: rows of one with columns of the other, eight columns at once. */

/** Bytes of eight floats: the host packs that many columns together. */
const eight: usize = 32;

/**
 * Multiplies `values` (`rows` of `inner`) by `weights` (packed), adds `bias`, and writes rows of
 * `columns`.
 */
export function multiply(
  values: usize,
  rows: u32,
  inner: u32,
  weights: usize,
  columns: u32,
  bias: usize,
  into: usize,
): void {
  const rowBytes = (<usize>inner) << 2;
  const intoBytes = (<usize>columns) << 2;
  // The packed columns stay in the cache while every row is multiplied by them.
  const packedBytes = rowBytes << 3;
  for (let at: usize = 0; at < intoBytes; at += eight, weights += packedBytes) {
    let row: u32 = 0;
    let from = values;
    let to = into + at;
    for (; row + 4 <= rows; row += 4, from += rowBytes << 2, to += intoBytes << 2) {
      fourRows(from, rowBytes, weights, bias + at, to, intoBytes);
    }
    for (; row < rows; row++, from += rowBytes, to += intoBytes) {
      oneRow(from, rowBytes, weights, bias + at, to);
    }
  }
}

function fourRows(
  from: usize,
  rowBytes: usize,
  weights: usize,
  bias: usize,
  to: usize,
  intoBytes: usize,
): void {
  let low0 = v128.load(bias);
  let high0 = v128.load(bias, 16);
  let low1 = low0;
  let low2 = low0;
  let low3 = low0;
  let high1 = high0;
  let high2 = high0;
  let high3 = high0;
  let one = from;
  let two = one + rowBytes;
  let three = two + rowBytes;
  let four = three + rowBytes;
  for (const end = from + rowBytes; one < end; weights += eight) {
    const low = v128.load(weights);
    const high = v128.load(weights, 16);
    const first = v128.load32_splat(one);
    low0 = f32x4.add(low0, f32x4.mul(first, low));
    high0 = f32x4.add(high0, f32x4.mul(first, high));
    const second = v128.load32_splat(two);
    low1 = f32x4.add(low1, f32x4.mul(second, low));
    high1 = f32x4.add(high1, f32x4.mul(second, high));
    const third = v128.load32_splat(three);
    low2 = f32x4.add(low2, f32x4.mul(third, low));
    high2 = f32x4.add(high2, f32x4.mul(third, high));
    const fourth = v128.load32_splat(four);
    low3 = f32x4.add(low3, f32x4.mul(fourth, low));
    high3 = f32x4.add(high3, f32x4.mul(fourth, high));
    one += 4;
    two += 4;
    three += 4;
    four += 4;
  }
  storeEight(to, low0, high0);
  storeEight(to + intoBytes, low1, high1);
  storeEight(to + 2 * intoBytes, low2, high2);
  storeEight(to + 3 * intoBytes, low3, high3);
}

/** Four independent sums, so that none waits for the previous one. */
function oneRow(from: usize, rowBytes: usize, weights: usize, bias: usize, to: usize): void {
  let low0 = v128.load(bias);
  let high0 = v128.load(bias, 16);
  let low1 = f32x4.splat(0);
  let high1 = low1;
  let low2 = low1;
  let high2 = low1;
  let low3 = low1;
  let high3 = low1;
  for (const end = from + rowBytes; from < end; from += 16, weights += 4 * eight) {
    const first = v128.load32_splat(from);
    low0 = f32x4.add(low0, f32x4.mul(first, v128.load(weights)));
    high0 = f32x4.add(high0, f32x4.mul(first, v128.load(weights, 16)));
    const second = v128.load32_splat(from, 4);
    low1 = f32x4.add(low1, f32x4.mul(second, v128.load(weights, 32)));
    high1 = f32x4.add(high1, f32x4.mul(second, v128.load(weights, 48)));
    const third = v128.load32_splat(from, 8);
    low2 = f32x4.add(low2, f32x4.mul(third, v128.load(weights, 64)));
    high2 = f32x4.add(high2, f32x4.mul(third, v128.load(weights, 80)));
    const fourth = v128.load32_splat(from, 12);
    low3 = f32x4.add(low3, f32x4.mul(fourth, v128.load(weights, 96)));
    high3 = f32x4.add(high3, f32x4.mul(fourth, v128.load(weights, 112)));
  }
  const low = f32x4.add(f32x4.add(low0, low1), f32x4.add(low2, low3));
  const high = f32x4.add(f32x4.add(high0, high1), f32x4.add(high2, high3));
  storeEight(to, low, high);
}

function storeEight(to: usize, low: v128, high: v128): void {
  v128.store(to, low);
  v128.store(to, high, 16);
}
