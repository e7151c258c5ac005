/** Headers in real exports: R's, without a name for the row names, and repeated ones. */
import { afterAll, expect, test } from "bun:test";
import { alertCodes, generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

async function profileOf(content: string) {
  const { profile } = generated(await profileBytes(folder.path, content));
  return { profile, names: profile.columns.map(({ name }) => name), alerts: alertCodes(profile) };
}

const genes = ["AFFX-BioB-5_at", "AFFX-BioB-M_at", "AFFX-BioC-3_at", "AFFX-BioD-7_at"];

/** From Bioconductor's Biobase: the measurements of samples 39, 40, 42. */
test("numbers of samples name the columns where the rows have names", async () => {
  const rows = genes.map((gene, i) => `"${gene}"\t${-342 + i}\t${87 * i}\t${22 - i * 9}`);
  const { profile, names } = await profileOf(`"39"\t"40"\t"42"\n${rows.join("\n")}\n`);
  expect(profile.row_count).toBe(genes.length);
  expect(names).toEqual(["column_1", "39", "40", "42"]);
  expect(profile.columns[1]).toMatchObject({ type: "integer", min: -342, max: -339 });
});

test("a first row that lacks its last cell is data where the others have no names", async () => {
  const rows = Array.from({ length: 6 }, (_, i) => `${i + 2},${i * 7},${i * 3}`);
  const { profile } = await profileOf(`1,5\n${rows.join("\n")}\n`);
  expect(profile.row_count).toBe(7);
});

/**
 * The Geo Data Portal writes one table per variable: its header has two rows, the first with a gap.
 */
test("the same header with a gap begins another table", async () => {
  const header = "\tDelaware\tMaryland\nTIMESTEP\tMEAN(mm)\tMEAN(mm)\n";
  const rows = (by: number): string =>
    Array.from({ length: 12 }, (_, i) => {
      const month = String(i + 1).padStart(2, "0");
      return `1895-${month}-01T00:00:00Z\t${(i * by + 0.25).toFixed(2)}\t${(i * by + 7.5).toFixed(2)}\n`;
    }).join("");
  const { profile, names, alerts } = await profileOf(
    `# ppt\n${header}${rows(9)}# tmx\n${header}${rows(3)}`,
  );
  expect(profile.row_count).toBe(12);
  expect(names).toEqual(["TIMESTEP", "Delaware MEAN(mm)", "Maryland MEAN(mm)"]);
  expect(profile.columns.map(({ type }) => type)).toEqual(["datetime", "number", "number"]);
  expect(alerts).toContain("other_tables");
});
