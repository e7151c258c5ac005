import pl, { type Expr } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { headOfText } from "../base/own-text.ts";
import type { Column } from "../base/plain-column.ts";
import { type Extreme, isLess } from "../base/values.ts";
import type { Aggregates, AskedAggregates } from "./aggregates.ts";
import { type ColumnBudget, KEYS_PER_SKETCH_MAX } from "./column-budget.ts";
import {
  floatsOf,
  nestedText,
  type PresentValues,
  type RowNumbers,
  type SpelledNulls,
} from "./column-values.ts";
import { DatePeriods } from "./date-periods.ts";
import { exactInteger, exactSum, meanOf } from "./exact-sum.ts";
import { isMissingToken } from "./formats/missing-tokens.ts";
import type { HashSketch } from "./hash-sketch.ts";
import { deviationOf, RunningMoments } from "./moments.ts";
import { NumberSample } from "./number-sample.ts";
import { countPersonal, nestedGate, PiiCounts, shapeGate } from "./personal/counts.ts";
import {
  bareDigits,
  bareDigitsMin,
  countBareDigits,
  mayHoldCards,
  mayHoldNationalIds,
} from "./personal/integers.ts";
import { mergeTotals, noTotals, totalsOf } from "./text-figures.ts";
import { ValueCounts } from "./top-values.ts";

export type TypeClass = "numeric" | "temporal" | "text" | "boolean" | "opaque";

const classes: Readonly<Record<ColumnType, TypeClass>> = {
  integer: "numeric",
  number: "numeric",
  date: "temporal",
  datetime: "temporal",
  time: "temporal",
  string: "text",
  boolean: "boolean",
  geometry: "opaque",
  object: "opaque",
  array: "opaque",
  binary: "opaque",
  mixed: "opaque",
  empty: "opaque",
};

export function classOf(type: ColumnType): TypeClass {
  return classes[type];
}

const holdsText: ReadonlySet<ColumnType> = new Set(["object", "array", "mixed"]);

/**
 * With so few values they are examined one by one, because compiling patterns would take longer.
 */
export const FEW_ROWS_MAX = 1000;

const unreadableTextsMax = 100;
const unreadableCharsMax = 100;

/** Outside these bounds the squares in a deviation underflow or overflow. */
const stdMin = 1e-140;
const stdMax = 1e140;
/** For numbers closer together, Polars' deviation keeps fewer than twelve digits. */
const stdShareMin = 1e-4;

type Bounds = { min: Expr; max: Expr };

function boundsOf(values: Expr): Bounds {
  return { min: values.min(), max: values.max() };
}

function printed({ min, max }: Bounds): Bounds {
  return { min: min.cast(pl.Utf8), max: max.cast(pl.Utf8) };
}

/** The statistics of one column, collected chunk by chunk in one pass over the file. */
export class ColumnStats {
  readonly type: ColumnType;
  readonly numbers: NumberSample;
  readonly moments = new RunningMoments();
  /** Distinct and most frequent values. */
  readonly top: ValueCounts;
  readonly pii = new PiiCounts();
  /** For date and datetime columns. */
  readonly periods: DatePeriods | null;
  nullCount = 0;
  count = 0;
  /** Missing values written as a word such as NA, or as blanks. */
  tokenCount = 0;
  /** The words, without blanks around them; blanks alone are the empty text. */
  readonly missingWords = new Set<string>();
  /** Cells that are left out because they cannot be read. */
  unreadableCount = 0;
  /** Their texts with their counts; of many texts only the first. */
  readonly unreadable = new Map<string, number>();
  nonFiniteCount = 0;
  trueCount = 0;
  /** Values of a text column that fit its near type. */
  nearCount = 0;
  /** Dates that fit only one order of day and month. */
  decisiveCount = 0;
  min: Extreme | null = null;
  max: Extreme | null = null;
  readonly texts = noTotals();
  readonly #exact: boolean;
  /** How many more values may be searched for personal data. */
  #searchLeft: number;

