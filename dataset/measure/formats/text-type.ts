/** What it means that text has a type: how its values look, how they are cast, and what is told. */
import type { Expr } from "nodejs-polars";
import type { ColumnType } from "../../../market/profile/schemas.ts";
import type { CellForm } from "../../kernel/cell-types.ts";
import type { YearsFrom } from "./strptime.ts";

/** The types that text may turn out to have: what their values look like and how they are cast. */
export type TextType = {
  type: ColumnType;
  /** What every value looks like; JavaScript and Rust read it alike. */
  pattern: string;
  cast(text: Expr): Expr;
  /** Counts values that the cast would accept against the pattern; null if the cast is as strict. */
  suspects: ((text: Expr) => Expr) | null;
  /** What values look like of which each is cast, and none a suspect. */
  sure?: RegExp;
  /** Whether the cast and the suspects of several columns can be one expression. */
  spans?: true;
  /** How the kernel reads the values, where it does. */
  form?: CellForm;
  /** How the values are written, where that is not the plain way of their type. */
  format?: string;
  /** What the numbers count: an ISO 4217 code, a sign of money of several countries, or `%`. */
  unit?: string;
  /** In small letters, words of which each must occur in the column. */
  words?: readonly string[];
  /** Of a format whose years have two digits: the first of the hundred years that these mean. */
  yearsFrom?: YearsFrom;
  /** The format that reads the same digits with day and month exchanged. */
  rival?: string;
  /** What separates thousands, where a value may have such a separator. */
  thousands?: string;
  /** Above the thousands digits stand in pairs, as in India. */
  lakhs?: true;
  /** What separates the fraction, of formats that are not plain. */
  decimal?: string;
};

/** The same pattern is tried on thousands of columns. */
const compiled = new Map<string, RegExp>();

/** Whether a value looks as all values of a type do. */
export function looksLike({ pattern }: TextType, value: string): boolean {
  let regExp = compiled.get(pattern);
  if (!regExp) {
    regExp = new RegExp(pattern);
    // Units make patterns of their own; a file may hold any number of them.
    if (compiled.size > compiledMax) compiled.clear();
    compiled.set(pattern, regExp);
  }
  return regExp.test(value);
}

const compiledMax = 2000;
