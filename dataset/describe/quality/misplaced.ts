/** Finds rows whose values stand in other columns: neighbours swapped, or shifted behind a gap. Pure. */
import type { SampledColumn } from "./sampled-column.ts";

const rowsMin = 40;
/** More rows would take long and add little. */
const judgedRowsMax = 384;
/** A row counts if its values are this many times likelier in other places; real tables stay below 1,000. */
const gainMin = Math.log(2000);
/** With more such rows the columns are alike. */
const shareMax = 0.15;

/** The share of misplaced rows; 0 if they may be chance. */
export function misplacedShare(
  columns: readonly (SampledColumn | null)[],
  sampled: number,
): number {
  const rows = Math.min(sampled, judgedRowsMax);
  if (rows < rowsMin || columns.length < 2) return 0;
  const models = columns.map((column) => column && new ValueModel(column, rows));
  let found = 0;
  for (let row = 0; row < rows; row++) {
    if (isSwapped(models, row) || isShifted(models, row)) found++;
  }
  return found < 2 || found > rows * shareMax ? 0 : found / rows;
}

type Models = readonly (ValueModel | null)[];

function isSwapped(models: Models, row: number): boolean {
  return models.some((left, at) => {
    const right = models[at + 1];
    if (!left || !right) return false;
    const own = left.own(row) + right.own(row);
    // No chance is above 1, so usual values need no comparison.
    if (-own < gainMin) return false;
    return left.chanceOf(right.valueAt(row)) + right.chanceOf(left.valueAt(row)) - own >= gainMin;
  });
}

/** Whether the values behind a missing one belong a column further left. */
function isShifted(models: Models, row: number): boolean {
  const gap = models.findIndex((model) => model?.isMissing(row));
  if (gap < 0) return false;
  let gain = 0;
  for (let at = models.length - 2; at >= gap; at--) {
    const [to, from] = [models[at], models[at + 1]];
    if (!to || !from) gain = 0;
    else gain += to.chanceOf(from.valueAt(row)) - to.own(row);
    if (gain >= gainMin && to?.isMissing(row)) return true;
  }
  return false;
}

type Value = number | string | null;

/** Counts of kinds, with a little for each kind that was not seen. */
const unseen = 0.3;
const textKinds = 40;
const binsMax = 24;
/** Bins on each side of the middle nine tenths of the numbers. */
const outerBins = 4;

/** How likely values are in a column: by their range, by themselves, or by the shape of a text. */
class ValueModel {
  readonly #column: SampledColumn;
  readonly #rows: number;
  readonly #bins: Float64Array | null = null;
  readonly #texts = new Map<string, number>();
  readonly #shapes = new Map<string, number>();
  /** By the value's place, missing first; NaN if not asked for yet. */
  readonly #own: Float64Array;
  readonly #missing: number;
  #low = 0;
  #width = 1;

  constructor(column: SampledColumn, rows: number) {
    this.#column = column;
    this.#rows = rows;
    this.#missing = column.codes.subarray(0, rows).filter((code) => code < 0).length;
    this.#own = new Float64Array(column.counts.length + 1).fill(Number.NaN);
    if (column.numbers) {
      const sorted = column.numbers
        .subarray(0, rows)
        .filter(Number.isFinite)
        .map(Math.asinh)
        .sort();
      const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      this.#width = Math.max((at(0.95) - at(0.05)) / (binsMax - 2 * outerBins), 1e-9);
      this.#low = at(0.05) - outerBins * this.#width;
      this.#bins = new Float64Array(binsMax);
      for (const value of sorted) {
        const bin = this.#binOf(value);
        this.#bins[bin] = (this.#bins[bin] as number) + 1;
      }
      return;
    }
    for (const text of (column.texts ?? []).slice(0, rows)) {
      if (text !== null) this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
    }
    for (const [text, many] of this.#texts) {
      const shape = shapeOf(text);
      this.#shapes.set(shape, (this.#shapes.get(shape) ?? 0) + many);
    }
  }

  isMissing(row: number): boolean {
    return (this.#column.codes[row] as number) < 0;
  }

  valueAt(row: number): Value {
    if (this.isMissing(row)) return null;
    return this.#column.numbers?.[row] ?? this.#column.texts?.[row] ?? null;
  }

  /** The logarithm of another value's chance in this column. */
  chanceOf(value: Value): number {
    return this.#chance(value, 0);
  }

  /** The same of the row's own value, by the other rows. */
  own(row: number): number {
    const place = (this.#column.codes[row] as number) + 1;
    let known = this.#own[place] as number;
    if (Number.isNaN(known)) {
      known = this.#chance(this.valueAt(row), 1);
      this.#own[place] = known;
    }
    return known;
  }

  #chance(value: Value, own: number): number {
    const kinds = this.#bins ? binsMax : textKinds;
    const count = Math.max(0, this.#countOf(value, own) - own);
    return Math.log((count + unseen) / (this.#rows - own + unseen * kinds));
  }

  #countOf(value: Value, own: number): number {
    if (value === null) return this.#missing;
    if (typeof value === "number") return this.#bins?.[this.#binOf(Math.asinh(value))] ?? 0;
    const equal = this.#texts.get(value) ?? 0;
    return equal > own ? equal : (this.#shapes.get(shapeOf(value)) ?? 0);
  }

  #binOf(height: number): number {
    return Math.min(binsMax - 1, Math.max(0, Math.floor((height - this.#low) / this.#width)));
  }
}

const shapeCharsMax = 12;

/** Runs of letters and of digits as one sign each, and the length in steps. */
function shapeOf(text: string): string {
  let shape = String(Math.min(4, Math.ceil(text.length / 6)));
  let last = "";
  for (let at = 0; at < text.length && shape.length < shapeCharsMax; at++) {
    const code = text.charCodeAt(at);
    const sign = code >= 48 && code <= 57 ? "9" : isLetter(code) ? "a" : (text[at] ?? "");
    if (sign !== last || (sign !== "a" && sign !== "9")) shape += sign;
    last = sign;
  }
  return shape;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code > 191;
}
