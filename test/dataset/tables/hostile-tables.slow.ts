/** Archives of several tables that lie, are huge, or are partly broken. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import { TablesCollector } from "../../../dataset/tables/collect-tables.ts";
import { leakBudgetCells } from "../../../market/profile/leak-budget.ts";
import { zipOf } from "../support/archive-files.ts";
import { alertCodes, generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

setDefaultTimeout(60_000);

const folder = makeFolder();
afterAll(() => folder.remove());

const CSV = "day,mm\n1,2.5\n2,0\n3,7\n";

const innerZip = await zipOf({ "a.csv": CSV });

type Content = string | Uint8Array;

async function tablesOf(files: Record<string, Content>, options = {}) {
  const report = await profileBytes(folder.path, await zipOf(files), options);
  const { profile } = generated(report);
  const tables = profile.tables ?? [];
  return { report, profile, tables, rows: tables.map(({ path, rows }) => [path, rows]) };
}

describe("a table that cannot be read costs no other", () => {
  const zeros = Buffer.alloc(4_000_000, "1\n");
  const limits = { decompressedBytesFree: 100_000 };

  test.each([
    ["a bomb that says so", { "bomb.csv": zeros }, "decompression_ratio_exceeded"],
    ["a bomb in gzip", { "bomb.csv.gz": gzipSync(zeros) }, "decompression_ratio_exceeded"],
    ["a cut file", { "cut.parquet": Buffer.from("PAR1 is all") }, "malformed_file"],
    ["an archive", { "inner.csv": innerZip }, "archive_nested"],
    ["an empty file", { "none.csv": "" }, "empty_file"],
    ["a header alone", { "head.csv": "a,b\n" }, "no_data_rows"],
  ])("%s", async (_, bad, code) => {
    const { tables, profile } = await tablesOf({ ...bad, "good.csv": CSV }, { limits });
    expect(profile.row_count).toBe(3);
    const [name = ""] = Object.keys(bad);
    expect(tables.find(({ path }) => path === name)).toMatchObject({ error: { code } });
    expect(tables.find(({ path }) => path === "good.csv")).toMatchObject({ error: null, rows: 3 });
    expect(alertCodes(profile)).toContain("unread_tables");
  });

  test("where none can be read, the file has the reason of the largest", async () => {
    const zip = await zipOf({ "a.csv": "", "b.parquet": Buffer.from("PAR1nothing") });
    const report = await profileBytes(folder.path, zip);
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
  });

  test("and rows read before a process ended are kept", () => {
    const collector = new TablesCollector();
    expect(collector.salvage("crashed")).toBeNull();
    const planned = { format: "csv", columns: 2, parts: 1, partPaths: [], refusal: null };
    const named = ["first", "second", "third"].map((name) => {
      return { ...planned, name, path: `${name}.csv`, byteSize: 9 };
    });
    const plan = { compression: "zip", tables: named, documents: [], alerts: [] };
    collector.take({ step: "plan", plan });
    collector.take({ step: "begin", position: 1 });
    expect(collector.salvage("crashed")).toBeNull();
    collector.take({ step: "table", position: 1, report: readReport });
    collector.take({ step: "begin", position: 0 });
    const saved = collector.salvage("out_of_memory");
    const rows = saved?.profile?.tables?.map(({ rows, error }) => [rows, error?.code ?? null]);
    expect(rows).toEqual([
      [null, "out_of_memory"],
      [3, null],
      [null, "table_not_reached"],
    ]);
  });
});

const readReport: DatasetReport = await profileBytes(folder.path, CSV);

describe("parts of one table", () => {
  test("may be empty, broken, of another schema or in another encoding", async () => {
    const parts: Record<string, Content> = {};
    for (let i = 0; i < 8; i++) parts[`out/part-${i}.csv`] = `id,name\n${i},é${i}\n`;
    parts["out/part-2.csv"] = "";
    parts["out/part-3.csv"] = "x,y,z\n1,2,3\n";
    parts["out/part-5.csv"] = Buffer.from("id,name\n5,Müller\n6,Jürgen\n", "latin1");
    parts["out/part-6.csv"] = Buffer.from("\u0000\u0001\u0002\u0003binary");
    const { rows, profile, tables } = await tablesOf({ ...parts, "out/_SUCCESS": "" });
    expect(rows).toEqual([
      ["out/part-*.csv", 6],
      ["out/part-3.csv", 1],
    ]);
    expect(tables[0]).toMatchObject({ name: "out", parts: 5, is_default: true });
    expect(alertCodes(profile)).toContain("unread_parts");
    expect(alertCodes(profile)).toContain("encoding_guessed");
  });

  test("are counted together by the hundred", async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`y=${i % 7}/part-${i}.csv`, `a,b\n${i},${i * 2}\n`]),
    );
    const { profile, tables } = await tablesOf(parts);
    expect(profile.row_count).toBe(300);
    expect(tables).toMatchObject([{ parts: 300, rows: 300 }]);
    expect(tables[0]?.part_paths.length).toBe(20);
    expect(profile.columns[1]).toMatchObject({ type: "integer", min: 0, max: 598 });
  });

  test("of JSON lines may differ in keys, and are not joined without names of their own", async () => {
    const lines = (i: number) => `{"id":${i},"v":1${i % 2 ? ',"odd":true' : ""}}\n`;
    const shards = Object.fromEntries([0, 1, 2].map((i) => [`s-${i}.jsonl`, lines(i)]));
    const { rows, profile } = await tablesOf({ ...shards, "a.json": "[1,2]", "b.json": "[3]" });
    expect(rows).toEqual([
      ["a.json", 2],
      ["b.json", 1],
      ["s-*.jsonl", 3],
    ]);
    expect(profile.columns.map(({ name, null_count }) => [name, null_count])).toEqual([
      ["id", 0],
      ["v", 0],
      ["odd", 2],
    ]);
  });

  test("are no test and training sets, though these have one schema", async () => {
    const { tables } = await tablesOf({ "train.csv": CSV, "test.csv": CSV, "README.md": "# x" });
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ["test", 3],
      ["train", 3],
    ]);
  });
});

describe("names", () => {
  test("that differ by case, lead elsewhere or are deep give each table a name of its own", async () => {
    const deep = `${"d/".repeat(300)}t.csv`;
    const names = ["T.csv", "t.csv", "../../t.csv", "x/t.csv", deep, "a\u0000\u202eb.csv"];
    const files = names.map((name, i) => [name, `c${i},d\n1,2\n`] as const);
    const { tables, profile } = await tablesOf(Object.fromEntries(files));
    expect(new Set(tables.map(({ name }) => name)).size).toBe(names.length);
    expect(tables.every(({ rows }) => rows === 1)).toBe(true);
    for (const { name, path } of tables) {
      expect(name.length).toBeLessThanOrEqual(300);
      expect(`${name}${path}`).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    expect(alertCodes(profile)).toContain("unsafe_names");
  });
});

describe("more tables than are profiled", () => {
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [
      `t${i}.csv`,
      `id,c${i}\n${"1,1\n".repeat(i % 50)}9,9\n`,
    ]),
  );

  test("have the largest profiled, some listed and all counted", async () => {
    const { tables, profile, report } = await tablesOf(many, { limits: { tablesMax: 5 } });
    expect(profile.row_count).toBe(50);
    expect(tables.length).toBe(200);
    expect(tables.filter(({ error }) => error === null).length).toBe(5);
    const codes = new Set(tables.flatMap(({ error }) => error?.code ?? []));
    expect([...codes]).toEqual(["tables_exceeded"]);
    expect(profile.alerts[0]?.detail).toStartWith("995 of 1000 tables have no profile: ");
    expect(report.outcome === "generated" && report.otherTables?.length).toBe(4);
  });

  test("end with the time that there is", async () => {
    const limits = { tablesSecondsMax: 0 };
    const zip = await zipOf({ "a.csv": CSV, "b.csv": `x,${CSV}` });
    const report = await profileBytes(folder.path, zip, { limits });
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "table_not_reached" } });
  });
});

describe("a paid file of several tables", () => {
  test("shows no more cells of all of them than one file may", async () => {
    const files = Object.fromEntries(
      [40, 30, 20].map((count, t) => {
        const rows = Array.from(
          { length: count },
          (_, i) => `${t}${i}${i},word ${t} ${i},${i * 7}`,
        );
        return [`t${t}.csv`, `id${t},b,c\n${rows.join("\n")}\n`];
      }),
    );
    const { report, profile } = await tablesOf(files, { paid: true });
    const others = report.outcome === "generated" ? (report.otherTables ?? []) : [];
    const shown = [profile, ...others.map((other) => other.profile)].map(
      ({ disclosure }) => disclosure?.cells_shown ?? 0,
    );
    expect(shown.length).toBe(3);
    const sum = shown.reduce((all, cells) => all + cells, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(leakBudgetCells(90, 3));
  });

  test("masks the personal data of the accompanying texts", async () => {
    const files = { "a.csv": CSV, "README.md": "Ask ada.lovelace@example.com for more." };
    const paid = generated(await profileBytes(folder.path, await zipOf(files), { paid: true }));
    expect(paid.profile.documents?.[0]?.text).toBe("Ask [hidden: email] for more.");
    const free = generated(await profileBytes(folder.path, await zipOf(files)));
    expect(free.profile.documents?.[0]?.text).toContain("ada.lovelace@example.com");
  });

  test("cuts a long text and says so", async () => {
    const files = { "a.csv": CSV, LICENSE: "word ".repeat(10_000) };
    const { profile } = generated(await profileBytes(folder.path, await zipOf(files)));
    const [license] = profile.documents ?? [];
    expect(license).toMatchObject({ kind: "license", byte_size: 50_000, truncated: true });
    expect(license?.text.length).toBe(16_384);
  });
});
