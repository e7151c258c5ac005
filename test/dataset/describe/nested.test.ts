/** The profile of fields inside nested values. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import type { Nested, NestedField } from "../../../market/profile/nested-schemas.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import {
  generated,
  type JobOptions,
  makeFolder,
  profileBytes,
  profileFile,
} from "../support/dataset-files.ts";
import { connectForTests } from "../support/duckdb.ts";

const propertyMs = 300_000;
const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

const modules = join(import.meta.dirname, "../../../node_modules");

async function profileOf(rows: readonly unknown[], options: JobOptions = {}): Promise<Profile> {
  const lines = rows.map((row) => JSON.stringify(row)).join("\n");
  return generated(await profileBytes(folder.path, `${lines}\n`, options)).profile;
}

function nestedOf({ columns }: Profile, name: string): Nested {
  const nested = columns.find((column) => column.name === name)?.nested;
  if (!nested) throw new Error(`${name} has no fields`);
  return nested;
}

function fieldAt(nested: Nested, path: string): NestedField {
  const found = nested.fields.find((field) => field.path === path);
  if (!found) throw new Error(`no ${path} in ${nested.fields.map((field) => field.path).join()}`);
  return found;
}

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe("fields of nested values", () => {
  test("are those that DuckDB finds in a real file", async () => {
    const filePath = join(modules, "country-region-data/data.json");
    const { profile } = generated(await profileFile(folder.path, filePath));
    const nested = nestedOf(profile, "regions");
    expect(nested).toMatchObject({ method: "exact", values_read: profile.row_count });
    const sql = `SELECT count(*) AS elements, count(r.name) AS names, count(DISTINCT r.name) AS kinds,
      count(r.shortCode) AS codes, min(length(r.name)) AS shortest, max(length(r.name)) AS longest,
      avg(length(r.name)) AS usual FROM (SELECT unnest(regions) AS r FROM read_json('${filePath}'))`;
    const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
    const number = (name: string): number => Number(row?.[name]);
    const name = fieldAt(nested, "regions[].name");
    expect(fieldAt(nested, "regions[]").count).toBe(number("elements"));
    expect(name).toMatchObject({
      types: [{ type: "string", count: number("names") }],
      null_ratio: 0,
      distinct_count: Math.min(1000, number("kinds")),
      text_length: { min: number("shortest"), max: number("longest") },
    });
    expect(name.text_length?.mean).toBeCloseTo(number("usual"), 9);
    const lacking = 1 - number("codes") / number("elements");
    expect(fieldAt(nested, "regions[].shortCode").null_ratio).toBeCloseTo(lacking, 9);
  });

  test("of Parquet's structs, lists and maps are those of SQL", async () => {
    const filePath = join(folder.path, "nested.parquet");
    await connection.run(`COPY (SELECT i, {'city': 'c' || (i % 7), 'height': i / 2,
        'since': CASE WHEN i % 5 > 0 THEN DATE '2024-01-01' + (i % 30)::INTEGER END} AS place,
      list_transform(range(i % 4), lambda j : {'price': (j + 0.5)::DOUBLE}) AS items
      FROM range(500) AS t(i)) TO '${filePath}' (FORMAT parquet)`);
    const { profile } = generated(await profileFile(folder.path, filePath));
    const place = nestedOf(profile, "place");
    expect(fieldAt(place, "place.city")).toMatchObject({ count: 500, distinct_count: 7 });
    expect(fieldAt(place, "place.height")).toMatchObject({ min: 0, max: 249.5, mean: 124.75 });
    expect(fieldAt(place, "place.since")).toMatchObject({
      types: [{ type: "date", count: 400 }],
      null_ratio: 0.19999999999999996,
      distinct_count: 24,
    });
    const items = nestedOf(profile, "items");
    expect(items.array_length).toEqual({ min: 0, max: 3, mean: 1.5 });
    expect(fieldAt(items, "items[].price")).toMatchObject({ count: 750, min: 0.5, max: 2.5 });
  });

  test(
    "of random values count their contents",
    async () => {
      const leaf = fc.oneof(
        fc.integer({ min: -99, max: 99 }),
        fc.constantFrom("a", "bb", "2024-05-06", ""),
        fc.boolean(),
        fc.constant(null),
      );
      const value = fc.record(
        { a: leaf, "b c": fc.record({ d: leaf, __proto__x: leaf }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      );
      const rows = fc.array(fc.record({ id: fc.integer(), v: value }), {
        minLength: 1,
        maxLength: 50,
      });
      await fc.assert(
        fc.asyncProperty(rows, async (found) => {
          const nested = nestedOf(await profileOf([{ id: 0, v: { a: 1 } }, ...found]), "v");
          const values = [{ a: 1 }, ...found.map(({ v }) => v)] as Record<string, unknown>[];
          const inner = values.flatMap((v) => (v["b c"] === undefined ? [] : [v["b c"]]));
          for (const [path, holders, key] of [
            ["v.a", values, "a"],
            ['v["b c"].d', inner as Record<string, unknown>[], "d"],
          ] as const) {
            const leaves = holders.map((holder) => holder[key] ?? null);
            const present = leaves.filter((one) => one !== null);
            const told = nested.fields.find((field) => field.path === path);
            expect(told?.count ?? 0).toBe(present.length);
            if (!told) continue;
            const numbers = present.filter((one): one is number => typeof one === "number");
            const different = new Set(present.filter((one) => typeof one !== "boolean"));
            expect(told.null_ratio).toBeCloseTo(1 - present.length / leaves.length, 9);
            expect(told.distinct_count).toBe(different.size || null);
            expect(told.max).toBe(numbers.length === 0 ? null : Math.max(...numbers));
            expect(told.types.reduce((sum, { count }) => sum + count, 0)).toBe(present.length);
          }
        }),
        { numRuns: 25 },
      );
    },
    propertyMs,
  );

  test("of many values are those of a uniform sample", async () => {
    const rows = many(30_000, (i) => ({ i, v: { at: i, even: i % 2 === 0 ? "yes" : null } }));
    const nested = nestedOf(await profileOf(rows), "v");
    expect(nested.method).toBe("sample");
    expect(nested.values_read).toBeGreaterThan(400);
    expect(nested.values_read).toBeLessThanOrEqual(1000);
    expect(Math.abs((fieldAt(nested, "v.at").mean ?? 0) - 15_000)).toBeLessThan(2500);
    expect(Math.abs(fieldAt(nested, "v.even").null_ratio - 0.5)).toBeLessThan(0.15);
    expect(fieldAt(nested, "v.at").distinct_method).toBe("lower_bound");
  });
});

describe("hostile nested values", () => {
  test("an object with 100,000 different keys is a map", async () => {
    const map = Object.fromEntries(many(100_000, (i) => [`key ${i}`, i]));
    const nested = nestedOf(
      await profileOf([
        { i: 1, v: map },
        { i: 2, v: { x: 7 } },
      ]),
      "v",
    );
    expect(nested.map_keys).toEqual({ min: 1, max: 100_000, mean: 50_000.5 });
    expect(nested.fields.map(({ path }) => path)).toEqual(["v.*"]);
    expect(fieldAt(nested, "v.*")).toMatchObject({ count: 100_001, max: 99_999 });
  });

  test("objects that share few of their keys are maps too", async () => {
    const rows = many(90, (i) => ({ i, v: { [`k${i}`]: { n: i }, [`k${i + 1}`]: { n: -i } } }));
    const nested = nestedOf(await profileOf(rows), "v");
    expect(nested.fields.map(({ path }) => path)).toEqual(["v.*", "v.*.n"]);
    expect(fieldAt(nested, "v.*.n")).toMatchObject({ count: 180, min: -89, max: 89 });
  });

  test("keys of any kind have a path that tells them apart", async () => {
    const line =
      '{"i":1,"a.b":{"c.d":1,"c":{"d":2},"[]":3,"__proto__":{"x":4},"":5,"q\\"":6,"constructor":7}}';
    const { profile } = generated(await profileBytes(folder.path, `${line}\n${line}\n`));
    const nested = nestedOf(profile, "a.b");
    expect(nested.fields.map(({ path }) => path)).toEqual([
      '["a.b"]["c.d"]',
      '["a.b"].c',
      '["a.b"].c.d',
      '["a.b"]["[]"]',
      '["a.b"].__proto__',
      '["a.b"].__proto__.x',
      '["a.b"][""]',
      '["a.b"]["q\\""]',
      '["a.b"].constructor',
    ]);
  });

  test("depth, numbers of fields, and sizes of numbers have an end", async () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { d: deep(levels - 1) });
    const wide = Object.fromEntries(
      many(90, (i) => [`w${i}`, Object.fromEntries(many(90, (j) => [`x${j}`, 1.7e308]))]),
    );
    const profile = await profileOf(
      many(3, (i) => ({ i, deep: deep(50), wide, none: [], gap: {} })),
    );
    expect(nestedOf(profile, "deep").fields.length).toBeLessThan(20);
    const nested = nestedOf(profile, "wide");
    expect(nested.fields).toHaveLength(200);
    expect(nested.fields_found).toBeGreaterThan(4000);
    expect(fieldAt(nested, "wide.w0.x0").mean).toBeCloseTo(1.7e308, -300);
    expect(nestedOf(profile, "none")).toMatchObject({ array_length: { max: 0 }, fields: [] });
    expect(nestedOf(profile, "gap").fields).toEqual([]);
  });

  test("of a paid file no value is shown, and no person in a key", async () => {
    const rows = many(60, (i) => ({
      i,
      v: { age: i, note: `secret ${i}`, by: i < 3 ? { "ada@example.org": i } : {} },
      who: { mail: `u${i}@example.org`, age: i },
    }));
    const profile = await profileOf(rows, { paid: true });
    const text = JSON.stringify(profile.columns.map(({ nested }) => nested));
    expect(text).not.toMatch(/secret|example\.org/);
    expect(fieldAt(nestedOf(profile, "v"), "v.age")).toMatchObject({
      min: null,
      max: null,
      mean: 29.5,
      distinct_count: 60,
    });
    expect(fieldAt(nestedOf(profile, "v"), "v.by[hidden]")).toMatchObject({ count: 3, mean: null });
    // Most of its values contain an address, so the whole column is hidden.
    expect(fieldAt(nestedOf(profile, "who"), "who.age")).toMatchObject({
      count: 60,
      mean: null,
      distinct_count: null,
    });
  });
});
