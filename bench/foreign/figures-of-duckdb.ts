/** DuckDB's statistics for a file's columns, each read as the type in the profile. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ColumnProfile, Profile } from "../../market/profile/schemas.ts";
import { quoteName, strptimeDirectives } from "../../test/dataset/support/duckdb.ts";

/** A table as DuckDB reads it. `isText`: cells have no type, and an empty cell is missing. */
export type DuckTable = { names: string[]; rows: number; isText: boolean };

/** The statistics of one column. Times are `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC. */
export type DuckColumn = {
  nulls: number;
  distinct: number;
  min: string | null;
  max: string | null;
  mean: number | null;
  std: number | null;
  quantiles: number[] | null;
  length: { min: number; max: number; mean: number } | null;
  /** Examples of values that cannot be read as the type, to be judged by their spelling. */
  unfit: string[];
  /** Counts of the compared values, by their spelling. */
  counts: Map<string, number>;
};

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** First lets DuckDB detect the table, then names the position that the profile found. */
function relationsOf(path: string, { format, delimiter }: Profile): string[] {
  const file = literal(path);
  if (format === "parquet") return [`read_parquet(${file}, hive_partitioning = false)`];
  if (/json/.test(format)) {
    const options = "sample_size = -1, maximum_object_size = 100000000";
    return [`read_json(${file}, ${options}, convert_strings_to_integers = false)`];
  }
  const text = `all_varchar = true, sample_size = -1, nullstr = ''`;
  const told = `header = true, delim = ${literal(delimiter ?? ",")}, quote = '"', escape = '"'`;
  return [`read_csv(${file}, ${text})`, `read_csv(${file}, ${text}, ${told}, null_padding = true)`];
}

/**
 * Loads a file as the table `loaded`, or returns how each attempt differs from the profile's rows
 * and columns.
 */
export async function loadTable(
  connection: DuckDBConnection,
  path: string,
  profile: Profile,
): Promise<DuckTable | { differs: string }> {
  let differs = "";
  for (const relation of relationsOf(path, profile)) {
    try {
      await connection.run(`CREATE OR REPLACE TEMP TABLE loaded AS SELECT * FROM ${relation}`);
      const described = await connection.runAndReadAll("DESCRIBE loaded");
      const names = described.getRows().map(([name]) => String(name));
      const counted = await connection.runAndReadAll("SELECT count(*) FROM loaded");
      const rows = Number(counted.getRows()[0]?.[0]);
      const isSame = rows === profile.row_count && names.length === profile.columns.length;
      if (isSame) return { names, rows, isText: relation.startsWith("read_csv") };
      differs ||= `DuckDB ${rows} × ${names.length}`;
    } catch (error) {
      differs ||= `DuckDB ${String(error).split("\n")[0]?.slice(0, 100)}`;
    }
  }
  return { differs };
}

/** Removes names of weekdays. Allows for full month names and fractions of seconds. */
function parsedTime(text: string, format: string | undefined): string {
  if (format === undefined) return `TRY_CAST(${text} AS TIMESTAMPTZ)::TIMESTAMP`;
  if (format.startsWith("unix_")) {
    return `make_timestamp((TRY_CAST(${text} AS DOUBLE) * ${format === "unix_s" ? 1e6 : 1e3})::BIGINT)`;
  }
  const pattern = strptimeDirectives(format.replace(/^ddd,? /, ""));
  const patterns = [pattern, pattern.replace("%b", "%B"), pattern.replace("%S", "%S.%f")];
  const bare = format.startsWith("ddd") ? `regexp_replace(${text}, '^[A-Za-z]+,? ', '')` : text;
  return `try_strptime(${bare}, [${patterns.map(literal).join(", ")}])::TIMESTAMP`;
}

function parsedNumber(text: string, format: string | undefined): string {
  if (format === undefined) return `TRY_CAST(${text} AS DOUBLE)`;
  const decimal = format.includes("0,##") ? "," : ".";
  const digits = `replace(regexp_replace(${text}, '[^0-9eE${decimal}]', '', 'g'), ',', '.')`;
  return `TRY_CAST(${digits} AS DOUBLE) * (CASE WHEN regexp_matches(${text}, '^[(]|[-−]') THEN -1 ELSE 1 END)`;
}

