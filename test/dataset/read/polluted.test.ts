/** Tables are recovered cell by cell from files polluted around them. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { makeFolder } from "../support/dataset-files.ts";
import { type CleanTable, cleanTable, pollutions, withStrayQuote } from "../support/pollute.ts";
import { readDelimited } from "../support/read-delimited.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const runs = 40;

async function expectTable(content: string, { names, rows }: CleanTable): Promise<void> {
  const filePath = join(folder.path, "polluted.csv");
  writeFileSync(filePath, content);
  const read = await readDelimited(filePath);
  expect(read.failure).toBeUndefined();
  expect(read.names?.map((name) => name.replace("_", " ")) ?? []).toEqual(names);
  expect(read.rows).toEqual(rows);
}

describe("a random table is read back exactly", () => {
  test.each(Object.entries(pollutions))("with %s", async (_, pollute) => {
    await fc.assert(
      fc.asyncProperty(cleanTable, fc.nat(), (table, pick) =>
        expectTable(pollute(table, pick), table),
      ),
      { numRuns: runs },
    );
  });

  test("with a quote that never closes in any cell", async () => {
    await fc.assert(
      fc.asyncProperty(cleanTable, fc.nat({ max: 10_000 }), (table, at) =>
        expectTable(...withStrayQuote(table, at)),
      ),
      { numRuns: runs * 3 },
    );
  });

  test("with a quote in its first row that never closes, in more than a head can hold", async () => {
    const filePath = join(folder.path, "large.tsv");
    const rowOf = (i: number): string[] => [String(i), "x".repeat(50), `n${i}`];
    const rows = Array.from({ length: 40_000 }, (_, i) => rowOf(i));
    (rows[0] as string[])[1] = '"never closed';
    const text = rows.map((cells) => cells.join("\t")).join("\n");
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    writeFileSync(filePath, text);
    const read = await readDelimited(filePath);
    expect(read.rows.length).toBe(rows.length);
    expect(read.rows.slice(0, 2)).toEqual(rows.slice(0, 2));
  });

  test("without its header", async () => {
    await fc.assert(
      fc.asyncProperty(cleanTable, async ({ rows }) => {
        const filePath = join(folder.path, "headless.csv");
        writeFileSync(filePath, rows.map((cells) => cells.slice(0, 3).join(",")).join("\n"));
        const read = await readDelimited(filePath);
        expect(read.names).toBeNull();
        expect(read.rows).toEqual(rows.map((cells) => cells.slice(0, 3)));
      }),
      { numRuns: runs },
    );
  });
});
