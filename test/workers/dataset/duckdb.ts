import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";

/** An independent computation of a profile's exact figures, by SQL. */

export async function connectDuckDb(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return connection;
}

/** The table function that reads a file, delimited text as untyped text. */
export function relationOf(filePath: string, profile: Profile): string {
  const path = filePath.replaceAll("'", "''");
  switch (profile.format) {
    case "csv":
    case "tsv":
      return `read_csv('${path}', all_varchar = true, header = true, delim = '${profile.delimiter}', quote = '"', escape = '"')`;
    case "parquet":
      return `read_parquet('${path}')`;
    case "geojson":
      return `(SELECT unnest(feature.properties), feature.geometry AS geometry FROM (SELECT unnest(features) AS feature FROM read_json('${path}', maximum_object_size = 100000000)))`;
    default:
      return `read_json('${path}', sample_size = -1, maximum_object_size = 100000000, convert_strings_to_integers = false)`;
  }
}

const DATE_FORMATS =
  "['%Y-%m-%d', '%Y/%m/%d', '%m/%d/%Y', '%b %d %Y', '%Y-%m-%d %H:%M:%S', '%Y/%m/%d %H:%M', '%Y/%m/%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M', '%Y-%m-%dT%H:%M:%S.%f']";

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The column's values in its profiled type; what does not fit is null. */
function typedExpr(column: ColumnProfile, relation: string): string {
  if (relation.startsWith("read_parquet")) return quoteName(column.name);
  const text = `NULLIF(CAST(${quoteName(column.name)} AS VARCHAR), '')`;
  switch (column.type) {
    case "integer":
      return `TRY_CAST(${text} AS BIGINT)`;
    case "number":
      return `(CASE WHEN lower(${text}) = 'nan' THEN NULL ELSE TRY_CAST(${text} AS DOUBLE) END)`;
    case "date":
    case "datetime":
      return `try_strptime(${text}, ${DATE_FORMATS})`;
    case "boolean":
      return `TRY_CAST(${text} AS BOOLEAN)`;
    default:
      return text;
  }
}

export type ExactFigures = {
  rows: number;
  nulls: number;
  distinct: number;
  min: string | null;
  max: string | null;
  mean: number | null;
  std: number | null;
};

/** The exact figures of one column of `relation`. */
export async function exactFigures(
  connection: DuckDBConnection,
  relation: string,
  column: ColumnProfile,
): Promise<ExactFigures> {
  const value = typedExpr(column, relation);
  const isNumeric = column.type === "integer" || column.type === "number";
  const isTemporal = column.type === "date" || column.type === "datetime";
  const print = isTemporal
    ? (of: string): string =>
        `strftime(${of}, '${column.type === "date" ? "%Y-%m-%d" : "%Y-%m-%dT%H:%M:%S"}')`
    : (of: string): string => `CAST(${of} AS VARCHAR)`;
  const sql = `SELECT count(*) AS rows, count(*) - count(v) AS nulls, count(DISTINCT v) AS distinct,
    ${print("min(v)")} AS min, ${print("max(v)")} AS max,
    ${isNumeric ? "avg(v::DOUBLE)" : "NULL"} AS mean,
    ${isNumeric ? "stddev_samp(v::DOUBLE)" : "NULL"} AS std
    FROM (SELECT ${value} AS v FROM ${relation})`;
  const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
  if (!row) throw new Error("no figures");
  const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  return {
    rows: Number(row.rows),
    nulls: Number(row.nulls),
    distinct: Number(row.distinct),
    min: text("min"),
    max: text("max"),
    mean: number("mean"),
    std: number("std"),
  };
}
