/**
 * Reads file names from standard input, one on each line, and writes the table that DuckDB finds in
 * each to standard output. It is a separate process because a corrupt file may crash DuckDB.
 */
import { createInterface } from "node:readline";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";

/**
 * DuckDB's reader for a file. It follows the profile's format; DuckDB detects the delimiter itself.
 */
export type DuckKind = "csv" | "json" | "parquet";
export type Shape = { rows: number; names: string[] } | { refused: string };

const readers: Readonly<Record<DuckKind, (path: string) => string>> = {
  csv: (path) => `read_csv('${path}', all_varchar = true)`,
  json: (path) => `read_json('${path}', maximum_object_size = 100000000)`,
  parquet: (path) => `read_parquet('${path}')`,
};
const refusalCharsMax = 120;

/** Returns rows and names. Decodes every column, since a count would read only Parquet's footer. */
async function shapeOf(connection: DuckDBConnection, path: string, kind: DuckKind): Promise<Shape> {
  const relation = readers[kind](path.replaceAll("'", "''"));
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${relation}`);
    const names = described.getRows().map(([name]) => String(name));
    const counted = await connection.runAndReadAll(
      `SELECT count(*), count(COLUMNS(*)) FROM ${relation}`,
    );
    return { rows: Number(counted.getRows()[0]?.[0]), names };
  } catch (error) {
    return { refused: String(error).split("\n")[0]?.slice(0, refusalCharsMax) ?? "" };
  }
}

if (import.meta.main) {
  const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  for await (const line of createInterface({ input: process.stdin })) {
    const { path, kind } = JSON.parse(line) as { path: string; kind: DuckKind };
    process.stdout.write(`${JSON.stringify(await shapeOf(connection, path, kind))}\n`);
  }
}