  constructor(type: ColumnType, wholeNumbers: boolean, budget: ColumnBudget) {
    this.type = type;
    this.#exact = type === "integer" && wholeNumbers;
    this.#searchLeft = budget.searchedValuesMax;
    const { sketchKeysMax, namedValuesMax } = budget;
    this.top = new ValueCounts(sketchKeysMax, namedValuesMax, budget.joinKeysOf(type));
    this.numbers = new NumberSample(budget.numbers);
    const share = budget.sketchKeysMax / KEYS_PER_SKETCH_MAX;
    const isDated = type === "date" || type === "datetime";
    this.periods = isDated ? new DatePeriods(type, share) : null;
  }

  /** Columns with the same key need the same aggregates, apart from evidence. */
  get askedAs(): string {
    return `${this.type}${this.#exact}`;
  }

  /**
   * The aggregates that `absorb` expects of each chunk, over one typed column or several of the
   * same kind at once; null means 0. For `evidence` see `TextColumnType`.
   */
  aggregates(column: Expr, rows: number, evidence: Expr | null): AskedAggregates {
    switch (classOf(this.type)) {
      case "numeric": {
        const bounds = this.#exact ? printed(boundsOf(column)) : boundsOf(column);
        const float = column.cast(pl.Float64);
        const bare = this.type === "integer" ? bareDigits(column) : {};
        return { ...bounds, sum: float.sum(), std: float.std(), ...bare };
      }
      case "temporal":
        return { ...printed(boundsOf(column)), decisive: evidence };
      case "boolean":
        return { trues: column.sum() };
      case "text": {
        const [emails, shapes] = rows > FEW_ROWS_MAX ? countPersonal(column) : [null, null];
        return { ...totalsOf(column), near: evidence, emails, shapes };
      }
      case "opaque":
        return {};
    }
  }

  /** Distinct values, exact or estimated. */
  get sketch(): HashSketch {
    return this.top.sketch;
  }

  /** Whether `absorb` processes values one by one, by hash and as numbers. */
  get countsValues(): boolean {
    const kind = classOf(this.type);
    return kind !== "boolean" && kind !== "opaque";
  }

  /**
   * Adds a chunk: its number of rows, its aggregates, and its non-missing values, which are
   * requested only if there are any.
   */
  absorb(
    { rows, nulls, rawNulls }: RowNumbers,
    figures: Aggregates,
    valuesOf: () => PresentValues,
  ): void {
    this.nullCount += nulls;
    this.tokenCount += nulls - rawNulls;
    this.count += rows - nulls;
    if (rows === nulls) return;
    if (this.type === "boolean") {
      this.trueCount += Number(figures.trues);
      return;
    }
    const present = valuesOf();
    const { values, numbers } = present;
    switch (classOf(this.type)) {
      case "numeric":
        if (numbers) this.#absorbNumbers(floatsOf(numbers), figures);
        break;
      case "temporal":
        this.#widen(figures.min as string, figures.max as string);
        this.decisiveCount += Number(figures.decisive ?? 0);
        if (numbers) this.#absorbTimes(floatsOf(numbers));
        break;
      case "text":
        this.#absorbText(present, rows - nulls, rows <= FEW_ROWS_MAX, figures);
        break;
      default:
        if (present.nested) this.#addNested(present.nested);
        else if (holdsText.has(this.type)) this.#absorbNested(values as Column);
        return;
    }
    if (present.counted && this.top.addCounted(present.counted)) return;
    this.top.add(values, present.hashes.toTypedArray() as BigUint64Array, present.hashed);
  }

  /** Adds the texts of missing values, which `absorb` has counted as missing words. */
  absorbSpelled(spelled: SpelledNulls): void {
    for (const [text, count] of spelled) {
      if (isMissingToken(text)) {
        this.missingWords.add(text.trim());
        continue;
      }
      this.tokenCount -= count;
      this.unreadableCount += count;
      const held = this.unreadable.get(text);
      if (held === undefined && this.unreadable.size >= unreadableTextsMax) continue;
      this.unreadable.set(headOfText(text, unreadableCharsMax), (held ?? 0) + count);
    }
  }

  /** Adds rows that lack this column. */
  absorbMissing(rows: number): void {
    this.nullCount += rows;
  }

