/**
 * What is measured of the texts of a column, how chunks are put together, and what a profile shows of it. All
 * ways of reading use these tables.
 */
import pl, { type Expr } from "nodejs-polars";
import type { z } from "zod";
import type { textFigureShapes } from "../../market/profile/text-figures.ts";

type Total = {
  /** Of no texts. */
  none: number;
  /** Of a column in Polars. What the kernel has counted bears the same name in `textCounts`. */
  ofColumn(texts: Expr): Expr;
  merge(one: number, other: number): number;
};

/** Polars plans lengths as text unless they are cast. */
const lengthOf = (texts: Expr): Expr => texts.str.lengths().cast(pl.Float64);
const add = (one: number, other: number): number => one + other;

const totals = {
  shortest: {
    none: Number.POSITIVE_INFINITY,
    ofColumn: (texts) => lengthOf(texts).min(),
    merge: Math.min,
  },
  longest: { none: 0, ofColumn: (texts) => lengthOf(texts).max(), merge: Math.max },
  chars: { none: 0, ofColumn: (texts) => lengthOf(texts).sum(), merge: add },
} satisfies Record<string, Total>;

type TotalName = keyof typeof totals;

export type TextTotals = Record<TotalName, number>;

const rows = Object.entries<Total>(totals) as [TotalName, Total][];

type Figures = {
  [Name in keyof typeof textFigureShapes]: z.infer<(typeof textFigureShapes)[Name]>;
};

/** By the totals of so many texts, of which there is at least one. */
const figures: { [Name in keyof Figures]: (found: TextTotals, count: number) => Figures[Name] } = {
  length: ({ shortest, longest, chars }, count) => ({
    min: shortest,
    max: longest,
    mean: chars / count,
  }),
};

export function noTotals(): TextTotals {
  return Object.fromEntries(rows.map(([name, { none }]) => [name, none])) as TextTotals;
}

/** Adds those of a chunk. */
export function mergeTotals(
  into: TextTotals,
  chunk: Readonly<Partial<Record<TotalName, unknown>>>,
): void {
  for (const [name, { merge }] of rows) into[name] = merge(into[name], Number(chunk[name] ?? 0));
}

export function figuresOfTexts(found: TextTotals, count: number): Figures {
  const shown = Object.entries(figures).map(([name, show]) => [name, show(found, count)]);
  return Object.fromEntries(shown) as Figures;
}

/** What is found of the texts of a chunk. */
export type ChunkTexts = TextTotals & {
  /** Texts that fit the near type of their column. */
  near: number;
  /** Texts with an e-mail address. */
  emails: number;
  /** Texts that have the shape of other personal data. */
  shapes: number;
};

/** What the totals of a chunk are asked by. */
export function totalsOf(texts: Expr): Record<TotalName, Expr> {
  const asked = rows.map(([name, { ofColumn }]) => [name, ofColumn(texts)]);
  return Object.fromEntries(asked) as Record<TotalName, Expr>;
}
