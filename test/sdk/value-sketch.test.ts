/** The sketch of values that callers compute: its format, its bounds, and what is refused. */
import { describe, expect, test } from "bun:test";
import { runInNewContext } from "node:vm";
import { normalizeValue } from "../../sdk/src/normalize-value.ts";
import {
  countDistinct,
  decodeSketch,
  HASH_LIMIT,
  hashValue,
  SKETCH_CHARS_MAX,
  SKETCH_HASHES_MAX,
  sketchValues,
} from "../../sdk/src/value-sketch.ts";

const range = (many: number, make: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => make(at));
const run = crypto.randomUUID();

test("the format is the documented one, byte for byte", () => {
  const text = sketchValues(["ATL", "BOS"]);
  const bytes = Buffer.from(text, "base64url");
  const hashes = ["atl", "bos"].map(hashValue).sort((one, other) => one - other);
  expect([...bytes.subarray(0, 7)]).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect([bytes.readUIntBE(7, 6), bytes.readUIntBE(13, 6)]).toEqual(hashes);
  expect(bytes.length).toBe(19);
  // Clients in other languages compute these.
  expect(hashValue("atl").toString(16)).toBe("f26c6e53ae5");
});

test("spellings of one value, repetitions and order make no difference", () => {
  const one = sketchValues(["00501", " Zürich ", "a  b", 7]);
  const other = sketchValues(["a b", "zürich", 501, "501.0", "", "  ", "07", "ＺÜRICH"]);
  expect(other).toBe(one);
  expect(decodeSketch(one)?.hashes.length).toBe(4);
});

describe("normalised", () => {
  test.each([
    ["00501", "501"],
    ["-0", "0"],
    ["-007.000", "-7"],
    ["+12", "12"],
    ["000", "0"],
    ["1.50", "1.50"],
    ["0x1F", "0x1f"],
    ["\u00a0Ａb\t", "ab"],
    [" \n", null],
  ])("%j is %j", (text, normalized) => {
    expect(normalizeValue(text)).toBe(normalized);
  });
});

test("of any number of values it keeps the smallest hashes, and estimates how many there are", () => {
  const many = 5_000 + Math.floor(Math.random() * 100_000);
  const values = range(many, (at) => `${run} ${at}`);
  const text = sketchValues(values);
  const sketch = decodeSketch(text);
  if (sketch === null) throw new Error("no sketch");
  const sorted = values.map((value) => hashValue(value)).sort((one, other) => one - other);
  expect(sketch.hashes).toEqual(sorted.slice(0, SKETCH_HASHES_MAX));
  expect(sketch.below).toBe(sorted[SKETCH_HASHES_MAX] ?? HASH_LIMIT);
  expect(text.length).toBeLessThanOrEqual(SKETCH_CHARS_MAX);
  // Seven standard errors, of 3.2 % each.
  expect(Math.abs(countDistinct(sketch) / many - 1)).toBeLessThan(0.22);
});

test("a long value counts by its first 256 characters", () => {
  const long = "𝄞".repeat(256);
  expect(sketchValues([`${long}x`])).toBe(sketchValues([long]));
});

const encoded = (...bytes: number[]) => Buffer.from(bytes).toString("base64url");
const zeros = Array.from({ length: 6 }, () => 0);
test.each([
  ["nothing", ""],
  ["no base64url", "AQ=="],
  ["another version", encoded(2, ...zeros, ...zeros)],
  ["half of a hash", encoded(1, ...zeros, 0, 0, 1)],
  ["no hash", encoded(1, ...zeros)],
  ["hashes out of order", encoded(1, ...zeros, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1)],
  ["a hash twice", encoded(1, ...zeros, ...zeros, ...zeros)],
  ["a sample of too few", encoded(1, 1, 0, 0, 0, 0, 0, ...zeros)],
  ["too many", "A".repeat(SKETCH_CHARS_MAX + 1)],
])("%s is no sketch", (_, text) => {
  expect(decodeSketch(text)).toBeNull();
});

test("it needs no package, no Node and no Bun: only `atob` and `btoa`", async () => {
  const entry = `${import.meta.dir}/../../sdk/src/value-sketch.ts`;
  const { outputs } = await Bun.build({ entrypoints: [entry], format: "cjs", target: "browser" });
  const module = { exports: {} as { sketchValues?: typeof sketchValues } };
  runInNewContext(String(await outputs[0]?.text()), {
    module,
    exports: module.exports,
    atob,
    btoa,
  });
  expect(module.exports.sketchValues?.(["ATL", 501])).toBe(sketchValues(["ATL", 501]));
});
