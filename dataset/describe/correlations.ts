/** Finds correlated columns in a uniform sample of a table's rows. */
import { masksColumn } from "../../market/profile/rules.ts";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { CorrelatedPair, Correlations } from "../../market/profile/structure-schemas.ts";
import { shuffle, tableRandom } from "../base/random.ts";
import { classOf } from "../measure/column-stats.ts";
import type { SampledColumn } from "../measure/row-sample.ts";
import type { TableScan } from "../measure/scan-table.ts";
import {
  type CategoryColumn,
  categoryColumn,
  compareCategories,
  compareMixed,
  compareNumbers,
  type NumberColumn,
  numberColumn,
} from "./correlation-measures.ts";

const columnsMax = 50;
const pairsMax = 50;
const categoriesMax = 50;
/** With fewer rows a correlation would reveal single rows. */
const rowsMin = 20;
/** Most rows times pairs to compare; with many columns, fewer rows are used. */
const comparisonsMax = 4_000_000;
const strengthMin = 0.1;

type Prepared = { name: string; numbers: NumberColumn | null; category: CategoryColumn | null };
type RankedPair = { pair: CorrelatedPair; strength: number };

/**
 * The pairs of columns that are correlated more than chance explains, strongest first; null if too
 * few rows or columns can be compared. Hidden columns take no part.
 */
export function findCorrelations(
  scan: TableScan,
  profiles: readonly ColumnProfile[],
  context: { paid: boolean },
): Correlations | null {
  const { rowSample } = scan;
  const chosen = chooseColumns(rowSample.columns, profiles, context.paid);
  if (rowSample.rows < rowsMin || chosen.length < 2) return null;
  const pairs = (chosen.length * (chosen.length - 1)) / 2;
  const rowsUsed = Math.min(rowSample.rows, Math.floor(comparisonsMax / pairs));
  const rows = chooseRows(rowSample.rows, rowsUsed);
  const prepared = chosen.map((column) => prepare(column, profiles, rows));
  const found = prepared.flatMap((one, at) =>
    prepared.slice(at + 1).flatMap((other) => comparePair(one, other) ?? []),
  );
  found.sort((a, b) => b.strength - a.strength);
  return {
    method: rowSample.exact && rowsUsed === rowSample.rows ? "exact" : "sample",
    rows_used: rowsUsed,
    columns_used: chosen.length,
    pairs_found: found.length,
    pairs: found.slice(0, pairsMax).map(({ pair }) => pair),
  };
}

/**
 * Chooses columns of numbers and of few distinct values; if there are many, the most complete ones.
 */
function chooseColumns(
  columns: readonly SampledColumn[],
  profiles: readonly ColumnProfile[],
  paid: boolean,
): SampledColumn[] {
  const missingOf = ({ index }: SampledColumn): number => profiles[index]?.null_count ?? 0;
  return columns
    .filter(({ index }) => {
      const profile = profiles[index];
      return profile && !masksColumn(paid, profile.type, profile.pii) && isCompared(profile);
    })
    .sort((a, b) => missingOf(a) - missingOf(b) || a.index - b.index)
    .slice(0, columnsMax)
    .sort((a, b) => a.index - b.index);
}

/** Excludes numbers that identify rows, because they measure nothing. */
function isCompared({ type, distinct_count: distinct, semantic_type }: ColumnProfile): boolean {
  if (distinct === null || distinct < 2 || semantic_type === "identifier") return false;
  if (classOf(type) === "numeric") return true;
  return type === "boolean" || (type === "string" && distinct <= categoriesMax);
}

const rowsStream = 3;

/** Null for all rows, otherwise the positions of a uniform sample. */
function chooseRows(rows: number, wanted: number): Uint32Array | null {
  if (wanted >= rows) return null;
  const all = Array.from({ length: rows }, (_, row) => row);
  return Uint32Array.from(shuffle(all, tableRandom(rowsStream)).slice(0, wanted));
}

function prepare(
  { index, type, codes }: SampledColumn,
  profiles: readonly ColumnProfile[],
  rows: Uint32Array | null,
): Prepared {
  const values = rows ? Float64Array.from(rows, (row) => codes[row] as number) : codes;
  const isNumeric = classOf(type) === "numeric";
  return {
    name: profiles[index]?.name ?? "",
    numbers: isNumeric ? numberColumn(values) : null,
    category: isNumeric ? null : categoryColumn(values, categoriesMax),
  };
}

const nothing = { pearson: null, spearman: null, cramers_v: null, correlation_ratio: null };

/** Compares two columns with the measure for their types; null if chance explains the result. */
function comparePair(one: Prepared, other: Prepared): RankedPair | null {
  const columns: [string, string] = [one.name, other.name];
  if (one.numbers && other.numbers) {
    const found = compareNumbers(one.numbers, other.numbers);
    if (!found) return null;
    const { rows, pearson, spearman, chance } = found;
    const strength = Math.max(Math.abs(pearson), Math.abs(spearman));
    const measures = { pearson: rounded(pearson), spearman: rounded(spearman) };
    return correlationOf({ columns, rows_used: rows, ...nothing, ...measures }, strength, chance);
  }
  const numbers = one.numbers ?? other.numbers;
  const category = one.category ?? other.category;
  if (numbers && category) {
    const found = compareMixed(numbers, category);
    if (!found) return null;
    const measures = { correlation_ratio: rounded(found.value) };
    return correlationOf(
      { columns, rows_used: found.rows, ...nothing, ...measures },
      found.value,
      found.chance,
    );
  }
  if (!one.category || !other.category) return null;
  const found = compareCategories(one.category, other.category);
  if (!found) return null;
  const measures = { cramers_v: rounded(found.value) };
  return correlationOf(
    { columns, rows_used: found.rows, ...nothing, ...measures },
    found.value,
    found.chance,
  );
}

function correlationOf(pair: CorrelatedPair, strength: number, chance: number): RankedPair | null {
  if (pair.rows_used < rowsMin || strength < Math.max(strengthMin, chance)) return null;
  return { pair, strength };
}

/** Four decimals: further digits would describe the sample, not the table. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
