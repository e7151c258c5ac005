/** Generates the tables for the profile benches with DuckDB. */
import { statSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

/**
 * Nested is JSON lines with other columns: nested objects, lists of numbers and lists of objects.
 */
export type TableFormat = "csv" | "jsonl" | "nested" | "parquet";

/** Nineteen columns of common kinds. Equal row numbers give equal rows. */
const COLUMNS = `
  i AS id,
  md5(i::VARCHAR) AS reference,
  'Customer ' || (hash(i, 1) % 50000) AS customer,
  'user' || (hash(i, 2) % 2000000) || '@example.org' AS email,
  ['Lisbon','Oslo','Quito','Hanoi','Lagos','Lima','Pune','Graz'][(1 + hash(i, 3) % 8)::INTEGER] AS city,
  ['PT','NO','EC','VN','NG','PE','IN','AT'][(1 + hash(i, 3) % 8)::INTEGER] AS country,
  lpad((hash(i, 4) % 99999)::VARCHAR, 5, '0') AS postcode,
  round((hash(i, 5) % 10000000) / 100.0, 2) AS amount,
  round((hash(i, 6) % 1000003) / 1000003.0, 6) AS ratio,
  1 + hash(i, 7) % 40 AS quantity,
  hash(i, 8) % 9000000000000 AS account,
  hash(i, 9) % 3 = 0 AS active,
  DATE '2015-01-01' + (hash(i, 10) % 4000)::INTEGER AS day,
  strftime(TIMESTAMP '2020-01-01' + to_seconds((hash(i, 11) % 150000000)::BIGINT), '%Y-%m-%d %H:%M:%S') AS created_at,
  round(-90 + (hash(i, 12) % 18000000) / 100000.0, 5) AS latitude,
  round(-180 + (hash(i, 13) % 36000000) / 100000.0, 5) AS longitude,
  CASE WHEN hash(i, 14) % 10 < 3 THEN NULL ELSE round((hash(i, 15) % 50000) / 1000.0, 3) END AS weight,
  ['new','open','paid','sent','done','void'][(1 + hash(i, 16) % 6)::INTEGER] AS state,
  CASE WHEN hash(i, 17) % 5 = 0 THEN 'said "fine", then left shop ' || (hash(i, 18) % 900)
       ELSE 'some words of a note about order ' || (hash(i, 18) % 900000) END AS note`;

/** Seven columns, three of them nested. */
const NESTED_COLUMNS = `
  i AS id,
  'name ' || (hash(i, 1) % 5000) AS name,
  {street: 'Street ' || (hash(i, 2) % 900), city: ['Oslo','Lima','Pune'][(1 + hash(i, 3) % 3)::INTEGER],
   zip: hash(i, 4) % 99999, geo: {lat: round((hash(i, 5) % 18000000) / 100000.0, 5), lon: 1.5}} AS address,
  [hash(i, 6) % 100, hash(i, 7) % 100, hash(i, 8) % 100] AS scores,
  [{sku: 'A' || (hash(i, 9) % 99), n: hash(i, 10) % 5},
   {sku: 'B' || (hash(i, 11) % 99), n: hash(i, 12) % 5}] AS items,
  round((hash(i, 13) % 10000000) / 100.0, 2) AS amount,
  hash(i, 14) % 2 = 0 AS active`;

const BYTES_PER_ROW: Readonly<Record<TableFormat, number>> = {
  csv: 232,
  jsonl: 432,
  nested: 225,
  parquet: 74,
};

const COPY_OPTIONS: Readonly<Record<TableFormat, string>> = {
  csv: "FORMAT csv, HEADER",
  jsonl: "FORMAT json",
  nested: "FORMAT json",
  parquet: "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880",
};

/** Writes a table of about `bytes` bytes; returns its rows and its exact size in bytes. */
export async function generateTable(
  filePath: string,
  format: TableFormat,
  bytes: number,
): Promise<{ rows: number; byteSize: number }> {
  const rows = Math.round(bytes / BYTES_PER_ROW[format]);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET preserve_insertion_order = true");
  const path = filePath.replaceAll("'", "''");
  const columns = format === "nested" ? NESTED_COLUMNS : COLUMNS;
  await connection.run(
    `COPY (SELECT ${columns} FROM range(${rows}) AS t(i)) TO '${path}' (${COPY_OPTIONS[format]})`,
  );
  connection.closeSync();
  instance.closeSync();
  return { rows, byteSize: statSync(filePath).size };
}
