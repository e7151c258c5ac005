/** Which columns are reported as keys, and which as near misses. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import type { Profile } from "../../../market/profile/schemas.ts";
import {
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../support/dataset-files.ts";
import { connectForTests, relationOf } from "../support/duckdb.ts";

const propertyMs = 300_000;
const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function profileOf(csv: string): Promise<Profile> {
  return generated(await profileBytes(folder.path, csv)).profile;
}

const columnsOf = ({ keys }: Profile): string[] =>
  (keys ?? []).map(({ columns }) => columns.join("+"));

const nearlyKeys = ({ columns }: Profile): [string, string][] =>
  columns.flatMap(({ name, alerts }) =>
    alerts.flatMap(({ code, detail }): [string, string][] =>
      code === "nearly_key" ? [[name, detail]] : [],
    ),
  );

const table = (header: string, rows: number, row: (i: number) => string): string =>
  `${header}\n${Array.from({ length: rows }, (_, i) => row(i)).join("\n")}\n`;

describe("keys of real files", () => {
  test.each([
    ["airports.csv", ["iata"]],
    ["disasters.csv", ["Entity+Year"]],
    ["flights-airport.csv", ["origin+destination"]],
    ["countries.json", ["year+country"]],
    ["gapminder.json", ["year+country", "pop"]],
    ["football.json", ["date+home_team"]],
    ["barley.json", ["variety+year+site"]],
    ["flare-dependencies.json", ["source+target"]],
    ["birdstrikes.csv", []],
  ])("are those that DuckDB finds unique: %s", async (file, keys) => {
    const filePath = join(VEGA, file);
    const { profile } = generated(await profileFile(folder.path, filePath));
    expect(columnsOf(profile)).toEqual(keys);
    expect(nearlyKeys(profile)).toEqual([]);
    for (const { columns, method } of profile.keys ?? []) {
      expect(method).toBe("exact");
      const list = columns.map(quoted).join(", ");
      const sql = `SELECT count(*) AS rows FROM (SELECT DISTINCT ${list} FROM ${relationOf(filePath, profile)})`;
      const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
      expect(Number(row?.rows)).toBe(profile.row_count);
    }
  });
});

describe("keys", () => {
  test(
    "single columns are those whose random values never repeat and are never missing",
    async () => {
      const cell = fc.oneof(
        { weight: 30, arbitrary: fc.integer({ min: 1, max: 300 }).map((n) => `v${n}`) },
        { weight: 1, arbitrary: fc.constant("") },
      );
      const tables = fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(tables, async (rows) => {
          const profile = await profileOf(
            table("row,a,b,c", rows.length, (i) => `r${i},${rows[i]?.join(",")}`),
          );
          const unique = ["a", "b", "c"].filter((_, at) => {
            const values = rows.map((row) => row[at] ?? "");
            return !values.includes("") && new Set(values).size === rows.length;
          });
          expect(columnsOf(profile)).toEqual(["row", ...unique]);
        }),
        { numRuns: 40 },
      );
    },
    propertyMs,
  );

  test("a pair is reported only if chance would repeat it", async () => {
    const grid = await profileOf(
      table(
        "place,day,kind",
        600,
        (i) => `p${i % 30},2026-01-${10 + Math.floor(i / 30)},k${i % 7}`,
      ),
    );
    expect(columnsOf(grid)).toEqual(["place+day"]);
    // One value occurs twice: with any other column it would form a key by chance.
    const lucky = await profileOf(table("word,kind", 200, (i) => `w${Math.max(1, i)},k${i % 10}`));
    expect(columnsOf(lucky)).toEqual([]);
  });

  test("of many rows a key is reported with its error, and one repeat in a hundred rules it out", async () => {
    const rows = 150_000;
    const sound = await profileOf(
      table("id,note", rows, (i) => `u-${i * 7},n${Math.floor(i / 2) % 3}`),
    );
    expect(sound.keys).toMatchObject([
      { columns: ["id"], method: "hash_threshold", confidence: 0.95 },
    ]);
    const most = sound.keys?.[0]?.repeats_max ?? 0;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(rows / 1000);
    const broken = await profileOf(
      table(
        "id,note",
        rows,
        (i) => `u-${(i % 100 === 1 ? i - 1 : i) * 7},n${Math.floor(i / 2) % 3}`,
      ),
    );
    expect(broken.keys).toEqual([]);
    const [[name, detail] = []] = nearlyKeys(broken);
    expect(name).toBe("id");
    const repeats = Number(/^About (\d+) of 150000 values/.exec(detail ?? "")?.[1]);
    expect(Math.abs(repeats - 1500)).toBeLessThan(300);
  });

  test("a pair of many rows is reported from a sample", async () => {
    const profile = await profileOf(
      table("shop,day", 40_000, (i) => `s${i % 200},${1 + Math.floor(i / 200)}`),
    );
    expect(profile.keys).toMatchObject([
      { columns: ["shop", "day"], method: "sample", repeats_max: 12, confidence: 0.95 },
    ]);
  });
});

describe("a column that is nearly a key", () => {
  test.each<[string, string, (i: number) => string, string[]]>([
    ["an id", "name,customer_id", (i) => `n${i % 9},c-${i < 5 ? 0 : i * 3}`, ["customer_id"]],
    ["row numbers", "nr_of_order,name", (i) => `${i < 7 ? 3 : i},n${i % 9}`, ["nr_of_order"]],
    ["tenth of the ids", "id,name", (i) => `x${i % 10 === 0 ? 7 : i},n${i % 9}`, ["id"]],
    ["a reference beside a key", "id,user_id", (i) => `x${i},u${i < 5 ? 0 : i}`, []],
    ["titles", "title,year", (i) => `t${i < 5 ? 0 : i},${1990 + (i % 20)}`, []],
    ["an id of several rows each", "id,year", (i) => `x${i % 40},${1990 + (i % 20)}`, []],
  ])("is told: %s", async (_, header, row, names) => {
    const profile = await profileOf(table(header, 200, row));
    expect(nearlyKeys(profile).map(([name]) => name)).toEqual(names);
    for (const [, detail] of nearlyKeys(profile)) {
      expect(detail).toMatch(
        /^\d+ of 200 values are duplicates in a column that otherwise identifies rows\.$/,
      );
    }
  });
});
