/**
 * The strength of association of two columns: Pearson, Spearman, Cramér's V, correlation ratio.
 * Pure.
 */

/**
 * A column of numbers, scaled by the largest one so that squares do not overflow; NaN if missing.
 */
export type NumberColumn = {
  scaled: Float64Array;
  /** For each row, how many numbers are smaller; -1 if missing. */
  positions: Int32Array;
  /**
   * Values and ranks, centred and scaled so that squares sum to 1; null if any value is missing.
   */
  standard: { values: Float64Array; ranks: Float64Array } | null;
};

/** A column with few distinct values, numbered from 0; -1 if missing. */
export type CategoryColumn = { codes: Int32Array; distinct: number };

/** A measure, and the size that chance would rarely exceed, in the same unit. */
export type Measure = { rows: number; value: number; chance: number };

/** Standard deviations that a pair must exceed: one pair of 16,000 does so by chance. */
const chanceDeviations = 4;

/** The numbers prepared for comparison, with infinities as missing; null if all are equal. */
export function numberColumn(numbers: Float64Array): NumberColumn | null {
  const present = new Float64Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row] as number;
    if (Number.isFinite(value)) present[count++] = value;
  }
  const sorted = present.subarray(0, count).sort();
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  if (least === most) return null;
  const unit = Math.max(-least, most);
  const scaled = new Float64Array(numbers.length);
  const positions = new Int32Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row] as number;
    const isMissing = !Number.isFinite(value);
    scaled[row] = isMissing ? Number.NaN : value / unit;
    positions[row] = isMissing ? -1 : countBelow(sorted, value);
  }
  if (count < numbers.length) return { scaled, positions, standard: null };
  const values = standardise(scaled);
  const ranks = standardise(ranksOf(positions, positions));
  return { scaled, positions, standard: values && ranks ? { values, ranks } : null };
}

function countBelow(sorted: Float64Array, value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Mid-ranks among the rows where the other column has a value, too; NaN elsewhere. */
function ranksOf(positions: Int32Array, others: Int32Array): Float64Array {
  const ranks = new Float64Array(positions.length);
  for (let row = 0; row < positions.length; row++) {
    const position = positions[row] as number;
    if (position >= 0 && (others[row] as number) >= 0) ranks[position] = 1 + (ranks[position] ?? 0);
  }
  let before = 0;
  for (let at = 0; at < ranks.length; at++) {
    const equal = ranks[at] as number;
    ranks[at] = before + (equal + 1) / 2;
    before += equal;
  }
  const byRow = new Float64Array(positions.length);
  for (let row = 0; row < positions.length; row++) {
    const position = positions[row] as number;
    const isIn = position >= 0 && (others[row] as number) >= 0;
    byRow[row] = isIn ? (ranks[position] as number) : Number.NaN;
  }
  return byRow;
}

/** Null if rounding leaves nothing of the deviations from the mean. */
function standardise(values: Float64Array): Float64Array | null {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row] as number;
  const mean = sum / values.length;
  const standard = new Float64Array(values.length);
  let squares = 0;
  for (let row = 0; row < values.length; row++) {
    const distance = (values[row] as number) - mean;
    standard[row] = distance;
    squares += distance * distance;
  }
  const norm = Math.sqrt(squares);
  for (let row = 0; row < values.length; row++) standard[row] = (standard[row] as number) / norm;
  return norm > 0 ? standard : null;
}

/**
 * Both correlations over the rows where neither value is missing; null if a column is constant
 * there.
 */
export function compareNumbers(
  one: NumberColumn,
  other: NumberColumn,
): { rows: number; pearson: number; spearman: number; chance: number } | null {
  if (one.standard && other.standard) {
    const rows = one.scaled.length;
    const pearson = clamp(productOf(one.standard.values, other.standard.values));
    const spearman = clamp(productOf(one.standard.ranks, other.standard.ranks));
    return { rows, pearson, spearman, chance: chanceDeviations / Math.sqrt(rows - 1) };
  }
  const linear = correlate(one.scaled, other.scaled);
  if (!linear) return null;
  const { rows } = linear;
  const ranks = correlate(
    ranksOf(one.positions, other.positions),
    ranksOf(other.positions, one.positions),
  );
  if (!ranks) return null;
  const chance = chanceDeviations / Math.sqrt(rows - 1);
  return { rows, pearson: linear.value, spearman: ranks.value, chance };
}

function productOf(ones: Float64Array, others: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < ones.length; row++)
    sum += (ones[row] as number) * (others[row] as number);
  return sum;
}

