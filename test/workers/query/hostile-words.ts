/** Text that other languages would read as a file, an address, a setting, a call or a pattern. */

type Paths = { secretFile: string; folder: string; touched: string };

export const hostileWords = ({ secretFile, folder, touched }: Paths): string[] => [
  secretFile,
  `file://${secretFile}`,
  `${folder}/*`,
  "http://127.0.0.1:1/x.parquet",
  "s3://bucket/key.parquet",
  `read_csv('${secretFile}')`,
  `'; COPY (SELECT 1) TO '${touched}'; --`,
  `"; ATTACH '${touched}'; --`,
  `SELECT * FROM '${secretFile}'`,
  "PRAGMA database_list",
  "SET memory_limit='1TB'",
  "getenv('HOME')",
  "__proto__",
  "constructor",
  "^.*$",
  "*",
  "(a+)+$",
  "../../etc/passwd",
  "$HOME",
  "\u0000position",
  "\u0000",
  "k0",
  "p",
];

/** The word in every place of a query that takes one. */
export const placesOf = (word: string): Record<string, unknown>[] => [
  { filter: { column: "species", op: "contains", value: word } },
  { filter: { column: "species", op: "eq", value: word } },
  { filter: { column: "species", op: "in", value: [word, "setosa"] }, limit: 1 },
  { filter: { column: "id", op: "eq", value: word } },
  { filter: { column: word, op: "is_null" } },
  { columns: [word] },
  { group_by: [word] },
  { order_by: [{ column: word }] },
  { aggregates: [{ function: "max", column: word }] },
  { aggregates: [{ function: "count", as: word }], limit: 1 },
];
