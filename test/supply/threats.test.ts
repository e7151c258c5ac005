/** The tests named in SECURITY.md's threat model exist. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { rootDir, tablesAfter } from "../support/documents/repository-files.ts";

const [rows = []] = tablesAfter("SECURITY.md", "<!-- threats:");

test("every part has a threat, an answer, and tests of it", () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const [part, threat, answer, where = ""] of rows) {
    expect([part, threat, answer].every((cell) => (cell ?? "").length > 5)).toBe(true);
    const paths = [...where.matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
    expect([part, paths.length > 0]).toEqual([part, true]);
    for (const path of paths) expect([path, holdsTests(path)]).toEqual([path, true]);
  }
});

function holdsTests(path: string): boolean {
  const place = join(rootDir, path);
  if (!existsSync(place)) return false;
  if (!statSync(place).isDirectory()) return /(?:test|slow|contract)\.ts$/.test(path);
  return readdirSync(place, { recursive: true }).some((name) =>
    /\.(?:test|slow)\.ts$/.test(String(name)),
  );
}
