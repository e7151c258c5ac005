/** Lists of people in packages: their addresses are found, and a paid file shows none of them. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generated, makeFolder, profileFile } from "./support/dataset-files.ts";

const MODULES = join(import.meta.dirname, "../../node_modules");
const authorsOf = (name: string): string =>
  readdirSync(join(MODULES, name)).find((file) => file.startsWith("AUTHORS")) ?? "";
const address = /[\w.+-]+@[\w-]+\.\w+/g;

/**
 * One list is read as lines; the other, between blank lines, as paragraphs, of which it fills one.
 */
test.each([
  ["spdx-expression-parse", 4, 4],
  ["buffer", 1, 62],
])("of %s", async (name, cells, addresses) => {
  const folder = makeFolder();
  const path = join(MODULES, name, authorsOf(name));
  const held = readFileSync(path, "utf8").match(address) ?? [];
  expect(held).toHaveLength(addresses);
  const report = generated(await profileFile(folder.path, path, { paid: true, hint: "txt" }));
  const { pii } = report.profile.columns[0] ?? {};
  expect(pii?.find(({ kind }) => kind === "email")?.count).toBe(cells);
  const shown = JSON.stringify(report);
  for (const each of held) expect(shown).not.toContain(each);
  folder.remove();
});
