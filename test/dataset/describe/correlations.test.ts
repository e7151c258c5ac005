/** Which columns are correlated, compared with DuckDB's results. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Profile } from "../../../market/profile/schemas.ts";
import type { CorrelatedPair } from "../../../market/profile/structure-schemas.ts";
import {
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../support/dataset-files.ts";
import { connectForTests, loadTable } from "../support/duckdb.ts";

const propertyMs = 300_000;
const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

/** A lone dot, as in the penguins' column Sex, is a missing value. */
const text = (name: string): string => `NULLIF(NULLIF(CAST("${name}" AS VARCHAR), ''), '.')`;
const double = (name: string): string => `TRY_CAST(${text(name)} AS DOUBLE)`;
const rank = (of: string): string =>
  `rank() OVER (ORDER BY ${of}) + (count(*) OVER (PARTITION BY ${of}) - 1) / 2.0`;

async function one(sql: string): Promise<number> {
  const [row] = (await connection.runAndReadAll(sql)).getRows();
  return Number(row?.[0]);
}

/** SQL's values for a pair's measures, only for those that the pair has. */
async function bySql(pair: CorrelatedPair, relation: string, numeric: ReadonlySet<string>) {
  const [a = "", b = ""] = pair.columns;
  const value = (name: string): string => (numeric.has(name) ? double(name) : text(name));
  const pairs = `(SELECT * FROM (SELECT ${value(a)} AS a, ${value(b)} AS b FROM ${relation})
    WHERE a IS NOT NULL AND b IS NOT NULL)`;
  const rows_used = await one(`SELECT count(*) FROM ${pairs}`);
  if (numeric.has(a) && numeric.has(b)) {
    const pearson = await one(`SELECT corr(a, b) FROM ${pairs}`);
    const ranks = `(SELECT ${rank("a")} AS a, ${rank("b")} AS b FROM ${pairs})`;
    return { rows_used, pearson, spearman: await one(`SELECT corr(a, b) FROM ${ranks}`) };
  }
  if (numeric.has(a) || numeric.has(b)) {
    const [x, group] = numeric.has(a) ? ["a", "b"] : ["b", "a"];
    const groups = `(SELECT count(*) AS n, avg(${x}) AS m FROM ${pairs} GROUP BY ${group})`;
    const between = `(SELECT sum(n * pow(m - (SELECT avg(${x}) FROM ${pairs}), 2)) FROM ${groups})`;
    const sql = `SELECT sqrt(${between} / (var_pop(${x}) * count(*))) FROM ${pairs}`;
    return { rows_used, correlation_ratio: await one(sql) };
  }
  const shares = await one(`WITH cells AS (SELECT a, b, count(*) AS n FROM ${pairs} GROUP BY ALL),
    sides AS (SELECT n, sum(n) OVER (PARTITION BY a) AS na, sum(n) OVER (PARTITION BY b) AS nb FROM cells)
    SELECT sum(n * n / (na * nb)) - 1 FROM sides`);
  const r = await one(`SELECT count(DISTINCT a) FROM ${pairs}`);
  const k = await one(`SELECT count(DISTINCT b) FROM ${pairs}`);
  const n = rows_used - 1;
  const side = Math.min(r - (r - 1) ** 2 / n, k - (k - 1) ** 2 / n) - 1;
  const corrected = Math.max(0, shares - ((r - 1) * (k - 1)) / n);
  return { rows_used, cramers_v: Math.min(1, Math.sqrt(corrected / side)) };
}

const numericOf = ({ columns }: Profile): Set<string> =>
  new Set(columns.filter(({ type }) => /integer|number/.test(type)).map(({ name }) => name));

async function expectAsSql(profile: Profile, filePath: string): Promise<void> {
  const { relation } = await loadTable(connection, filePath, profile);
  for (const pair of profile.correlations?.pairs ?? []) {
    const expected = await bySql(pair, relation, numericOf(profile));
    for (const [measure, value] of Object.entries(expected)) {
      const actual = pair[measure as keyof typeof expected] ?? Number.NaN;
      const said = `${pair.columns.join()} ${measure}: ${actual} for ${value}`;
      expect(Math.abs(actual - value), said).toBeLessThanOrEqual(0.000_051);
    }
  }
}

const pairsOf = ({ correlations }: Profile): string[] =>
  (correlations?.pairs ?? []).map(({ columns }) => columns.join("~"));

describe("correlations of real files", () => {
  test.each([
    ["cars.json", "Displacement~Weight_in_lbs"],
    ["penguins.json", "Species~Island"],
    ["movies.json", "US Gross~Worldwide Gross"],
    ["seattle-weather.csv", "temp_max~temp_min"],
    ["birdstrikes.csv", "Origin State~Phase of flight"],
    ["gapminder-health-income.csv", "income~health"],
    ["weather.csv", "temp_max~temp_min"],
  ])("are those that DuckDB computes: %s", async (file, pair) => {
    const filePath = join(VEGA, file);
    const { profile } = generated(await profileFile(folder.path, filePath));
    expect(profile.correlations?.method).toBe("exact");
    expect(pairsOf(profile)).toContain(pair);
    await expectAsSql(profile, filePath);
  });
});

