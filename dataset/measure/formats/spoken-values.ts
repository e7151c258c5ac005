/** The values of a text column that are not a spelling of a missing value. */
import pl from "nodejs-polars";
import type { Column } from "../../base/plain-column.ts";
import type { RawKind } from "../../base/table.ts";
import { isMissingToken, isMissingTokenExpr } from "./missing-tokens.ts";

/** Most values to examine one by one. */
export const headValues = 1000;
/** Number of values at a file's beginning that determine the near type. */
const fileHeadValues = 100;
/** No near type is longer than this; longer values are not kept. */
const fileHeadCharsMax = 64;

/** A column's number of rows and its first non-missing values. */
export type Beginning = { rows: number; first: () => string[] };

export function beginningOf(column: Column): Beginning {
  return { rows: column.len(), first: () => headOf(column) };
}

/** The first non-missing values of a column. */
export function headOf(column: Column): string[] {
  const isFew = column.len() <= headValues;
  const head = isFew ? column : column.dropNulls().head(headValues);
  return (head.toArray() as (string | null)[]).filter((value) => value !== null);
}

/** The first values of a file's column that are not spellings of a missing value, across chunks. */
export class FileHead {
  /** JSON, because a wide table would otherwise hold a million strings. */
  #packed = "[]";
  #many = 0;
  /** Number of the file's rows examined so far. */
  #rows = -1;

  /** Adds the chunk after `rowsBefore` rows; false if it is not the next one or adds nothing. */
  add({ rows, first }: Beginning, rowsBefore: number): boolean {
    if (this.#rows < 0) this.#rows = rowsBefore;
    if (!this.goesOnBehind(rowsBefore)) return false;
    this.#rows += rows;
    const spoken = first()
      .filter((value) => !isMissingToken(value))
      .slice(0, fileHeadValues - this.#many);
    if (spoken.length === 0) return false;
    const held = spoken.map((value) => (value.length > fileHeadCharsMax ? "" : value));
    this.#packed = JSON.stringify([...this.values, ...held]);
    this.#many += held.length;
    return true;
  }

  get values(): string[] {
    return JSON.parse(this.#packed);
  }

  /** Whether a chunk after `rows` rows may add more values. */
  goesOnBehind(rows: number): boolean {
    return this.#rows === rows && this.#many < fileHeadValues;
  }
}

/** The first value that is not a spelling of a missing one. */
export function firstSpoken(values: Column): string {
  const isToken = isMissingTokenExpr(pl.col(values.name));
  return String(values.toFrame().filter(isToken.not()).head(1).row(0)[0] ?? "");
}

export function isOnlyTokens(values: Column): boolean {
  const isToken = isMissingTokenExpr(pl.col(values.name));
  return Number(values.toFrame().select(isToken.not().sum().alias("n")).row(0)[0]) === 0;
}

const groupedDigits = /^[-+]?\d{1,3}(?:[^\d.]\d{3})+$/;

/**
 * The value that determines the formats: the first one, or, for texts in JSON, one with thousands.
 */
export function decisiveValue(spoken: readonly string[], kind: RawKind): string | undefined {
  const isGrouped = (value: string): boolean => groupedDigits.test(value.trim());
  return (kind === "json_text" ? spoken.find(isGrouped) : undefined) ?? spoken[0];
}
