/**
 * The statistics of texts: how a chunk is measured, how chunks are merged, and what a profile
 * shows. All reading paths use these tables.
 */
import pl, { type Expr } from "nodejs-polars";
import type { z } from "zod";
import type { textFigureShapes } from "../../market/profile/text-figures.ts";

type Total = {
  /** The value without any texts. */
  none: number;
  /** The Polars expression. The kernel's count has the same name in `textCounts`. */
  ofColumn(texts: Expr): Expr;
  merge(one: number, other: number): number;
};

/** Without a cast, Polars treats lengths as text. */
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

/** Computes the statistics from the totals of `count` texts, at least one. */
const figures: { [Name in keyof Figures]: (found: TextTotals, count: number) => Figures[Name] } = {
  length: ({ shortest, longest, chars }, count) => ({
    min: shortest,
    max: longest,
    mean: chars / count,
  }),
};

/** The values of columns that are not text. */
export const noTextFigures = Object.fromEntries(
  Object.keys(figures).map((name) => [name, null]),
) as Record<keyof Figures, null>;

export function noTotals(): TextTotals {
  return Object.fromEntries(rows.map(([name, { none }]) => [name, none])) as TextTotals;
}

/** Adds a chunk's totals. */
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

/** Results for the texts of a chunk. */
export type ChunkTexts = TextTotals & {
  /** Texts that fit the column's near type. */
  near: number;
  /** Texts with an e-mail address. */
  emails: number;
  /** Texts shaped like other personal data. */
  shapes: number;
};

/** The expressions for a chunk's totals. */
export function totalsOf(texts: Expr): Record<TotalName, Expr> {
  const asked = rows.map(([name, { ofColumn }]) => [name, ofColumn(texts)]);
  return Object.fromEntries(asked) as Record<TotalName, Expr>;
}
