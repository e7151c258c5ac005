/** Finds the columns, single or combined, that identify a row. Pure. */
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { TableKey } from "../../market/profile/structure-schemas.ts";
import type { RowSampleResult } from "../measure/row-sample.ts";
import type { ScannedColumn, TableScan } from "../measure/scan-table.ts";
import { isKeyName } from "./near-keys.ts";

const keysMax = 10;
/** In fewer rows, any two columns may be unique by chance. */
const combinedRowsMin = 50;
const rankedColumnsMax = 40;
/** Number of columns tried in pairs and in triples. */
const partsMax: Readonly<Record<number, number>> = { 2: 12, 3: 6 };
const combinedMax = 3;
/**
 * A combination counts as a key only if independent columns would repeat at least this many pairs
 * of rows.
 */
const chanceRepeatsMin = 10;
const estimateConfidence = 0.95;

const keyTypes: ReadonlySet<string> = new Set(["integer", "string", "date", "datetime", "time"]);
const partTypes: ReadonlySet<string> = new Set([...keyTypes, "boolean"]);

/** The keys of a table, single columns first, at most ten. */
export function findKeys(scan: TableScan, columns: readonly ColumnProfile[]): TableKey[] {
  const single = findSingleKeys(scan, columns);
  const byName = new Map(columns.map((profile) => [profile.name, profile]));
  const isMeant = ({ columns: [name] }: TableKey): boolean => {
    const column = byName.get(name ?? "");
    return column !== undefined && !isMeasure(column, scan.rows);
  };
  const meant = single.filter(isMeant);
  const others = single.filter((key) => !isMeant(key));
  const combined = meant.length > 0 ? [] : combinedKeys(scan, columns);
  return [...meant, ...combined, ...others].slice(0, keysMax);
}

/**
 * Integers with such a wide range that random ones would not repeat either, such as populations.
 */
function isMeasure({ type, name, min, max }: ColumnProfile, rows: number): boolean {
  if (type !== "integer" || typeof min !== "number" || typeof max !== "number") return false;
  return !isKeyName(name) && rows ** 2 / (2 * (max - min + 1)) < chanceRepeatsMin;
}

/** All columns that identify a row on their own. */
export function findSingleKeys(scan: TableScan, columns: readonly ColumnProfile[]): TableKey[] {
  if (scan.rows < 2) return [];
  return columns.flatMap((profile, index) => {
    const key = singleKey(profile, scan.columns[index], scan.rows);
    return key ? [key] : [];
  });
}

/** A column without missing values and, as far as is known, without repeated values. */
function singleKey(
  profile: ColumnProfile,
  column: ScannedColumn | undefined,
  rows: number,
): TableKey | null {
  if (!column || !keyTypes.has(profile.type) || profile.null_count > 0) return null;
  if (profile.semantic_type === "free_text") return null;
  const { sketch } = column.stats;
  if (sketch.exact && sketch.distinct !== rows) return null;
  if (!sketch.exact && sketch.repeats > 0) return null;
  return {
    columns: [profile.name],
    method: sketch.exact ? "exact" : "hash_threshold",
    repeats_max: sketch.repeatsUnseenMax,
    confidence: sketch.exact ? 1 : estimateConfidence,
  };
}

type Candidate = {
  index: number;
  name: string;
  /** A number from 0 for each value, in row order. */
  ranks: Uint32Array;
  distinct: number;
  /** Number of pairs of rows with the same value. */
  repeats: number;
};
type Combination = { columns: Candidate[]; chance: number };

/**
 * Pairs, or otherwise triples, of columns that never repeat in the sampled rows although chance
 * would make them repeat.
 */
function combinedKeys(scan: TableScan, columns: readonly ColumnProfile[]): TableKey[] {
  const { rowSample } = scan;
  if (rowSample.rows < combinedRowsMin) return [];
  const certainty: Omit<TableKey, "columns"> = rowSample.exact
    ? { method: "exact", repeats_max: 0, confidence: 1 }
    : {
        method: "sample",
        repeats_max: unseenPairsMax(scan.rows, rowSample.rows),
        confidence: estimateConfidence,
      };
  const candidates = candidatesOf(rowSample, columns);
  for (const size of [2, 3]) {
    const found = combinationsOf(candidates, size, rowSample.rows)
      .filter((combination) => !repeats(combination.columns))
      .slice(0, combinedMax)
      .map((combination) => ({
        columns: combination.columns.map(({ name }) => name),
        ...certainty,
      }));
    if (found.length > 0) return found;
  }
  return [];
}

/** The columns that may be part of a key, those with the fewest repeats first. */
function candidatesOf(sample: RowSampleResult, columns: readonly ColumnProfile[]): Candidate[] {
  return sample.columns
    .filter(({ index }) => isPart(columns[index]))
    .slice(0, rankedColumnsMax)
    .map(({ index, codes }) => ({ index, name: columns[index]?.name ?? "", ...rankValues(codes) }))
    .sort((a, b) => a.repeats - b.repeats);
}

/**
 * Combinations of `size` columns that chance would make repeat, those with the most repeats first.
 */
function combinationsOf(
  candidates: readonly Candidate[],
  size: number,
  rows: number,
): Combination[] {
  const pairsOfRows = (rows * (rows - 1)) / 2;
  let combinations: Candidate[][] = [[]];
  for (let taken = 0; taken < size; taken++) {
    combinations = combinations.flatMap((held) => {
      const after = held.length === 0 ? -1 : candidates.indexOf(held.at(-1) as Candidate);
      return candidates.slice(after + 1, partsMax[size]).map((next) => [...held, next]);
    });
  }
  return combinations
    .map((held) => ({
      columns: held.toSorted((a, b) => a.index - b.index),
      chance: held.reduce((chance, { repeats }) => (chance * repeats) / pairsOfRows, pairsOfRows),
    }))
    .filter(({ chance }) => chance >= chanceRepeatsMin)
    .sort((a, b) => b.chance - a.chance);
}

function isPart(profile: ColumnProfile | undefined): boolean {
  if (!profile || !partTypes.has(profile.type) || profile.null_count > 0) return false;
  if (profile.distinct_count === 1 || profile.semantic_type === "free_text") return false;
  // Sampled integers beyond 2^53 have lost digits.
  return profile.type !== "integer" || typeof profile.max !== "string";
}

function rankValues(codes: Float64Array): Pick<Candidate, "ranks" | "distinct" | "repeats"> {
  const byCode = new Map<number, number>();
  const counts: number[] = [];
  const ranks = new Uint32Array(codes.length);
  let repeats = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    let rank = byCode.get(code);
    if (rank === undefined) {
      rank = byCode.size;
      byCode.set(code, rank);
      counts.push(0);
    }
    const before = counts[rank] as number;
    repeats += before;
    counts[rank] = before + 1;
    ranks[row] = rank;
  }
  return { ranks, distinct: byCode.size, repeats };
}

function repeats(columns: readonly Candidate[]): boolean {
  const seen = new Set<number>();
  const rows = columns[0]?.ranks.length ?? 0;
  for (let row = 0; row < rows; row++) {
    let all = 0;
    for (const { ranks, distinct } of columns) all = all * distinct + (ranks[row] as number);
    if (seen.has(all)) return true;
    seen.add(all);
  }
  return false;
}

/**
 * How many pairs of rows with equal keys are possible at 95 % confidence if the sample has none:
 * each pair is in the sample with the square of the sampling rate.
 */
function unseenPairsMax(rows: number, sampled: number): number {
  return Math.ceil(-Math.log(1 - estimateConfidence) * (rows / sampled) ** 2);
}