describe("correlations", () => {
  test(
    "of random columns that depend on each other are those that DuckDB computes",
    async () => {
      // DuckDB's variance underflows to zero for far smaller numbers, and its correlation to NaN.
      const decimal = (most: number) =>
        fc.double({ min: -most, max: most, noNaN: true }).map((of) => Math.round(of * 1e4) / 1e4);
      const row = fc.tuple(
        decimal(1e3),
        decimal(1),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 9 }),
      );
      let file = 0;
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 60, maxLength: 200 }), async (rows) => {
          const lines = rows.map(([x, noise, group, gap], i) => {
            const cells = [x, gap === 0 ? "" : x * x * noise, Math.round(x / 50), `g${group}`];
            return [
              `r${i}`,
              ...cells,
              `h${(group + (gap > 6 ? 1 : 0)) % 4}`,
              group * 7 + noise,
            ].join();
          });
          const filePath = join(folder.path, `random-${file++}.csv`);
          writeFileSync(filePath, `row,x,y,step,group,other,level\n${lines.join("\n")}\n`);
          const { profile } = generated(await profileFile(folder.path, filePath));
          await expectAsSql(profile, filePath);
          compared += pairsOf(profile).length;
        }),
        { numRuns: 15 },
      );
      expect(compared).toBeGreaterThan(0);
    },
    propertyMs,
  );

  test("are not told of columns that have nothing to do with each other, and of few rows", async () => {
    const table = (rows: number): string => {
      const lines = Array.from({ length: rows }, () => {
        return [
          Math.random(),
          Math.random(),
          Math.random() < 0.5,
          `w${Math.floor(Math.random() * 9)}`,
        ];
      });
      return `a,b,c,d\n${lines.map((cells) => cells.join()).join("\n")}\n`;
    };
    let pairs = 0;
    for (let run = 0; run < 20; run++) {
      const { profile } = generated(await profileBytes(folder.path, table(300)));
      expect(profile.correlations).toMatchObject({ rows_used: 300, columns_used: 4 });
      pairs += profile.correlations?.pairs_found ?? 0;
    }
    // Chance lets a few of 120 pairs pass with a probability of at most a few percent.
    expect(pairs).toBeLessThanOrEqual(3);
    const few = generated(await profileBytes(folder.path, table(19)));
    expect(few.profile.correlations).toBeNull();
  });

  test("of many rows are of a sample of them, close to those of all", async () => {
    const filePath = join(folder.path, "many.csv");
    const lines = Array.from({ length: 60_000 }, (_, i) => {
      const x = Math.sin(i * 12.9898) * 43_758.5453;
      const u = x - Math.floor(x);
      return `${i},${u.toFixed(6)},${(u + ((i * 7919) % 1000) / 500).toFixed(6)}`;
    });
    writeFileSync(filePath, `i,x,y\n${lines.join("\n")}\n`);
    const { profile } = generated(await profileFile(folder.path, filePath));
    expect(profile.correlations).toMatchObject({ method: "sample", rows_used: 20_000 });
    const exact = await one(`SELECT corr(x, y) FROM read_csv('${filePath}')`);
    const pair = profile.correlations?.pairs.find(({ columns }) => columns.join() === "x,y");
    expect(Math.abs((pair?.pearson ?? 0) - exact)).toBeLessThan(0.04);
  });

  test("bear numbers of any size, and columns that hold hardly anything", async () => {
    const lines = Array.from({ length: 40 }, (_, i) => {
      const huge = (i % 2 === 0 ? 1 : -1) * 1.7e308;
      const tiny = i * 5e-324;
      return [i, huge, -huge, tiny, i === 3 ? "inf" : i * 2, "", "x", i === 5 ? 1 : ""].join();
    });
    const csv = `i,huge,minus,tiny,infinite,empty,same,once\n${lines.join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, csv));
    const pairs = new Map(
      profile.correlations?.pairs.map((pair) => [pair.columns.join("~"), pair]),
    );
    expect(pairs.get("huge~minus")).toMatchObject({ pearson: -1, spearman: -1, rows_used: 40 });
    expect(pairs.get("i~tiny")).toMatchObject({ spearman: 1 });
    expect(pairs.get("i~infinite")).toMatchObject({ pearson: 1, spearman: 1, rows_used: 39 });
    expect([...pairs.keys()].join()).not.toMatch(/empty|same|once/);
  });

  test("of wide tables compare fifty columns, and list fifty pairs", async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `c${i}`);
    const lines = Array.from({ length: 60 }, (_, row) => names.map((_, i) => row * (i + 1)).join());
    const csv = `${names.join()}\n${lines.join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, csv));
    expect(profile.correlations).toMatchObject({ columns_used: 50, pairs_found: 1225 });
    expect(profile.correlations?.pairs).toHaveLength(50);
  });

  test("say nothing of the hidden columns of a paid file", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => {
      return `${i * 3},+1415555${String(1000 + i)},u${i % 6}@example.org,${i % 2 === 0}`;
    });
    const csv = `amount,phone,mail,even\n${lines.join("\n")}\n`;
    const free = generated(await profileBytes(folder.path, csv)).profile;
    const paid = generated(await profileBytes(folder.path, csv, { paid: true })).profile;
    expect(pairsOf(free).join()).toContain("mail~even");
    expect(pairsOf(paid).join()).not.toMatch(/mail|phone/);
    expect(paid.correlations?.columns_used).toBe(2);
  });
});