const isNumeric = ({ type }: ColumnProfile): boolean => type === "integer" || type === "number";
const isTemporal = ({ type }: ColumnProfile): boolean => type === "date" || type === "datetime";

/** Whether SQL reads the type in the same way, so that it can be compared. */
export function isCompared(column: ColumnProfile): boolean {
  return isNumeric(column) || isTemporal(column) || ["boolean", "string"].includes(column.type);
}

/** SQL expressions for the column's typed value and its written text. */
function expressionsOf(column: ColumnProfile, name: string, isText: boolean): [string, string] {
  const cell = quoteName(name);
  const text = isText ? `NULLIF(trim(${cell}, E' \\t\\r\\n'), '')` : `CAST(${cell} AS VARCHAR)`;
  if (isTemporal(column)) return [parsedTime(text, column.format), text];
  if (column.type === "integer" && isText && !column.format) {
    return [`TRY_CAST(${text} AS HUGEINT)`, text];
  }
  if (isNumeric(column)) {
    const isStored = !isText && !column.format;
    const number = isStored ? `TRY_CAST(${cell} AS DOUBLE)` : parsedNumber(text, column.format);
    // In text, NaN marks a missing value. In binary formats it is a value that means exclude.
    if (isStored) return [number, text];
    return [`(CASE WHEN isnan(${number}) THEN NULL ELSE ${number} END)`, text];
  }
  if (column.type === "boolean") {
    const [yes = "true", no = "false"] = column.format?.split("/") ?? [];
    const lower = `lower(${text})`;
    const isYes = `${lower} = lower(${literal(yes)})`;
    return [
      `(CASE WHEN ${isYes} THEN true WHEN ${lower} = lower(${literal(no)}) THEN false END)`,
      text,
    ];
  }
  return [isText ? `NULLIF(${cell}, '')` : text, text];
}

const shares = "[0.05, 0.25, 0.5, 0.75, 0.95]";

async function figuresOf(
  connection: DuckDBConnection,
  column: ColumnProfile,
  [value, text]: [string, string],
): Promise<DuckColumn> {
  const number = isNumeric(column) ? "nullif(v::DOUBLE, 'nan'::DOUBLE)" : "NULL::DOUBLE";
  const extremes = isNumeric(column) ? "nullif(v, 'nan'::DOUBLE)" : "v";
  const length = column.type === "string" ? "length(v)" : "NULL::BIGINT";
  const print = isTemporal(column) ? "strftime(%, '%Y-%m-%dT%H:%M:%S.%f')" : "CAST(% AS VARCHAR)";
  const of = (what: string): string => print.replace(/%(?![YmdHMSf])/, what);
  const sql = `SELECT count(*) - count(v), count(DISTINCT v), ${of(`min(${extremes})`)},
    ${of(`max(${extremes})`)},
    avg(${number}), stddev_samp(${number}),
    quantile_cont(${number}, ${shares}), min(${length}), max(${length}), avg(${length}),
    (list(DISTINCT t) FILTER (v IS NULL AND t IS NOT NULL))[:20]
    FROM (SELECT ${value} AS v, ${text} AS t FROM loaded)`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][];
  const at = (index: number): number | null => (row[index] === null ? null : Number(row[index]));
  const counted = await connection.runAndReadAll(
    `SELECT ${of("v")}, count(*) AS n FROM (SELECT ${value} AS v FROM loaded) WHERE v IS NOT NULL
     GROUP BY v ORDER BY n DESC LIMIT 200`,
  );
  return {
    ...{ nulls: Number(row[0]), distinct: Number(row[1]), mean: at(4), std: at(5) },
    ...{ min: row[2] as string | null, max: row[3] as string | null },
    quantiles: (row[6] as unknown[] | null)?.map(Number) ?? null,
    length:
      at(7) === null ? null : { min: Number(row[7]), max: Number(row[8]), mean: Number(row[9]) },
    unfit: (row[10] as string[] | null) ?? [],
    counts: new Map(counted.getRows().map(([spelt, n]) => [String(spelt), Number(n)])),
  };
}

export function duckColumn(
  connection: DuckDBConnection,
  column: ColumnProfile,
  { names, isText }: DuckTable,
): Promise<DuckColumn> {
  const name = names.includes(column.name) ? column.name : (names[column.index] ?? column.name);
  return figuresOf(connection, column, expressionsOf(column, name, isText));
}
