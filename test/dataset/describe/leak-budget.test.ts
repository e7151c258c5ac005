/** The public cells of a paid file have one budget: reconstructs them from profile and sample. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { renderSample } from "../../../market/catalogue/sample-view.ts";
import { leakBudgetCells } from "../../../market/profile/leak-budget.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { picturesOf, zipOf } from "../support/archive-files.ts";
import {
  alertCodes,
  type Generated,
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../support/dataset-files.ts";
import { cellsOf, publicCells, type WrittenTable } from "../support/public-cells.ts";

const propertyMs = 300_000;
const folder = makeFolder();
afterAll(() => folder.remove());

/** The cells that a file of this size may show, according to the rule. */
function allowedOf(table: WrittenTable): number {
  const cells = cellsOf(table);
  const threeRows = (3 * cells) / Math.max(1, table.rows.length);
  return Math.min(cells / 10, Math.max(cells / 100, threeRows));
}

/** A column's values, made from a number that may or may not differ in each row. */
const kinds: Readonly<Record<string, (n: number) => unknown>> = {
  integer: (n) => n,
  few: (n) => n % 7,
  number: (n) => (n % 2 === 0 ? n / 8 : -n / 8),
  text: (n) => `text ${n} of some length`,
  long: (n) => `${n} ${"very ".repeat(150)}long`,
  category: (n) => `kind ${n % 5}`,
  boolean: (n) => n % 3 === 0,
  date: (n) => new Date(Date.UTC(2020, 0, 1 + (n % 1500))).toISOString().slice(0, 10),
  time: (n) => new Date(Date.UTC(2020, 0, 1, 0, n)).toISOString().replace(".000", ""),
  point: (n) => ({ type: "Point", coordinates: [(n % 1800) / 10, (n % 900) / 10] }),
  object: (n) => ({ id: n, tags: [`a${n}`, `b${n}`], inner: { deep: n / 4, same: true } }),
  list: (n) => Array.from({ length: 1 + (n % 6) }, (_, i) => n * 10 + i),
};
const nested = new Set(["point", "object", "list"]);

const shapes = fc.record({
  rows: fc.oneof(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 61, max: 1200 })),
  columns: fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 20 }),
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  missing: fc.constantFrom(0, 0, 3, 11),
});
type Shape = { rows: number; columns: string[]; seed: number; missing: number };

function tableOf({ rows, columns, seed, missing }: Shape): WrittenTable {
  const names = ["row", ...columns.map((kind, i) => `${kind}_${i}`)];
  const cell = (kind: string, row: number, at: number): unknown => {
    if (missing > 0 && (row * 31 + at * 17) % 11 < missing / 4) return null;
    return kinds[kind]?.(((row + 1) * 7919 + seed + at * 13) % 100_003);
  };
  return {
    names,
    rows: Array.from({ length: rows }, (_, row) => [
      `r${row}`,
      ...columns.map((kind, at) => cell(kind, row, at)),
    ]),
  };
}

function writeJsonl({ names, rows }: WrittenTable): string {
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(row.map((cell, i) => [names[i], cell]))))
    .join("\n");
}

function writeCsv({ names, rows }: WrittenTable): string {
  return `${[names, ...rows].map((row) => row.map((cell) => cell ?? "").join(",")).join("\n")}\n`;
}

async function profilePaid(content: string | Uint8Array, hint: string): Promise<Generated> {
  return generated(await profileBytes(folder.path, content, { hint, paid: true }));
}

