/** The values of a text column that are no spelling of a missing one. */
import pl from "nodejs-polars";
import type { Column } from "../../base/plain-column.ts";
import type { RawKind } from "../../base/table.ts";
import { isMissingToken, isMissingTokenExpr } from "./missing-tokens.ts";

/** So many values are looked at one by one. */
export const headValues = 1000;
/** So many values at the beginning of a file tell what most of a text column is. */
const fileHeadValues = 100;
/** No near type is longer; what is longer is not kept. */
const fileHeadCharsMax = 64;

/** How many rows of a column there are, and its first values that are not missing. */
export type Beginning = { rows: number; first: () => string[] };

export function beginningOf(column: Column): Beginning {
  return { rows: column.len(), first: () => headOf(column) };
}

/** The first values of a column that are not missing. */
export function headOf(column: Column): string[] {
  const isFew = column.len() <= headValues;
  const head = isFew ? column : column.dropNulls().head(headValues);
  return (head.toArray() as (string | null)[]).filter((value) => value !== null);
}

/** The first values of a file's column that are spoken, of however many chunks. */
export class FileHead {
  /** As JSON: a wide table would hold a million strings. */
  #packed = "[]";
  #many = 0;
  /** Rows of the file up to which they were gathered. */
  #rows = -1;

  /** Takes in a chunk that follows so many rows; false where it is none of the next, or says nothing. */
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

  /** Whether a chunk behind so many rows may have more of them. */
  goesOnBehind(rows: number): boolean {
    return this.#rows === rows && this.#many < fileHeadValues;
  }
}

/** The first value that is spoken, wherever it stands. */
export function firstSpoken(values: Column): string {
  const isToken = isMissingTokenExpr(pl.col(values.name));
  return String(values.toFrame().filter(isToken.not()).head(1).row(0)[0] ?? "");
}

export function isOnlyTokens(values: Column): boolean {
  const isToken = isMissingTokenExpr(pl.col(values.name));
  return Number(values.toFrame().select(isToken.not().sum().alias("n")).row(0)[0]) === 0;
}

const groupedDigits = /^[-+]?\d{1,3}(?:[^\d.]\d{3})+$/;

/** Of the first values the one that tells the formats: the first, of JSON's texts one with thousands. */
export function tellingAmong(spoken: readonly string[], kind: RawKind): string | undefined {
  const isGrouped = (value: string): boolean => groupedDigits.test(value.trim());
  return (kind === "json_text" ? spoken.find(isGrouped) : undefined) ?? spoken[0];
}
