/** What is found of the values of a chunk, in the same names by all ways of reading. */
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
  /** Dates that can be read in one order of day and month alone. */
  | "decisive"
  | "trues";

/** What a chunk gives; what is left out is 0. */
export type Aggregates = Readonly<Partial<Record<AggregateName, unknown>>>;

/** What Polars is asked for them; null is 0. */
export type AskedAggregates = Readonly<Partial<Record<AggregateName, Expr | null>>>;

/** The aggregates of a column, whose expressions gave values in their order. */
export function namedAggregates(asked: AskedAggregates, next: () => unknown): Aggregates {
  const found: Record<string, unknown> = {};
  for (const [name, expr] of Object.entries(asked)) found[name] = expr === null ? 0 : next();
  return found;
}

/** The expressions that are asked, in their order. */
export function exprsOf(asked: AskedAggregates): Expr[] {
  return Object.values(asked).filter((expr) => expr !== null);
}
