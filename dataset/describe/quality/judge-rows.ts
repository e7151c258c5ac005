/** Judges a table's quality by its sampled rows: its columns against each other and themselves. */
import type { RowBlocksResult } from "../../measure/row-blocks.ts";
import type { ScannedColumn } from "../../measure/scan-table.ts";
import { countGapShare } from "./gaps.ts";
import { chanceRepeats, repeatedKeyShare } from "./keys.ts";
import { misplacedShare } from "./misplaced.ts";
import { implausibleShare } from "./numbers.ts";
import { differingShare, disorderedShare, jumpingShare, unpairedShare } from "./order.ts";
import { explainedBy, RELATED_ROWS_MIN, serialStrength } from "./relations.ts";
import { type SampledColumn, sampledColumn } from "./sampled-column.ts";
import { spellingOf } from "./texts.ts";

/** Shares of a column's values in the sampled rows. */
export type ColumnJudgement = {
  /** Values with broken characters. */
  broken: number;
  /** Texts spelled differently from the rest of the column. */
  odd: number;
  /** Numbers that do not fit the rest; null without numbers. */
  implausible: number | null;
  /** Values that break the column's order or relation; null if it has neither. */
  incoherent: number | null;
  /** How far the column is from noise and from a constant, 0 to 1; null if not judged. */
  information: number | null;
  isConstant: boolean;
};

export type RowsJudgement = {
  /** Number of examined rows, and whether they are all rows. */
  sampled: number;
  exact: boolean;
  columns: (ColumnJudgement | null)[];
  /** Rows that repeat the key which otherwise identifies rows. */
  repeatedKeys: number;
  /** Rows whose values stand in other columns. */
  misplacedRows: number;
  /** Missing numbers in a column that counts up, as years do. */
  countGaps: number;
  /** The share of `rows` rows that would repeat another one by chance. */
  chanceRepeats(rows: number): number;
};

/** Most columns of a wide table that are compared with each other. */
const comparedColumnsMax = 24;

export function judgeRows(
  blocks: RowBlocksResult,
  columns: readonly ScannedColumn[],
): RowsJudgement {
  const sampled = blocks.columns.map((values, i): SampledColumn | null => {
    const column = columns[i];
    if (!values || !column || column.stats.count === 0) return null;
    const near = column.nearType === "integer" || column.nearType === "number";
    const isNear = near && column.stats.nearCount * 2 > column.stats.count;
    return sampledColumn(column.name, column.type, values, isNear);
  });
  const held = sampled.filter((column) => column !== null && column.count > 0) as SampledColumn[];
  const compared = held.filter(({ distinct }) => distinct > 1).slice(0, comparedColumnsMax);
  return {
    sampled: blocks.rows,
    exact: blocks.exact,
    columns: sampled.map((column) => column && judgeColumn(column, compared, blocks)),
    repeatedKeys: repeatedKeyShare(held, blocks.rows),
    misplacedRows: misplacedShare(sampled.slice(0, comparedColumnsMax), blocks.rows),
    countGaps: blocks.exact ? Math.max(0, ...held.map((column) => countGapShare(column))) : 0,
    chanceRepeats: (rows) => chanceRepeats(held, sampled.length, rows),
  };
}

function judgeColumn(
  column: SampledColumn,
  compared: readonly SampledColumn[],
  blocks: RowBlocksResult,
): ColumnJudgement {
  const spelling = column.texts && !column.numbers ? spellingOf(column) : null;
  const others = compared
    .filter((other) => other !== column)
    .map((other) => ({ other, strength: explainedBy(column, other) }));
  const isConstant = column.distinct < 2 || (spelling?.isConstant ?? false);
  const isCompared = !isConstant && compared.includes(column);
  const regularity = spelling?.regularity ?? null;
  const informed = isCompared ? informationOf(column, others, blocks, regularity) : null;
  // A single row does not make a constant.
  const constantInformation = blocks.rows > 1 ? 0 : null;
  return {
    broken: spelling?.broken ?? 0,
    odd: spelling?.odd ?? 0,
    implausible: isMeasured(column) ? implausibleShare(column) : null,
    incoherent: isCompared ? incoherentShare(column, others, blocks) : null,
    information: isConstant ? constantInformation : informed,
    isConstant,
  };
}

type Other = { other: SampledColumn; strength: number };

const denseFactor = 4;

/** Dates, booleans and row numbers have no scale. */
function isMeasured({ numbers, type, distinct, count }: SampledColumn): boolean {
  if (numbers === null || (type !== "integer" && type !== "number" && type !== "string")) {
    return false;
  }
  if (type !== "integer" || distinct < count) return true;
  const sorted = numbers.filter(Number.isFinite).sort();
  return (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) > denseFactor * count;
}

/** Most products of groups and values in a comparison, which bounds the time. */
const comparedPairsMax = 40_000;
/** Columns with a weaker rank correlation are not compared row by row. */
const pairedStrengthMin = 0.7;

/** A relation that more values break is none. */
const exceptionMax = 0.2;

/** The share of values that break the column's strongest relation. */
function incoherentShare(
  column: SampledColumn,
  others: readonly Other[],
  { follows }: RowBlocksResult,
): number | null {
  const found = [disorderedShare(column, follows), jumpingShare(column, follows)];
  const isCoarse = ({ distinct, count }: SampledColumn): boolean => distinct <= count / 3;
  for (const { other, strength } of others) {
    const bothNumbers = column.numbers !== null && other.numbers !== null;
    if (bothNumbers && strength >= pairedStrengthMin) found.push(unpairedShare(column, other));
    const pairs = column.distinct * other.distinct;
    if (isCoarse(column) && isCoarse(other) && pairs <= comparedPairsMax) {
      found.push(differingShare(column, other));
    }
  }
  const shares = found.filter((share) => share !== null && share <= exceptionMax) as number[];
  return shares.length === 0 ? null : Math.min(...shares);
}

const discreteInformation = 0.3;
/** The information of pure noise: little, but more than a constant. */
const noiseInformation = 0.1;
/** The information of a usual column, assumed if there are too few rows to measure it. */
const usualInformation = 0.8;
const tellingRows = 120;

/** Measures how far a column is from noise, by the strongest regularity found in it. */
function informationOf(
  column: SampledColumn,
  others: readonly Other[],
  { follows, rows }: RowBlocksResult,
  regularity: number | null,
): number {
  const repeating = 1 - column.distinct / column.count;
  const most = Math.max(
    regularity ?? repeating * discreteInformation,
    serialStrength(column, follows),
    ...others.map(({ strength }) => strength),
  );
  const shown = noiseInformation + (1 - noiseInformation) * most;
  const certainty = Math.min(1, Math.max(0, (rows - RELATED_ROWS_MIN) / tellingRows));
  return Math.max(shown, certainty * shown + (1 - certainty) * usualInformation);
}
