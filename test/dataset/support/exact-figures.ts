/** Compares a profile's figures with SQL's. */
import { expect } from "bun:test";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import { type ExactFigures, exactFigures, exactPeriods, loadTable } from "./duckdb.ts";

/** Compares a profile with DuckDB's exact results for the same file. */

const TYPED = new Set(["integer", "number", "date", "datetime", "boolean", "string"]);

/** The names of the compared files' numbers that name something: a mean of them says nothing. */
const namesOfThings: ReadonlySet<string> = new Set(["year", "id", "row id", "postal code"]);

/** Checks all columns that SQL reads in the same way; fails if there is none. */
export async function expectExactFigures(
  connection: DuckDBConnection,
  filePath: string,
  profile: Profile,
): Promise<void> {
  const table = await loadTable(connection, filePath, profile);
  const compared = profile.columns.filter((column) => TYPED.has(column.type));
  expect(compared.length).toBeGreaterThan(0);
  for (const column of compared) {
    // DuckDB's struct of properties has no column for the id next to them.
    if (profile.format === "geojson" && column.name === "id") continue;
    const exact = await exactFigures(connection, table, column);
    expect(profile.row_count).toBe(exact.rows);
    expectFigures(column, exact);
    const { dates } = column;
    if (!dates || dates.granularity === "weekday") continue;
    const periods = await exactPeriods(connection, table, column, dates.granularity);
    expect({
      expected: dates.expected,
      present: dates.present,
      largestMissing: dates.largest_gap?.missing ?? 0,
    }).toEqual(periods);
    expect(dates.missing).toBe(dates.expected - dates.present);
  }
}

/** Relative, with an absolute floor for values around zero. */
function expectClose(actual: number | null, exact: number | null, what: string): void {
  if (exact === null || actual === null) {
    expect(`${what} ${actual}`).toBe(`${what} ${exact}`);
    return;
  }
  const tolerance = Math.max(1e-9, Math.abs(exact) * 1e-9);
  expect(Math.abs(actual - exact), `${what}: ${actual} for ${exact}`).toBeLessThanOrEqual(
    tolerance,
  );
}

function expectFigures(column: ColumnProfile, exact: ExactFigures): void {
  const { name } = column;
  expect({ name, nulls: column.null_count }).toEqual({ name, nulls: exact.nulls });
  if (column.distinct_method === "exact") {
    expect({ name, distinct: column.distinct_count }).toEqual({ name, distinct: exact.distinct });
  } else {
    // The bound holds at 95 % confidence; twice the bound practically always holds.
    const error = Math.abs((column.distinct_count ?? 0) - exact.distinct) / exact.distinct;
    expect(error).toBeLessThanOrEqual((column.distinct_error ?? 0) * 2);
  }
  const isMeasured = !namesOfThings.has(name.toLowerCase());
  expectClose(column.mean, isMeasured ? exact.mean : null, `${name} mean`);
  expectClose(column.std, isMeasured ? exact.std : null, `${name} std`);
  if (column.type === "integer" || column.type === "number") {
    expect(Number(column.min)).toBe(Number(exact.min));
    expect(Number(column.max)).toBe(Number(exact.max));
  }
  if (column.type === "date" || column.type === "datetime") {
    expect([column.min, column.max]).toEqual([exact.min, exact.max]);
  }
  if (column.type === "string" && exact.length) {
    const { min, max, mean } = column.length ?? { min: -1, max: -1, mean: -1 };
    expect({ name, min, max }).toEqual({ name, min: exact.length.min, max: exact.length.max });
    expectClose(mean, exact.length.mean, `${name} length`);
  }
  if (!column.top_values) return;
  const error = column.top_values_error ?? 0;
  for (const [rank, { count }] of column.top_values.entries()) {
    expect(count).toBeLessThanOrEqual(exact.top[rank] ?? 0);
    expect(count).toBeGreaterThanOrEqual((exact.top[rank] ?? 0) - error);
  }
}
