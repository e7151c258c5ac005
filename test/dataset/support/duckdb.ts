/** DuckDB as the reference for a profile's figures. */
import { afterAll } from "bun:test";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";

/** Computes a profile's exact figures independently, by SQL. */

export async function connectDuckDb(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return connection;
}

/** A connection for all tests of a file, closed after them. */
export async function connectForTests(): Promise<DuckDBConnection> {
  const connection = await connectDuckDb();
  afterAll(() => connection.closeSync());
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
    case "json":
      // An array of plain values has no keys; DuckDB calls the column `json`.
      if (profile.columns.length === 1 && profile.columns[0]?.name === "value") {
        return `(SELECT json AS value FROM read_json('${path}'))`;
      }
      return readJson(path);
    default:
      return readJson(path);
  }
}

function readJson(path: string): string {
  return `read_json('${path}', sample_size = -1, maximum_object_size = 100000000, convert_strings_to_integers = false)`;
}

const DATE_FORMATS =
  "['%Y-%m-%d', '%Y/%m/%d', '%m/%d/%Y', '%b %d %Y', '%Y-%m-%d %H:%M:%S', '%Y/%m/%d %H:%M', '%Y/%m/%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M', '%Y-%m-%dT%H:%M:%S.%f']";

const STRPTIME: readonly (readonly [token: string, directive: string])[] = [
  ["YYYY", "%Y"],
  ["YY", "%y"],
  ["MMM", "%b"],
  ["MM", "%m"],
  ["DD", "%d"],
  ["HH", "%H"],
  ["hh", "%I"],
  ["mm", "%M"],
  ["ss", "%S"],
  ["A", "%p"],
  ["Z", "%z"],
];

/** DuckDB's directives for the tokens of a reported format, except week days. */
export function strptimeDirectives(format: string): string {
  return STRPTIME.reduce((made, [token, directive]) => made.replace(token, directive), format);
}