/** Ignores rows where either is NaN. */
function correlate(
  ones: Float64Array,
  others: Float64Array,
): { rows: number; value: number } | null {
  const kept = [new Float64Array(ones.length), new Float64Array(ones.length)] as const;
  let rows = 0;
  for (let row = 0; row < ones.length; row++) {
    const one = ones[row] as number;
    const other = others[row] as number;
    if (Number.isNaN(one + other)) continue;
    kept[0][rows] = one;
    kept[1][rows++] = other;
  }
  const first = standardise(kept[0].subarray(0, rows));
  const second = standardise(kept[1].subarray(0, rows));
  return first && second ? { rows, value: clamp(productOf(first, second)) } : null;
}

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

/** Encodes texts or booleans as codes; null if all are equal or too many are distinct. */
export function categoryColumn(values: Float64Array, distinctMax: number): CategoryColumn | null {
  const byValue = new Map<number, number>();
  const codes = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    let code = Number.isNaN(value) ? -1 : byValue.get(value);
    if (code === undefined) {
      code = byValue.size;
      byValue.set(value, code);
      if (code === distinctMax) return null;
    }
    codes[row] = code;
  }
  return byValue.size < 2 ? null : { codes, distinct: byValue.size };
}

/** Cramér's V with Bergsma's bias correction; null if either column is constant. */
export function compareCategories(one: CategoryColumn, other: CategoryColumn): Measure | null {
  const cells = new Float64Array(one.distinct * other.distinct);
  const ones = new Float64Array(one.distinct);
  const others = new Float64Array(other.distinct);
  let rows = 0;
  for (let row = 0; row < one.codes.length; row++) {
    const a = one.codes[row] as number;
    const b = other.codes[row] as number;
    if (a < 0 || b < 0) continue;
    rows++;
    addOne(cells, a * other.distinct + b);
    addOne(ones, a);
    addOne(others, b);
  }
  let shares = -1;
  for (let cell = 0; cell < cells.length; cell++) {
    const count = cells[cell] as number;
    const inRow = ones[Math.floor(cell / other.distinct)] as number;
    if (count > 0) shares += (count / inRow) * (count / (others[cell % other.distinct] as number));
  }
  const r = countFilled(ones);
  const k = countFilled(others);
  const freedom = (r - 1) * (k - 1);
  const sideOf = (count: number): number => count - 1 - (count - 1) ** 2 / (rows - 1);
  const side = Math.min(sideOf(r), sideOf(k));
  if (rows < 2 || freedom < 1 || side <= 0) return null;
  const corrected = Math.max(0, shares - freedom / (rows - 1)) / side;
  const chance = (squaresByChance(freedom) - freedom) / (rows - 1) / side;
  return { rows, value: Math.min(1, Math.sqrt(corrected)), chance: Math.sqrt(chance) };
}

/**
 * The chi-squared value exceeded as rarely as four deviations of a normal value (Wilson and
 * Hilferty).
 */
function squaresByChance(freedom: number): number {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + chanceDeviations * Math.sqrt(part)) ** 3;
}

function addOne(counts: Float64Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

function countFilled(counts: Float64Array): number {
  return counts.reduce((filled, count) => filled + (count > 0 ? 1 : 0), 0);
}

/** The correlation ratio eta of numbers by a category; null if either is constant. */
export function compareMixed(
  numbers: NumberColumn,
  { codes, distinct }: CategoryColumn,
): Measure | null {
  const values = numbers.standard?.values ?? numbers.scaled;
  const counts = new Float64Array(distinct);
  const sums = new Float64Array(distinct);
  let rows = 0;
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    const value = values[row] as number;
    if (code < 0 || Number.isNaN(value)) continue;
    rows++;
    sum += value;
    squares += value * value;
    addOne(counts, code);
    sums[code] = (sums[code] as number) + value;
  }
  const mean = sum / rows;
  // If values are near 0, or at most 1 in size, the difference keeps enough digits.
  const all = squares - rows * mean * mean;
  let between = 0;
  for (let code = 0; code < distinct; code++) {
    const count = counts[code] as number;
    if (count > 0) between += count * ((sums[code] as number) / count - mean) ** 2;
  }
  const share = between / all;
  const freedom = countFilled(counts) - 1;
  if (freedom < 1 || !(all > squares * 1e-9)) return null;
  const chance = squaresByChance(freedom) / (rows - 1);
  return { rows, value: Math.sqrt(Math.min(1, share)), chance: Math.sqrt(chance) };
}