describe("of a paid table", () => {
  test(
    "of any size, types and nesting no more cells are public than the rule allows",
    async () => {
      await fc.assert(
        fc.asyncProperty(shapes, async (shape) => {
          const isNested = shape.columns.some((kind) => nested.has(kind));
          const table = tableOf(shape);
          const found = isNested
            ? await profilePaid(writeJsonl(table), "jsonl")
            : await profilePaid(writeCsv(table), "csv");
          const { cells_max = -1, cells_shown = -1 } = found.profile.disclosure ?? {};
          const known = publicCells(found, table);
          expect(known).toBeLessThanOrEqual(cells_shown);
          expect(cells_shown).toBeLessThanOrEqual(cells_max);
          // The cells in nested values are estimated from a hundred rows.
          expect(cells_max).toBeLessThanOrEqual(Math.ceil(allowedOf(table) * (isNested ? 1.2 : 1)));
        }),
        { numRuns: 60 },
      );
    },
    propertyMs,
  );

  const orders = (rows: number): WrittenTable => {
    const columns = ["text", "category", "number", "few", "date", "boolean"];
    return tableOf({ rows, columns, seed: 5, missing: 0 });
  };

  test.each([2, 3, 5, 12, 30, 50, 150, 1000, 10_000])("of %i rows", async (rows) => {
    const table = orders(rows);
    const found = await profilePaid(writeCsv(table), "csv");
    const known = publicCells(found, table);
    expect(known).toBeLessThanOrEqual(allowedOf(table));
    // The budget is used: most of it, until a hundred rows and all figures are shown.
    expect(known).toBeGreaterThanOrEqual(Math.min(leakBudgetCells(rows, 7), 350) * 0.6);
  });

  test.each([
    { rows: 3, shown: 2, budget: 2 },
    { rows: 5, shown: 3, budget: 3 },
    { rows: 12, shown: 8, budget: 8 },
    { rows: 50, shown: 19, budget: 21 },
    { rows: 150, shown: 20, budget: 21 },
    { rows: 1_000, shown: 46, budget: 70 },
    { rows: 10_000, shown: 407, budget: 700 },
  ])("$shown cells of $rows rows of seven columns", async ({ rows, shown, budget }) => {
    const table = orders(rows);
    const found = await profilePaid(writeCsv(table), "csv");
    // Which of equally frequent values is shown may change one or two in hundreds.
    expect(Math.abs(publicCells(found, table) - shown)).toBeLessThanOrEqual(shown / 50);
    expect(found.profile.disclosure?.cells_max).toBe(budget);
  });

  test("a large one shows all figures and a hundred rows", async () => {
    const content = writeCsv(orders(20_000));
    const free = generated(await profileBytes(folder.path, content, { hint: "csv" }));
    const paid = await profilePaid(content, "csv");
    expect(paid.sample).toEqual(free.sample);
    expect(paid.sample.rows).toHaveLength(100);
    expect(paid.profile.columns).toEqual(free.profile.columns);
    expect(free.profile.disclosure).toBeUndefined();
  });

  test("a free one, however small, shows all as before", async () => {
    const table = orders(5);
    const free = generated(await profileBytes(folder.path, writeCsv(table), { hint: "csv" }));
    expect(free.sample.rows).toEqual(table.rows as unknown[][]);
    expect(free.profile.columns[3]).toMatchObject({ min: expect.any(Number) });
    expect(JSON.stringify(free)).not.toContain("withheld");
  });

  test("a document of 13 kB is not one cell", async () => {
    const items = Array.from({ length: 200 }, (_, i) => ({
      id: i,
      name: `item ${i}`,
      price: i / 4,
    }));
    const document = {
      title: "All of it",
      owner: { name: "Ann" },
      catalogue: { shelf: { items } },
    };
    const found = await profilePaid(`${JSON.stringify(document)}\n`, "jsonl");
    const table = { names: Object.keys(document), rows: [Object.values(document)] };
    expect(publicCells(found, table)).toBeLessThanOrEqual(cellsOf(table) / 10);
    expect(JSON.stringify(found)).not.toContain("item 7");
    expect(found.sample.rows).toEqual([["All of it", { name: "Ann" }, "[hidden: for buyers]"]]);
  });
});

