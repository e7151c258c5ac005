import pl, { type Expr, type Series } from "nodejs-polars";
import type { RawKind } from "../base/table.ts";
import { isMissingToken, isMissingTokenExpr } from "../measure/formats/missing-tokens.ts";
import type { TextType } from "../measure/formats/text-type.ts";
import { typesOf } from "../measure/text-types.ts";
import type { WantedColumn } from "./order.ts";

const headValues = 1000;
/** The possible readings are determined from this many of the first values. */
const tellingMax = 20;

/**
 * Converts a column's text with one of the readings (type, format, unit) that its profile allows,
 * likeliest first.
 */
export class TextReading {
  readonly #wanted: WantedColumn;
  readonly #delimiter: string | null;
  #types: readonly TextType[] | null = null;
  #at = 0;

  constructor(wanted: WantedColumn, delimiter: string | null) {
    this.#wanted = wanted;
    this.#delimiter = delimiter;
  }

  /** Null while only missing values have been seen. */
  get type(): TextType | null {
    return this.#types?.[this.#at] ?? null;
  }

  /** Whether no value has narrowed down the readings yet. */
  get isUndecided(): boolean {
    return this.#types === null;
  }

  /** Determines the readings from the first values, or from later ones if the first say nothing. */
  look(column: Series, kind: RawKind): void {
    if (this.#types !== null) return;
    const values = column.dropNulls();
    if (values.len() === 0) return;
    const head = values.head(headValues).toArray() as string[];
    const spoken = head.filter((value) => !isMissingToken(value));
    const told = spoken.length > 0 ? spoken : laterSpoken(values);
    if (told.length === 0) return;
    const { name } = this.#wanted;
    const origin = { kind, delimiter: this.#delimiter, name };
    const found = told
      .slice(0, tellingMax)
      .flatMap((value) => typesOf(origin, value.trim()).filter((type) => this.#allows(type)));
    this.#types = [...new Set(found)];
  }

  /** Switches to the next reading; false if none is left. */
  next(): boolean {
    this.#at += 1;
    return this.type !== null;
  }

  #allows({ type, format, unit, yearsFrom }: TextType): boolean {
    const wanted = this.#wanted;
    if (yearsFrom !== undefined && yearsFrom !== (wanted.yearsFrom ?? 1969)) return false;
    return type === wanted.type && format === wanted.format && unit === wanted.unit;
  }
}

function laterSpoken(values: Series): string[] {
  const isToken = isMissingTokenExpr(pl.col(values.name));
  const first = values.toFrame().filter(isToken.not()).head(1);
  return first.height === 0 ? [] : [String(first.row(0)[0])];
}

/**
 * Casts a text column with a reading; surrounding blanks never count. Unreadable cells give nothing
 * if there are some.
 */
export function readText(type: TextType, column: Expr, hasUnreadable: boolean): Expr {
  const text = column.str.stripChars(" \t");
  const value = type.cast(text);
  const fits = text.str.contains(type.pattern);
  const typed = hasUnreadable ? pl.when(fits).then(value).otherwise(pl.lit(null)) : value;
  if (type.type !== "datetime") return typed;
  // Counts since 1970 are cast with a zone, which a later cast would not remove.
  const isCount = type.format?.startsWith("unix_") ?? false;
  const instants = isCount ? typed.cast(pl.Int64).mul(pl.lit(1000)) : typed;
  return instants.cast(pl.Datetime("us"));
}

/** Number of values that are neither missing nor accepted by the reading. */
export function countMisfits(type: TextType, column: Series): number {
  const raw = pl.col(column.name);
  const isToken = isMissingTokenExpr(raw);
  const misfit = readText(type, raw, false).isNull().and(raw.isNotNull()).and(isToken.not());
  return Number(column.toFrame().select(misfit.sum().alias("misfits")).row(0)[0] ?? 0);
}

/** Whether a reading's times include their zone, which makes them instants. */
export function readsInstants({ type, pattern, format }: TextType): boolean {
  if (type !== "datetime") return false;
  return format === undefined ? pattern.includes("Z|") : /^unix_|Z/.test(format);
}
