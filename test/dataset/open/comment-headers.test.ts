/** Lines above a table that are not column names: rules of dashes, counts, lists of names. */
import { afterAll, expect, test } from "bun:test";
import { alertCodes, generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

async function profileOf(content: string) {
  const { profile } = generated(await profileBytes(folder.path, content));
  return { profile, names: profile.columns.map(({ name }) => name), alerts: alertCodes(profile) };
}

/**
 * From the measurements of R's Luminescence: a rule with two words is not a header of two columns.
 */
const rule = "# ---------------------------------";
const measured = Array.from({ length: 9 }, (_, i) => `${i} ${11_800 + i * 317}.5`).join("\n");

test("a rule of dashes right above the data names nothing", async () => {
  const { profile, names, alerts } = await profileOf(
    `${rule}\n# FITTING TEST\n${rule}\n${measured}\n`,
  );
  expect(profile.row_count).toBe(9);
  expect(names).toEqual(["column_1", "column_2"]);
  expect(alerts).toContain("no_header");
});

test("names above a rule of dashes are the header", async () => {
  const { profile, names } = await profileOf(`# FITTING\n# dose signal\n${rule}\n${measured}\n`);
  expect(profile.row_count).toBe(9);
  expect(names).toEqual(["dose", "signal"]);
});

/** From FSTAT's files of animal genes: counts, one name per line, then rows of four-digit codes. */
test("codes of four digits below titles are no years that name columns", async () => {
  const rows = Array.from({ length: 200 }, (_, i) => {
    const code = (k: number): string => String(((i * 7 + k * 3) % 12) + 1).padStart(2, "0");
    const genes = Array.from({ length: 9 }, (_, k) => `${code(k)}${code(k + 4)}`);
    return `  ${(i % 3) + 1} ${genes.join(" ")}`;
  });
  const genes = Array.from({ length: 9 }, (_, k) => `fca${k * 11 + 8}\n`);
  const content = `3 9 12 2\n${genes.join("")}${rows.join("\n")}\n`;
  const { profile, names } = await profileOf(content);
  expect(profile.row_count).toBe(200);
  expect(names.slice(0, 3)).toEqual(["column_1", "column_2", "column_3"]);
});