describe("a small paid table", () => {
  const csv = "id,name,amount\n1,Ann,10.5\n2,Bob,20.25\n3,Cy,7.75\n4,Di,99.5\n";

  test("shows a part of a row, says so, and rounds the extremes that it withholds", async () => {
    const { profile, sample } = await profilePaid(csv, "csv");
    expect(profile.disclosure).toEqual({ cells_total: 12, cells_max: 1, cells_shown: 1 });
    expect(sample.rows).toHaveLength(1);
    expect(sample.rows[0]?.slice(1)).toEqual(["[hidden: for buyers]", "[hidden: for buyers]"]);
    expect(sample.sampling).toMatchObject({
      withheld_cells: 2,
      withheld_reason:
        "Of a small paid file at most a tenth is public: of 4 rows with 12 cells in all, 1 cell.",
    });
    expect(profile.columns[2]).toMatchObject({
      min: null,
      max: null,
      mean: null,
      quantiles: null,
      histogram: null,
      approximate: { min: 0, max: 100 },
      withheld: expect.arrayContaining(["extremes", "moments", "quantiles", "histogram"]),
    } as Partial<ColumnProfile>);
  });

  test("of less than ten cells shows no row, and says why", async () => {
    const { profile, sample } = await profilePaid("id,name\n1,Ann\n2,Bob\n", "csv");
    expect(sample.rows).toEqual([]);
    expect(sample.sampling.withheld_reason).toContain("of 2 rows with 4 cells in all, 0 cells");
    expect(profile.disclosure).toMatchObject({ cells_max: 0, cells_shown: 0 });
    const text = JSON.stringify({ columns: profile.columns, alerts: profile.alerts, sample });
    for (const value of ["Ann", "Bob"]) expect(text).not.toContain(value);
  });

  test("of features shows a geometry that is withheld as none in GeoJSON", async () => {
    const features = Array.from({ length: 6 }, (_, i) => ({
      type: "Feature",
      properties: { name: `place ${i}` },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [i, 1],
            [i, 2],
            [i + 1, 2],
            [i, 1],
          ],
        ],
      },
    }));
    const content = JSON.stringify({ type: "FeatureCollection", features });
    const { sample } = await profilePaid(content, "geojson");
    const at = sample.columns.findIndex(({ type }) => type === "geometry");
    expect(sample.rows.map((row) => row[at])).toEqual(["[hidden: for buyers]"]);
    const rendered = JSON.parse(renderSample(sample, "geojson").body);
    expect(rendered.features).toMatchObject([{ geometry: null, properties: {} }]);
  });

  test("tells no withheld value in an alert", async () => {
    const days = ["2019-03-01", "2019-03-05", "2019-07-09"];
    const content = `day,n\n${days.map((day) => `${day},5`).join("\n")}\n`;
    const words = { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false };
    const documentation = { ...words, promisesUpdates: true };
    const options = { hint: "csv", paid: true, documentation };
    const { profile } = generated(await profileBytes(folder.path, content, options));
    const [day] = profile.columns;
    expect(day?.alerts.map(({ code }) => code)).toContain("stale_dates");
    for (const value of days) expect(JSON.stringify(day?.alerts)).not.toContain(value);
    expect(day?.approximate).toEqual({ min: "2019", max: "2019" });
  });

  test("tells the box of its points only with the extremes of both coordinates", async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `p${i},${40 + i / 8},${10 + i / 4}`);
    const { profile } = await profilePaid(`name,lat,lon\n${lines.join("\n")}\n`, "csv");
    expect(profile.columns.map(({ semantic_type }) => semantic_type)).toContain("latitude");
    expect(profile.columns.map(({ bounds }) => bounds)).toEqual([null, null, null]);
    expect(profile.bounds).toBeNull();
  });
});

describe("of a real paid file", () => {
  const files = [
    ...["football.json", "cars.json", "seattle-weather.csv", "penguins.json", "barley.json"],
    ...["gapminder.json", "la-riots.csv", "obesity.json", "driving.json", "burtin.json"],
  ];
  test.each(files)("no more cells are public than the rule allows: %s", async (name) => {
    const path = join(VEGA, name);
    const found = generated(await profileFile(folder.path, path, { paid: true }));
    const text = readFileSync(path, "utf8");
    const names = found.profile.columns.map((column) => column.name);
    const rows = name.endsWith(".json")
      ? (JSON.parse(text) as Record<string, unknown>[]).map((row) => names.map((at) => row[at]))
      : text
          .trim()
          .split(/\r?\n/)
          .slice(1)
          .map((line) => line.split(","));
    const table = { names, rows };
    expect(publicCells(found, table)).toBeLessThanOrEqual(allowedOf(table));
  });

  test.each([2, 5, 12, 40])("archive of %i pictures", async (count) => {
    const found = await profilePaid(await zipOf(await picturesOf(count)), "zip");
    const rows = Math.max(Math.floor(count / 100), 3);
    expect(found.sample.rows.length).toBeLessThanOrEqual(Math.min(count / 10, rows));
    const free = generated(
      await profileBytes(folder.path, await zipOf(await picturesOf(count)), { hint: "zip" }),
    );
    const names = free.sample.columns.map((column) => column.name);
    const table = { names, rows: free.sample.rows };
    const cells = publicCells(found, table);
    expect(cells).toBeLessThanOrEqual(allowedOf(table));
    // The summary shows nothing that its columns withhold.
    for (const name of ["width", "height", "bytes"] as const) {
      const column = found.profile.columns.find((some) => some.name === name);
      const [told, exact] = [found, free].map(({ profile }) => profile.images?.[name]);
      if (column?.min === null) expect(told?.min).toBeLessThan(exact?.min ?? 0);
      else expect(told).toEqual(exact as typeof told);
    }
  });
});

describe("the tables of a paid file", () => {
  const counts: [first: number, second: number, third: number][] = [
    [40, 40, 40],
    [2000, 30, 12],
    [5, 4, 3],
  ];
  test.each(counts)("of %i, %i and %i rows share one budget", async (first, second, third) => {
    const tables = [first, second, third].map((rows, i) =>
      tableOf({
        rows,
        columns: ["text", "number", "date", "category"],
        seed: i * 1000,
        missing: 0,
      }),
    );
    const names = ["orders", "people", "places"];
    // Other column names turn these into different tables.
    const named = tables.map(({ names: columns, rows }, i) => ({
      names: columns.map((column) => `${names[i]}_${column}`),
      rows,
    }));
    const files = Object.fromEntries(named.map((one, i) => [`${names[i]}.csv`, writeCsv(one)]));
    const zip = await zipOf(files);
    const report = await profileBytes(folder.path, zip, { hint: "zip", paid: true });
    if (report.outcome !== "generated") throw new Error(report.error.detail);
    const found = [report, ...(report.otherTables ?? [])];
    expect(found).toHaveLength(3);
    const known = named.map((table) =>
      found.reduce((sum, one) => sum + publicCells(one, table), 0),
    );
    const cells = named.reduce((sum, table) => sum + cellsOf(table), 0);
    const sum = known.reduce((all, some) => all + some, 0);
    expect(sum).toBeLessThanOrEqual(Math.min(cells / 10, Math.max(cells / 100, 15)));
    expect(sum).toBeGreaterThan(0);
    if (second === 40) expect(Math.min(...known)).toBeGreaterThan(0);
  });
});

