/** Patterns of file names, compared with a regular expression made of the same pattern. */
import { expect, test } from "bun:test";
import { isGlob, matchesGlob } from "../../../../market/listing/import/glob.ts";

test.each([
  ["data/*.parquet", "data/train-00000-of-00002.parquet", true],
  ["data/*.parquet", "data/en/train.parquet", false],
  ["default/*/*.parquet", "default/train/0000.parquet", true],
  ["**/*.csv", "a.csv", true],
  ["**/*.csv", "a/b/c.csv", true],
  ["data/**", "data/a/b", true],
  ["data/**", "other/a", false],
  ["./a?.csv", "ab.csv", true],
  ["a?.csv", "a.csv", false],
  ["*", "a/b", false],
  ["train-*-of-*.parquet", "train-1-of-2.parquet", true],
  ["a.csv", "aXcsv", false],
])("%s with %s: %p", (pattern, path, fits) => {
  expect(matchesGlob(pattern, path)).toBe(fits);
});

test("agrees with a regular expression on random patterns", () => {
  const random = (letters: string, most: number) =>
    Array.from(
      { length: Math.floor(Math.random() * most) },
      () => letters[Math.floor(Math.random() * letters.length)],
    ).join("");
  for (let round = 0; round < 5000; round += 1) {
    const [pattern, path] = [random("ab*?/", 8).replaceAll(/\*+/g, "*"), random("ab/", 8)];
    const regex = pattern
      .replace(/^\.?\//, "")
      .replaceAll(/[*?]/g, (char) => (char === "*" ? "[^/]*" : "[^/]"));
    const wanted = new RegExp(`^${regex}$`).test(path);
    expect([pattern, path, matchesGlob(pattern, path)]).toEqual([pattern, path, wanted]);
  }
});

test("ends at once with patterns that keep a backtracking matcher busy for years", () => {
  expect(matchesGlob(`${"*a".repeat(100)}b`, "a".repeat(1000))).toBe(false);
  expect(matchesGlob("**/".repeat(60), "a/".repeat(500))).toBe(true);
});

test("refuses what it does not know", () => {
  expect(["a[0-9]", "{a,b}", "!a", "a\\*"].map(isGlob)).toEqual([false, false, false, false]);
});