/** DuckDB's formats for a reported format. */
function strptimeFormats(format: string): string {
  const directives = strptimeDirectives(format.replace(/^ddd /, ""));
  return `['${directives}', '${directives.replace("%b", "%B")}', '${directives.replace("%b %d ", "%B %d, ")}']`;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * A file as SQL reads it: completely in memory, except Parquet, where a query needs few columns.
 */
export type ExactTable = { relation: string; format: string; isDelimited: boolean };

/** Loads the file of a profile; a later call on the same connection replaces it. */
export async function loadTable(
  connection: DuckDBConnection,
  filePath: string,
  profile: Profile,
): Promise<ExactTable> {
  const { format } = profile;
  const relation = relationOf(filePath, profile);
  const isDelimited = relation.startsWith("read_csv");
  if (format === "parquet") return { relation, format, isDelimited };
  await connection.run(`CREATE OR REPLACE TEMP TABLE loaded AS SELECT * FROM ${relation}`);
  return { relation: "loaded", format, isDelimited };
}

function epochTime(text: string, format: string): string {
  return `epoch_ms(TRY_CAST(${text} AS BIGINT) * ${format === "unix_s" ? 1000 : 1})`;
}

/** A number written in a format: its digits, with a decimal point. */
function formattedNumber(text: string, format: string): string {
  const decimal = format.includes("0,##") ? "," : ".";
  const digits = `replace(regexp_replace(${text}, '[^0-9${decimal}]', '', 'g'), ',', '.')`;
  const sign = `(CASE WHEN regexp_matches(${text}, '^[(]|-') THEN -1 ELSE 1 END)`;
  return `(TRY_CAST(${digits} AS DOUBLE) * ${sign})`;
}

/** The column's values in its profiled type; values that do not fit are null. */
export function typedExpr(column: ColumnProfile, table: ExactTable): string {
  if (table.format === "parquet") return quoteName(column.name);
  const printed = `CAST(${quoteName(column.name)} AS VARCHAR)`;
  // An empty cell of delimited text is missing; an empty JSON string is a value.
  const cell = table.isDelimited ? `NULLIF(${printed}, '')` : printed;
  const words = (column.missing_words ?? []).map((word) => `'${word.replaceAll("'", "''")}'`);
  const text = words.length === 0 ? cell : `CASE WHEN ${cell} NOT IN (${words}) THEN ${cell} END`;
  switch (column.type) {
    case "integer":
      if (column.format) return formattedNumber(text, column.format);
      return `TRY_CAST(${text} AS BIGINT)`;
    case "number":
      if (column.format) return formattedNumber(text, column.format);
      return `(CASE WHEN lower(${text}) = 'nan' THEN NULL ELSE TRY_CAST(${text} AS DOUBLE) END)`;
    case "date":
    case "datetime":
      if (column.format?.startsWith("unix_")) return epochTime(text, column.format);
      return `try_strptime(${text}, ${column.format ? strptimeFormats(column.format) : DATE_FORMATS})`;
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
  /** For text columns. */
  length: { min: number; max: number; mean: number } | null;
  /** The counts of the most frequent values. */
  top: number[];
};

/**
 * Prints times as the profile does: without trailing zeros in a fraction, and in UTC if it says so.
 */
function printTime(of: string, { type, format }: ColumnProfile): string {
  if (type === "date") return `strftime(${of}, '%Y-%m-%d')`;
  const zone = format?.startsWith("unix_") ? "Z" : "";
  const printed = `strftime(${of}, '%Y-%m-%dT%H:%M:%S.%g')`;
  return `regexp_replace(${printed}, '[.]?0+$', '') || '${zone}'`;
}

/** The exact figures of one column. */
export async function exactFigures(
  connection: DuckDBConnection,
  table: ExactTable,
  column: ColumnProfile,
): Promise<ExactFigures> {
  const { relation } = table;
  const value = typedExpr(column, table);
  const isNumeric = column.type === "integer" || column.type === "number";
  const isText = column.type === "string";
  const isTemporal = column.type === "date" || column.type === "datetime";
  const print = isTemporal
    ? (of: string): string => printTime(of, column)
    : (of: string): string => `CAST(${of} AS VARCHAR)`;
  const sql = `SELECT count(*) AS rows, count(*) - count(v) AS nulls, count(DISTINCT v) AS distinct,
    ${print("min(v)")} AS min, ${print("max(v)")} AS max,
    ${isNumeric ? "avg(v::DOUBLE)" : "NULL"} AS mean,
    ${isNumeric ? "stddev_samp(v::DOUBLE)" : "NULL"} AS std,
    ${isText ? "min(length(v))" : "NULL"} AS shortest, ${isText ? "max(length(v))" : "NULL"} AS longest,
    ${isText ? "avg(length(v))" : "NULL"} AS usual
    FROM (SELECT ${value} AS v FROM ${relation})`;
  const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
  if (!row) throw new Error("no figures");
  const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  const topSql = `SELECT count(*) AS n FROM (SELECT ${value} AS v FROM ${relation})
    WHERE v IS NOT NULL GROUP BY v ORDER BY n DESC LIMIT 10`;
  const top = (await connection.runAndReadAll(topSql)).getRowObjects();
  return {
    rows: Number(row.rows),
    nulls: Number(row.nulls),
    distinct: Number(row.distinct),
    min: text("min"),
    max: text("max"),
    mean: number("mean"),
    std: number("std"),
    length:
      row.shortest === null
        ? null
        : { min: Number(row.shortest), max: Number(row.longest), mean: Number(row.usual) },
    top: top.map(({ n }) => Number(n)),
  };
}

export type ExactPeriods = { expected: number; present: number; largestMissing: number };

/** How many periods of a date column hold a value, by SQL over the distinct periods. */
export async function exactPeriods(
  connection: DuckDBConnection,
  table: ExactTable,
  column: ColumnProfile,
  granularity: string,
): Promise<ExactPeriods> {
  const { relation } = table;
  const value = typedExpr(column, table);
  const sql = `WITH periods AS (
      SELECT DISTINCT date_trunc('${granularity}', v) AS p FROM (SELECT ${value} AS v FROM ${relation})
      WHERE v IS NOT NULL),
    gaps AS (SELECT p, date_diff('${granularity}', lag(p) OVER (ORDER BY p), p) - 1 AS missing FROM periods)
    SELECT count(*) AS present, date_diff('${granularity}', min(p), max(p)) + 1 AS expected,
      coalesce(max(missing), 0) AS largest FROM gaps`;
  const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
  return {
    expected: Number(row?.expected),
    present: Number(row?.present),
    largestMissing: Number(row?.largest),
  };
}
