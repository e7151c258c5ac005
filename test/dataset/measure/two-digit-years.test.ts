/** The century of two-digit years, decided by the whole column; profile and twin agree. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";
import { connectForTests } from "../support/duckdb.ts";
import { twinsOf } from "../twin/support.ts";

const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

type Case = [what: string, name: string, days: string[], min: string, max: string, from: number];

const cases: Case[] = [
  [
    "of the last century and this one",
    "date",
    ["7/1/62", "12/31/99", "1/1/05"],
    "1962-07-01",
    "2005-01-01",
    1930,
  ],
  [
    "all of the last century's middle",
    "date",
    ["7/31/30", "2/29/32", "12/1/68"],
    "1930-07-31",
    "1968-12-01",
    1930,
  ],
  [
    "of births, young ones too",
    "date_of_birth",
    ["7/13/62", "1/1/05"],
    "1962-07-13",
    "2005-01-01",
    1930,
  ],
  [
    "of this century and beyond",
    "date",
    ["7/13/24", "1/1/30", "1/1/62"],
    "2024-07-13",
    "2062-01-01",
    1969,
  ],
  ["on which bonds mature", "maturity", ["7/13/98", "1/1/45"], "1998-07-13", "2045-01-01", 1969],
  ["where POSIX begins", "date", ["1/13/69", "1/1/29"], "1969-01-13", "2029-01-01", 1969],
  ["with names of months", "date", ["01-Jul-62", "31-Dec-99"], "1962-07-01", "1999-12-31", 1930],
];

describe("years of two digits", () => {
  test.each(cases)("%s", async (_, name, days, min, max, from) => {
    const csv = `n,${name}\n${days.map((day, i) => `${i},${day}`).join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, Buffer.from(csv)));
    const [, column] = profile.columns;
    expect(column).toMatchObject({ type: "date", min, max, two_digit_years_from: from });
    const told = column?.alerts.find(({ code }) => code === "two_digit_years")?.detail;
    expect(told).toBe(`Two-digit years are read as ${from} to ${from + 99}.`);
  });

  test("at a time of day, day first, are read so in the twin, too", async () => {
    const path = join(folder.path, "times.csv");
    writeFileSync(path, "n,seen\n1,13/07/62 10:00\n2,1/1/70 23:59\n3,29/02/04 0:00\n");
    const { profile, pathOf } = await twinsOf(folder.path, path);
    expect(profile.columns[1]).toMatchObject({
      format: "DD/MM/YY HH:mm",
      two_digit_years_from: 1930,
    });
    const read = await connection.runAndReadAll(`SELECT seen FROM '${pathOf(0)}' ORDER BY n`);
    expect(read.getRowsJson().flat()).toEqual([
      "1962-07-13 10:00:00",
      "1970-01-01 23:59:00",
      "2004-02-29 00:00:00",
    ]);
  });
});
