/** A table's twin: names, types, rows and nested values; and when there is none. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import pl from "nodejs-polars";
import { zipOf } from "../support/archive-files.ts";
import { makeFolder, VEGA } from "../support/dataset-files.ts";
import { connectForTests } from "../support/duckdb.ts";
import { bufferOf, twinsFor, twinsOf } from "./support.ts";

const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

let count = 0;
function written(content: string | Uint8Array, extension = "csv"): string {
  const path = join(folder.path, `source-${count++}.${extension}`);
  writeFileSync(path, content);
  return path;
}

/** DuckDB's reading of a text's twin: names with types, and rows of values as JSON. */
async function duckOf(content: string, extension = "csv") {
  const made = await twinsOf(folder.path, written(content, extension));
  expect(made.outcomes).toEqual([{ position: 0, outcome: "made" }]);
  const path = made.pathOf(0);
  const read = await connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`);
  const types = read.columnTypes().map((type) => type.toString());
  return { names: read.columnNames(), types, rows: read.getRowsJson(), path };
}

test("a Parquet file that repeats a name is no twin of its own: its copy has the profile's names", async () => {
  const source = join(folder.path, "repeats.parquet");
  await connection.run(`COPY (SELECT i AS one, i * 2 AS two FROM range(3) t(i)) TO '${source}'`);
  writeFileSync(source, readFileSync(source, "latin1").replaceAll("two", "one"), "latin1");
  const { outcomes, pathOf } = await twinsOf(folder.path, source);
  expect(outcomes).toEqual([{ position: 0, outcome: "made" }]);
  const read = await connection.runAndReadAll(`SELECT * FROM '${pathOf(0)}' WHERE one = 2`);
  expect(read.getRowObjectsJson()).toEqual([{ one: "2", one_2: "4" }]);
});

describe("the types of a twin", () => {
  test("are those that the profile found", async () => {
    const { types, rows } = await duckOf(
      [
        "n;amount;day;seen;open;code;at",
        "1;1.234,50 €;31.12.2024;2024-01-02T03:04:05.123456Z;yes;007;1700000000",
        "NA;2,00 €;01.01.2025;2024-01-02T03:04:06Z;no;008;1700000001",
        "9007199254740993;-;02.01.2025;;yes;009;1700000002",
      ].join("\n"),
    );
    expect(types).toEqual([
      "BIGINT",
      "DOUBLE",
      "DATE",
      "TIMESTAMP WITH TIME ZONE",
      "BOOLEAN",
      "VARCHAR",
      "TIMESTAMP WITH TIME ZONE",
    ]);
    expect(rows[0]?.slice(0, 3)).toEqual(["1", 1234.5, "2024-12-31"]);
    expect(String(rows[0]?.[3])).toContain("03:04:05.123456");
    expect(rows[2]?.slice(0, 6)).toEqual([
      "9007199254740993",
      null,
      "2025-01-02",
      null,
      true,
      "009",
    ]);
    expect(String(rows[2]?.[6])).toContain("2023-11-14 22:13:22");
  });

  test("keep integers whose digits a number cannot hold", async () => {
    const lines = [
      '{"id":9007199254740993,"far":123456789012345678901234567890}',
      '{"id":1,"far":2}',
    ];
    const { types, rows } = await duckOf(`${lines.join("\n")}\n`, "jsonl");
    expect(types).toEqual(["BIGINT", "VARCHAR"]);
    expect(rows[0]).toEqual(["9007199254740993", "123456789012345678901234567890"]);
  });

  test("keep nested values as JSON, and a late value that changes a type", async () => {
    const late = Array.from({ length: 3000 }, (_, n) => JSON.stringify({ a: { n }, b: n, c: n }));
    late.push('{"a":{"n":1,"deep":[{"x":null}]},"b":"word","d":"new","c":1.5}');
    const { names, types, path } = await duckOf(`${late.join("\n")}\n`, "jsonl");
    expect(names).toEqual(["a", "b", "c", "d"]);
    expect(types.slice(2)).toEqual(["DOUBLE", "VARCHAR"]);
    const [first] = (
      await connection.runAndReadAll(`DESCRIBE FROM read_parquet('${path}')`)
    ).getRows();
    expect(first?.slice(0, 2)).toEqual(["a", "JSON"]);
    const last = await connection.runAndReadAll(
      `SELECT a->>'$.deep[0]', b, b->>'$', c, d FROM read_parquet('${path}') LIMIT 1 OFFSET 3000`,
    );
    expect(last.getRowsJson()[0]).toEqual(['{"x":null}', '"word"', "word", 1.5, "new"]);
  });

  test("keep the nested types of a file that brings types", async () => {
    const frame = pl.DataFrame({
      a: [[1, 2], [3]],
      b: [
        { x: 1, y: "é" },
        { x: 2, y: null },
      ],
    });
    const path = written(frame.writeIPC(), "arrow");
    const { pathOf } = await twinsOf(folder.path, path);
    const read = await connection.runAndReadAll(`SELECT * FROM read_parquet('${pathOf(0)}')`);
    expect(read.columnTypes().map(String)).toEqual(["DOUBLE[]", 'STRUCT("x" DOUBLE, "y" VARCHAR)']);
    expect(read.getRowsJson()[1]).toEqual([[3], { x: 2, y: null }]);
  });
});

describe("the names of a twin", () => {
  test("are the table's: repeated, empty, of digits, with dots and quotes", async () => {
    const { names, rows } = await duckOf('a,a,,10,2,x.y,"q""é",__proto__\n1,2,3,4,5,6,7,8\n');
    expect(names).toEqual(["a", "a_2", "column_3", "10", "2", "x.y", 'q"é', "__proto__"]);
    expect(rows).toEqual([["1", "2", "3", "4", "5", "6", "7", "8"]]);
  });
});

describe("the rows of a twin", () => {
  test("are in file order, in row groups with counts and extremes, zstd", async () => {
    const total = 600_000;
    const lines = Array.from({ length: total }, (_, n) => `${n},${"t".repeat(300 * (n % 2))}`);
    const { path } = await duckOf(`n,text\n${lines.join("\n")}\n`);
    const metadata = parquetMetadata(bufferOf(path));
    expect(metadata.row_groups.length).toBe(3);
    let next = 0n;
    for (const { num_rows, columns } of metadata.row_groups) {
      expect(Number(num_rows)).toBeLessThanOrEqual(262_144);
      const [n, text] = columns.map((column) => column.meta_data);
      expect(n?.codec).toBe("ZSTD");
      expect(n?.statistics?.null_count).toBe(0n);
      expect([n?.statistics?.min_value, n?.statistics?.max_value]).toEqual([
        next,
        next + num_rows - 1n,
      ]);
      // Long texts must not enlarge the footer.
      expect(String(text?.statistics?.max_value).length).toBeLessThanOrEqual(64);
      next += num_rows;
    }
    expect(next).toBe(BigInt(total));
    const unordered = await connection.runAndReadAll(
      `SELECT count(*) FROM (SELECT n, row_number() OVER () - 1 AS place FROM read_parquet('${path}')) WHERE n <> place`,
    );
    expect(unordered.getRowsJson()).toEqual([["0"]]);
    const file = bufferOf(path);
    const [row] = await parquetReadObjects({
      file,
      rowStart: 599_999,
      rowEnd: 600_000,
      compressors,
    });
    expect(row).toEqual({ n: 599_999n, text: "t".repeat(300) });
    expect(pl.readParquet(path).height).toBe(total);
  }, 60_000);
});

describe("a file of several tables", () => {
  test("has a twin of each", async () => {
    const path = written(
      await zipOf({ "a.csv": "x,y\n1,2\n3,4\n5,6\n", "b.jsonl": '{"z":true}\n{"z":false}\n' }),
      "zip",
    );
    const { outcomes, pathOf } = await twinsOf(folder.path, path);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["made", "made"]);
    const rows = outcomes.map(({ position }) => pl.readParquet(pathOf(position)).rows());
    expect(rows).toEqual([
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [[true], [false]],
    ]);
  });
});

describe("a Parquet file", () => {
  test("serves as its own twin, unless its names are none", async () => {
    const own = await twinsOf(folder.path, join(VEGA, "flights-3m.parquet"));
    expect(own.outcomes).toEqual([{ position: 0, outcome: "source" }]);
    expect(existsSync(own.pathOf(0))).toBe(false);
    const blank = written(pl.DataFrame({ " a ": [1] }).writeParquet(), "parquet");
    const copied = await twinsOf(folder.path, blank);
    expect(copied.outcomes).toEqual([{ position: 0, outcome: "made" }]);
    expect(pl.readParquet(copied.pathOf(0)).columns).toEqual(["a"]);
  });
});

describe("no twin is made", () => {
  const wanted = (rows: number, nulls = 0): Parameters<typeof twinsFor>[1] => [
    { position: 0, name: null, rows, columns: [{ name: "a", type: "integer", nulls }] },
  ];
  const cases: [name: string, tables: Parameters<typeof twinsFor>[1], bytesMax: number, string][] =
    [
      ["of other rows than the profile's", wanted(3), 1e9, "rows_differ"],
      ["of other missing values", wanted(2, 1), 1e9, "values_differ"],
      ["of more bytes than are kept", wanted(2), 100, "twin_bytes_exceeded"],
    ];
  test.each(cases)("%s", async (_name, tables, bytesMax, code) => {
    const { outcomes, pathOf } = await twinsFor(written("a\n1\n2\n"), tables, { bytesMax });
    expect(outcomes).toMatchObject([{ position: 0, outcome: "none", code }]);
    expect(existsSync(pathOf(0))).toBe(false);
  });

  test("of a file that is none any more", async () => {
    const { outcomes } = await twinsFor(written("PK\u0003\u0004 no archive"), wanted(2));
    expect(outcomes).toMatchObject([{ outcome: "none", code: "table_unread" }]);
  });
});
