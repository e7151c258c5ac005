/** A layer's operations other than products, each over consecutive rows of floats. */

/** Keeps a layer's norm from dividing by zero. */
const epsilon: f32 = 1e-6;

/** Centres each row and divides it by its deviation, then applies the learned scale and offset. */
export function normalize(
  values: usize,
  rows: u32,
  width: u32,
  scale: usize,
  bias: usize,
  into: usize,
): void {
  const rowBytes = (<usize>width) << 2;
  const move = into - values;
  const many = <f32>width;
  for (const end = values + <usize>rows * rowBytes; values < end; ) {
    const next = values + rowBytes;
    let sums = f32x4.splat(0);
    for (let at = values; at < next; at += 16) sums = f32x4.add(sums, v128.load(at));
    const mean = f32x4.splat(sumOf(sums) / many);
    let squares = f32x4.splat(0);
    for (let at = values; at < next; at += 16) {
      const centred = f32x4.sub(v128.load(at), mean);
      squares = f32x4.add(squares, f32x4.mul(centred, centred));
    }
    const factor = f32x4.splat(<f32>1 / Mathf.sqrt(sumOf(squares) / many + epsilon));
    for (let place: usize = 0; place < rowBytes; place += 16) {
      const centred = f32x4.sub(v128.load(values + place), mean);
      const scaled = f32x4.mul(f32x4.mul(centred, factor), v128.load(scale + place));
      v128.store(values + move + place, f32x4.add(scaled, v128.load(bias + place)));
    }
    values = next;
  }
}

/** Adds the second to the first. */
export function add(values: usize, others: usize, count: u32): void {
  for (const end = values + ((<usize>count) << 2); values < end; values += 16, others += 16) {
    v128.store(values, f32x4.add(v128.load(values), v128.load(others)));
  }
}

/** ReLU: negative values become zero. */
export function rectify(values: usize, count: u32): void {
  for (const end = values + ((<usize>count) << 2); values < end; values += 16) {
    v128.store(values, f32x4.max(v128.load(values), f32x4.splat(0)));
  }
}

/** The mean of the rows, as one row. */
export function average(values: usize, rows: u32, width: u32, into: usize): void {
  const rowBytes = (<usize>width) << 2;
  for (let place: usize = 0; place < rowBytes; place += 16) {
    let sums = f32x4.splat(0);
    for (let row: usize = 0; row < <usize>rows; row++) {
      sums = f32x4.add(sums, v128.load(values + row * rowBytes + place));
    }
    v128.store(into + place, f32x4.div(sums, f32x4.splat(<f32>rows)));
  }
}

/**
 * Attention with several heads: a row contains a token's queries, keys and values, `width` floats
 * of each. `likeness` has room for one float per token.
 */
export function attend(
  all: usize,
  tokens: u32,
  width: u32,
  heads: u32,
  likeness: usize,
  into: usize,
): void {
  const part = (<usize>width) << 2;
  const rowBytes: usize = 3 * part;
  const headBytes = part / <usize>heads;
  const end = all + <usize>tokens * rowBytes;
  const scale = <f32>1 / Mathf.sqrt(<f32>(width / heads));
  for (let head: usize = 0; head < part; head += headBytes) {
    let to = into + head;
    for (let row = all + head; row < end; row += rowBytes, to += part) {
      let largest = -f32.MAX_VALUE;
      let place = likeness;
      for (let key = all + head + part; key < end; key += rowBytes, place += 4) {
        const alike = product(row, key, headBytes) * scale;
        store<f32>(place, alike);
        largest = max(largest, alike);
      }
      weigh(likeness, tokens, largest);
      blend(likeness, all + head + 2 * part, end, rowBytes, headBytes, to);
    }
  }
}

function product(one: usize, other: usize, bytes: usize): f32 {
  let first = f32x4.splat(0);
  let second = first;
  for (const end = one + bytes; one < end; one += 32, other += 32) {
    first = f32x4.add(first, f32x4.mul(v128.load(one), v128.load(other)));
    second = f32x4.add(second, f32x4.mul(v128.load(one, 16), v128.load(other, 16)));
  }
  return sumOf(f32x4.add(first, second));
}

/** Softmax: weights that grow with the similarity and sum to 1. */
function weigh(likeness: usize, tokens: u32, largest: f32): void {
  const end = likeness + ((<usize>tokens) << 2);
  let sum: f32 = 0;
  for (let at = likeness; at < end; at += 4) {
    const weight = Mathf.exp(load<f32>(at) - largest);
    store<f32>(at, weight);
    sum += weight;
  }
  for (let at = likeness; at < end; at += 4) store<f32>(at, load<f32>(at) / sum);
}

/** The weighted sum of all tokens' values. */
function blend(
  weights: usize,
  contents: usize,
  end: usize,
  rowBytes: usize,
  headBytes: usize,
  to: usize,
): void {
  for (let place: usize = 0; place < headBytes; place += 16) {
    let sum = f32x4.splat(0);
    let weight = weights;
    for (let at = contents + place; at < end; at += rowBytes, weight += 4) {
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weight), v128.load(at)));
    }
    v128.store(to + place, sum);
  }
}

function sumOf(values: v128): f32 {
  return (
    f32x4.extract_lane(values, 0) +
    f32x4.extract_lane(values, 1) +
    (f32x4.extract_lane(values, 2) + f32x4.extract_lane(values, 3))
  );
}