  #absorbTimes(times: Float64Array): void {
    this.periods?.add(times);
    this.numbers.add(times);
  }

  #absorbNumbers(floats: Float64Array, figures: Aggregates): void {
    const { min, max, sum, std, phones, ssns } = figures;
    if (this.type === "integer") {
      this.pii.addBareDigits(Number(phones), Number(ssns));
      if (mayHoldCards(Number(max))) this.pii.addCards(floats);
      if (mayHoldNationalIds(Number(max))) this.pii.addIntegerIds(floats);
    } else if (Number(max) >= bareDigitsMin) {
      this.pii.addBareDigits(countBareDigits(floats), 0);
    }
    if (!Number.isFinite(Number(sum))) {
      this.#absorbFinite(floats);
      return;
    }
    if (this.#exact) this.#widen(BigInt(min as string), BigInt(max as string));
    else this.#widen(Number(min), Number(max));
    this.#addMoments(floats, Number(min), Number(max), {
      sum: Number(sum),
      std: std === null ? 0 : Number(std),
    });
    this.numbers.add(floats);
  }

  /**
   * The slow path for chunks with NaN or infinite values, which are counted and left out, and for
   * chunks whose sum overflows.
   */
  #absorbFinite(floats: Float64Array): void {
    const finite = floats.filter(Number.isFinite);
    this.nonFiniteCount += floats.length - finite.length;
    if (finite.length === 0) return;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const value of finite) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    this.#widen(min, max);
    this.#addMoments(finite, min, max, null);
    this.numbers.add(finite);
  }

  /** `rounded` comes from Polars, whose sums and squares may have lost digits. */
  #addMoments(
    floats: Float64Array,
    min: number,
    max: number,
    rounded: { sum: number; std: number } | null,
  ): void {
    const count = floats.length;
    const largest = Math.max(Math.abs(min), Math.abs(max));
    const isExact = this.#exact && largest * count <= Number.MAX_SAFE_INTEGER;
    const sum = isExact && rounded ? exactInteger(rounded.sum) : exactSum(floats);
    const isSound =
      rounded !== null &&
      rounded.std < stdMax &&
      rounded.std > Math.max(stdMin, largest * stdShareMin);
    const deviation = isSound
      ? rounded.std * Math.sqrt((count - 1) / count)
      : deviationOf(floats, meanOf(sum, count), min, max);
    this.moments.add({ count, sum, deviation });
  }

  #absorbText(
    { values, shaped }: PresentValues,
    count: number,
    few: boolean,
    figures: Aggregates,
  ): void {
    const { near = 0, emails = 0, shapes = 0 } = figures;
    mergeTotals(this.texts, figures);
    this.nearCount += Number(near);
    this.pii.add("email", Number(emails));
    // A few values may be long, so they are fetched from Polars only once; the kernel has checked
    // shapes itself.
    const all = few && !shaped ? (values.head(count).toArray() as string[]) : null;
    if (all) this.#classifyAll(all);
    else if (shaped) this.#classifyAll(shaped);
    else if (Number(shapes) > 0) {
      const gate = pl.col(values.name).str.contains(shapeGate);
      const found = values.toFrame().filter(gate).getColumn(values.name);
      this.#classifyAll(found.toArray() as string[]);
    }
    if (this.#searchLeft === 0) return;
    const head =
      all?.slice(0, this.#searchLeft) ??
      values.searched?.(this.#searchLeft) ??
      (values.head(this.#searchLeft).toArray() as string[]);
    this.#searchLeft -= head.length;
    this.pii.search(head);
  }

  #classifyAll(texts: readonly string[]): void {
    for (const text of texts) this.pii.addText(text);
  }

  #absorbNested(values: Column): void {
    const text = nestedText(values);
    if (text === null) return;
    const gate = pl.col(text.name).str.contains(nestedGate);
    const found = text.toFrame().filter(gate).getColumn(text.name);
    this.#addNested(found.toArray() as string[]);
  }

  #addNested(texts: readonly string[]): void {
    for (const json of texts) this.pii.addNested(json);
  }

  #widen(min: Extreme, max: Extreme): void {
    if (this.min === null || isLess(min, this.min)) this.min = min;
    if (this.max === null || isLess(this.max, max)) this.max = max;
  }
}
