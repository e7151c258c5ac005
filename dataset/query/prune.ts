import type { Comparison, Literal, PlannedExpression } from "../../market/query/plan.ts";
import type { ColumnChunk, IndexedColumn, ParquetIndex } from "./parquet-index.ts";

/** Bounds comparable with a literal; both have the same kind. */
type Bound = bigint | number | Buffer;

/**
 * Whether some rows of a group may satisfy a condition, and whether some may not (false or
 * unknown).
 */
type Verdict = { mayHold: boolean; mayFail: boolean };

const unknown: Verdict = { mayHold: true, mayFail: true };

/**
 * Indexes of the row groups of the query's first table that may hold matching rows, by the footer's
 * bounds. The others certainly hold none.
 */
export function pruneGroups(index: ParquetIndex, filter: PlannedExpression | null): number[] {
  const byName = new Map(index.columns.map((column, position) => [column.name, position]));
  return index.groups.flatMap((group, position) => {
    if (group.rows === 0) return [];
    if (filter === null) return [position];
    const look = (name: string) => {
      const at = byName.get(name) ?? -1;
      const [column, chunk] = [index.columns[at], group.chunks[at]];
      return column === undefined || chunk === undefined ? null : { column, chunk };
    };
    return judge(filter, { look, rows: group.rows }).mayHold ? [position] : [];
  });
}

type Group = {
  look: (name: string) => { column: IndexedColumn; chunk: ColumnChunk } | null;
  rows: number;
};

function judge(condition: PlannedExpression, group: Group): Verdict {
  switch (condition.is) {
    case "all": {
      const verdicts = condition.of.map((one) => judge(one, group));
      return {
        mayHold: verdicts.every(({ mayHold }) => mayHold),
        mayFail: verdicts.some(({ mayFail }) => mayFail),
      };
    }
    case "any": {
      const verdicts = condition.of.map((one) => judge(one, group));
      return {
        mayHold: verdicts.some(({ mayHold }) => mayHold),
        mayFail: verdicts.every(({ mayFail }) => mayFail),
      };
    }
    case "not": {
      // If a condition is not true for a row, its negation may be true or unknown.
      const { mayFail } = judge(condition.of, group);
      return { mayHold: mayFail, mayFail: true };
    }
    case "null": {
      const name = ownColumn(condition.of);
      return name === null ? unknown : judgeNull(name, group);
    }
    case "compare": {
      const name = ownColumn(condition.left);
      const value = condition.right.is === "literal" ? condition.right.value : null;
      if (name === null || value === null) return unknown;
      return judgeCompare(name, condition.op, value, group);
    }
    case "in": {
      const name = ownColumn(condition.of);
      if (name === null) return unknown;
      const mayHold = condition.values.some(
        (value) => judgeCompare(name, "eq", value, group).mayHold,
      );
      return { mayHold, mayFail: true };
    }
    default:
      return unknown;
  }
}

function ownColumn(expression: PlannedExpression): string | null {
  return expression.is === "column" && expression.table === 0 ? expression.column.name : null;
}

function judgeNull(name: string, { look, rows }: Group): Verdict {
  const found = look(name);
  const nulls = found?.chunk.stats.nulls ?? null;
  // NaN counts as missing, and footers do not count NaN.
  if (nulls === null || found?.column.kind === "number") return unknown;
  return { mayHold: nulls > 0, mayFail: nulls < rows };
}

/** Whether some value between the bounds can have the relation to the literal. */
const relations: Record<Comparison, (toMin: number, toMax: number) => boolean> = {
  eq: (toMin, toMax) => toMin >= 0 && toMax <= 0,
  ne: () => true,
  lt: (toMin) => toMin > 0,
  lte: (toMin) => toMin >= 0,
  gt: (_, toMax) => toMax < 0,
  gte: (_, toMax) => toMax <= 0,
};

function judgeCompare(name: string, op: Comparison, literal: Literal, group: Group): Verdict {
  const found = group.look(name);
  if (found === null) return unknown;
  const { column, chunk } = found;
  if (chunk.stats.nulls === group.rows) return { mayHold: false, mayFail: true };
  const min = boundOf(chunk.stats.min, column);
  const max = boundOf(chunk.stats.max, column);
  const value = storedValue(literal, column);
  if (min === null || max === null || value === null) return unknown;
  const toMin = compare(value, min);
  const toMax = compare(value, max);
  if (toMin === null || toMax === null) return unknown;
  return { mayHold: relations[op](toMin, toMax), mayFail: true };
}

/** Compares numbers of both kinds exactly, and bytes in UTF-8 order. */
function compare(one: Bound, other: Bound): number | null {
  if (Buffer.isBuffer(one) || Buffer.isBuffer(other)) {
    return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? Buffer.compare(one, other) : null;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Null if the type orders its bytes differently, or if there are too few bytes. */
function boundOf(bytes: Buffer | null, { kind, physical, isUnsigned, isDecimal }: IndexedColumn) {
  if (bytes === null || isDecimal) return null;
  if (kind === "string") return physical === 6 ? bytes : null;
  if (physical === 1 && bytes.length === 4) {
    return BigInt(isUnsigned ? bytes.readUInt32LE(0) : bytes.readInt32LE(0));
  }
  if (physical === 2 && bytes.length === 8) {
    return isUnsigned ? bytes.readBigUInt64LE(0) : bytes.readBigInt64LE(0);
  }
  const number = realOf(bytes, physical);
  return number === null || Number.isNaN(number) ? null : number;
}

function realOf(bytes: Buffer, physical: number | null): number | null {
  if (physical === 4 && bytes.length === 4) return bytes.readFloatLE(0);
  if (physical === 5 && bytes.length === 8) return bytes.readDoubleLE(0);
  return null;
}

/** The literal in the column's unit; null if it does not compare with the bounds. */
function storedValue(literal: Literal, { kind, physical, unit }: IndexedColumn): Bound | null {
  if (literal.of === "boolean") return null;
  if (literal.of === "string") return kind === "string" ? Buffer.from(literal.value, "utf8") : null;
  // A 32-bit float bound may round past a literal, so such bounds are not used.
  if (literal.of === "number") return physical === 4 ? null : literal.value;
  const digits = BigInt(literal.digits);
  if (literal.of === "datetime") return inUnit(digits, 1000n, unit);
  if (literal.of === "time") return inUnit(digits, 1n, unit);
  return digits;
}

/** Null if the unit is too coarse for the value: rounding would lose rows. */
function inUnit(value: bigint, nanosEach: bigint, unit: IndexedColumn["unit"]): bigint | null {
  if (unit === null) return null;
  const perUnit = { ms: 1_000_000n, us: 1000n, ns: 1n }[unit];
  const nanos = value * nanosEach;
  return nanos % perUnit === 0n ? nanos / perUnit : null;
}
