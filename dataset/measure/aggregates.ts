/** The aggregates of a chunk's values, under the same names for all ways of reading. */
import type { Expr } from "nodejs-polars";
import type { BareKind } from "./personal/integers.ts";
import type { ChunkTexts } from "./text-figures.ts";

type AggregateName =
  | keyof ChunkTexts
  | BareKind
  | "min"
  | "max"
  | "sum"
  | "std"
  /** Dates that fit only one order of day and month. */
  | "decisive"
  | "trues";

/** The aggregates of a chunk; an absent one is 0. */
export type Aggregates = Readonly<Partial<Record<AggregateName, unknown>>>;

/** The Polars expressions for the aggregates; null means 0. */
export type AskedAggregates = Readonly<Partial<Record<AggregateName, Expr | null>>>;

/** Assigns the results of a column's expressions, in order, to its aggregates. */
export function namedAggregates(asked: AskedAggregates, next: () => unknown): Aggregates {
  const found: Record<string, unknown> = {};
  for (const [name, expr] of Object.entries(asked)) found[name] = expr === null ? 0 : next();
  return found;
}

/** The expressions to evaluate, in order. */
export function exprsOf(asked: AskedAggregates): Expr[] {
  return Object.values(asked).filter((expr) => expr !== null);
}