describe("versions of a paid table", () => {
  test("that grows show together little more rows than the last one", async () => {
    const whole = tableOf({
      rows: 3000,
      columns: ["text", "category", "number", "few"],
      seed: 3,
      missing: 0,
    });
    const shown = new Set<string>();
    let last = 0;
    for (let rows = 2000; rows <= 3000; rows += 100) {
      const version = { names: whole.names, rows: whole.rows.slice(0, rows) };
      const { sample } = await profilePaid(writeCsv(version), "csv");
      for (const row of sample.rows) shown.add(String(row[0]));
      last = sample.rows.length;
    }
    expect(last).toBeGreaterThan(15);
    expect(shown.size).toBeLessThanOrEqual(last * 1.6);
  });

  test("in another order, or with other line ends and quotes, show the same rows", async () => {
    const table = tableOf({ rows: 900, columns: ["text", "date"], seed: 8, missing: 0 });
    const content = writeCsv(table);
    const first = await profilePaid(content, "csv");
    const [header = "", ...lines] = content.trim().split("\n");
    const quoted = lines.toReversed().map((line) => line.replaceAll(/[^,]+/g, '"$&"'));
    const second = await profilePaid(`${[header, ...quoted].join("\r\n")}\r\n`, "csv");
    expect(second.sample.rows).toEqual(first.sample.rows.toReversed());
    expect(publicCells(second, table)).toBe(publicCells(first, table));
  });
});

/** A file without a header, whose first row looks like names. */
describe("names that may be a first row of a paid file", () => {
  const rows = (many: number): string =>
    Array.from({ length: many }, (_, i) => `Person ${i} Smith,Town ${i},word ${i}\n`).join("");

  test("take their cells from its budget", async () => {
    const content = `Ann Miller,Berlin,word\n${rows(99)}`;
    const { profile, sample } = generated(await profileBytes(folder.path, content, { paid: true }));
    expect(profile.columns[0]?.name).toBe("Ann Miller");
    expect(sample.rows.flat().length).toBeLessThanOrEqual(9 - 3);
    expect(profile.disclosure).toMatchObject({ cells_max: 9, cells_shown: 9 });
  });

  test("are hidden if they look like values and do not fit", async () => {
    const content = "name,2024-01-31,quantity\nAnn Miller,in Berlin,5\nBen Jones,in Rome,6\n";
    const { profile } = generated(await profileBytes(folder.path, content, { paid: true }));
    expect(JSON.stringify(profile)).not.toContain("2024-01-31");
    expect(profile.columns.map(({ name }) => name)).toEqual(["name", "column_2", "quantity"]);
    expect(alertCodes(profile)).toContain("hidden_names");
  });
});

test("a paid sample of fewer than ten rows says why", async () => {
  const content = `id,x\n${Array.from({ length: 500 }, (_, i) => `${i},${i / 7}\n`).join("")}`;
  const { sample } = generated(await profileBytes(folder.path, content, { paid: true }));
  expect(sample.rows.length).toBeLessThan(10);
  expect(sample.sampling.withheld_reason).toContain("1 % or three rows are public: of 500 rows");
});

test("a seller may withhold all frequent values, which charts and figures do not show either", async () => {
  const content = `city,n\n${Array.from({ length: 500 }, (_, i) => `${["Oslo", "Lima"][i % 2]},${i % 7}\n`).join("")}`;
  const { profile, sample, ...rest } = generated(
    await profileBytes(folder.path, content, { paid: true, coarse: true }),
  );
  expect(profile.columns.map(({ top_values: top }) => top)).toEqual([null, null]);
  expect(profile.columns.map(({ withheld }) => withheld)).toEqual([
    ["top_values"],
    expect.arrayContaining(["top_values"]),
  ]);
  expect(profile.disclosure).toMatchObject({ distributions: "coarse" });
  expect(JSON.stringify([profile, rest])).not.toMatch(/Oslo|Lima/);
  expect(sample.rows.length).toBeGreaterThan(0);
});
