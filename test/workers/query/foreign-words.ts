/**
 * The kinds of attacks in other projects' lists for DuckDB, Postgres, MySQL, MSSQL and document
 * stores (deny lists of SQL consoles, PayloadsAllTheThings), written anew: each call with some way
 * of injecting it.
 */
import type { hostileWords } from "./hostile-words.ts";

type Paths = Parameters<typeof hostileWords>[0];

/** Calls that read or write files, use the network, or read or change settings, by engine. */
const callsOf = ({ secretFile, folder, touched }: Paths): string[] => [
  ...["read_csv", "read_csv_auto", "read_json", "read_ndjson", "read_text", "read_blob"].map(
    (reader) => `${reader}('${secretFile}')`,
  ),
  ...["parquet_scan", "parquet_metadata", "sniff_csv", "delta_scan", "iceberg_scan"].map(
    (scan) => `${scan}('${secretFile}')`,
  ),
  `glob('${folder}/*')`,
  `sqlite_scan('${secretFile}', 't')`,
  "postgres_scan('host=127.0.0.1 port=1', 'public', 't')",
  "read_parquet('http://127.0.0.1:1/x.parquet')",
  "duckdb_secrets()",
  "duckdb_settings()",
  "current_setting('memory_limit')",
  "getenv('PATH')",
  `pg_read_file('${secretFile}')`,
  `LOAD_FILE('${secretFile}')`,
  `lo_import('${secretFile}')`,
  "pg_sleep(60)",
  `system('touch ${touched}')`,
  `xp_cmdshell 'touch ${touched}'`,
  `write_csv('${touched}', 'x')`,
  `pl.scan_csv("${secretFile}")`,
  `require("node:fs").writeFileSync("${touched}", "")`,
];

/** The ways to inject a call where a value or a name is expected. */
const ways: readonly ((call: string) => string)[] = [
  (call) => call,
  (call) => `' OR 1=1 UNION SELECT * FROM ${call} --`,
  (call) => `"; SELECT ${call}; --`,
  (call) => `setosa'/**/UNION/**/ALL/**/SELECT/**/${call}#`,
  (call) => `id) FROM (SELECT * FROM ${call}) t --`,
  (call) => `CASE WHEN (1=1) THEN ${call} ELSE 0 END`,
  (call) => `$$${call}$$`,
  (call) => `\${${call}} {{${call}}} #{${call}} <%= ${call} %>`,
  (call) => `\ufeff%27%20OR%20${encodeURIComponent(call)}`,
  (call) => `{"$where": ${JSON.stringify(call)}}`,
];

const statementsOf = ({ secretFile, folder, touched }: Paths): string[] => [
  `1; COPY (SELECT 42) TO PROGRAM 'touch ${touched}'`,
  `1; EXPORT DATABASE '${touched}'`,
  `1' INTO OUTFILE '${touched}' --`,
  `1; CREATE SECRET (TYPE s3, PROVIDER credential_chain)`,
  "1; INSTALL httpfs; LOAD httpfs",
  "1; SET enable_external_access = true",
  `1; LOAD DATA INFILE '${secretFile}' INTO TABLE t`,
  `1; .shell touch ${touched}`,
  `\\! touch ${touched}`,
  `$(touch ${touched})`,
  `\`touch ${touched}\``,
  `| touch ${touched}`,
  `file:${folder}/../secret.csv`,
  "\\\\127.0.0.1\\share\\x.parquet",
  "hf://datasets/a/b.parquet",
  "gs://bucket/x.parquet",
  "azure://container/x.parquet",
  "a\r\nHost: 127.0.0.1",
  "\u202e'--",
  "％27 OR 1＝1",
  'col("id").map_elements(print)',
  '{"Scan":{"sources":{"Paths":["/etc/passwd"]}}}',
];

/** Each call in one way, each way with several calls, and complete statements. */
export const foreignWords = (paths: Paths): string[] => [
  ...callsOf(paths).map((call, at) => (ways[at % ways.length] as (typeof ways)[0])(call)),
  ...statementsOf(paths),
];

/**
 * Bodies that are not queries: operators of document stores, calls as values, and other languages'
 * clauses.
 */
export const foreignBodies: readonly unknown[] = [
  { filter: { column: "id", op: "eq", value: { $ne: null } } },
  { filter: { column: "id", op: "in", value: [{ $gt: "" }] } },
  { filter: { column: { $ne: 1 }, op: "eq", value: 1 } },
  { filter: { $where: "sleep(1000)" } },
  { filter: { $or: [{ id: 1 }] } },
  { filter: { column: "id", op: "$where", value: "1" } },
  { filter: { column: "id", op: "regexp", value: ".*" } },
  { filter: { column: "id", op: "like", value: "%" } },
  { filter: { column: "id", op: "eq; DROP TABLE t", value: 1 } },
  { filter: { column: "id", op: "eq", value: [[1]] } },
  { filter: { column: "id", op: "eq", value: null } },
  { filter: [{ column: "id", op: "eq", value: 1 }] },
  { filter: "1 = 1" },
  { columns: "*" },
  { columns: [{ expression: "read_text('/etc/passwd')" }] },
  { columns: ["id", ["name"]] },
  { group_by: [1] },
  { order_by: [{ column: "id", direction: "asc; SELECT 1" }] },
  { order_by: [{ expression: "random()" }] },
  { aggregates: [{ function: "string_agg", column: "species" }] },
  { aggregates: [{ function: "read_text", column: "/etc/passwd" }] },
  { aggregates: [{ function: "count", column: "id", filter: "1 = 1" }] },
  { aggregates: [{ function: "__proto__" }] },
  { limit: "1; SELECT 1" },
  { limit: -1 },
  { offset: 2 ** 60 },
  { with: { t: "SELECT 1" } },
  { from: "/etc/passwd" },
  { join: { table: "other" } },
  { settings: { memory_limit: "1TB" } },
  { table: "../../other" },
  { version: "file:///etc/passwd" },
  [],
  "SELECT 1",
  null,
];
