/** For JSON lines, too, the kernel's figures equal Polars'. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { makeFolder, profileBytes, profileFile } from "../support/dataset-files.ts";
import { type Draw, drawer, watchKernel } from "../support/kernel-profiles.ts";

const propertyMs = 300_000;
const folder = makeFolder();
afterAll(() => folder.remove());

const { expectSame, readAhead } = watchKernel();

const limits = { chunkBytes: 16_000, rowBytesMax: 6000 };
const day = (draw: Draw): string => new Date(draw(30_000) * 86_400_000).toISOString();

/** Values as in other people's tables; `undefined` is a missing key. */
const kinds: Readonly<Record<string, (draw: Draw, row: number) => unknown>> = {
  id: (_, row) => row,
  negative: (draw) => draw(2000) - 1000,
  large: (draw) => draw(2 ** 30) * draw(2 ** 19),
  phone: (draw) => 4_915_000_000_000 + draw(1e9),
  price: (draw) => draw(1e7) / 100,
  digits: (draw) => draw(1e9) / 7,
  tiny: (draw) => draw(1e6) * 1e-12,
  mixture: (draw) => (draw(3) === 0 ? draw(50) + 0.5 : draw(50)),
  gaps: (draw) => (draw(3) === 0 ? null : draw(50)),
  lacks: (draw) => (draw(3) === 0 ? undefined : draw(50) / 4),
  truth: (draw) => [true, false, null, undefined][draw(4)],
  nothing: () => null,
  day: (draw) => day(draw).slice(0, 10),
  moment: (draw) => day(draw).replace("T", " ").slice(0, 19),
  zoned: (draw) => `${day(draw).slice(0, 19)}Z`,
  color: (draw) => ["red", "", "blue", "zürich", "日本", null][draw(6)],
  escaped: (draw) => ['say "hi"', "back\\slash", "two\nlines", "tab\t", "\u0001", "😀"][draw(6)],
  numeral: (draw) => String(draw(1e5)).padStart(5, "0"),
  tokens: (draw) => (draw(4) === 0 ? "n/a" : day(draw).slice(0, 10)),
  email: (draw) => (draw(9) === 0 ? "logo@2x.png" : `user${draw(900)}@mail${draw(9)}.example.org`),
  prose: (draw) => Array.from({ length: draw(30) }, () => `word${draw(40)}`).join(" "),
  long: (draw) => "lorem ipsum ".repeat(draw(60)),
  place: (draw) => ({ lat: draw(180) / 2, city: ["Ayr", "Bath", "Zürich"][draw(3)] }),
  numbers: (draw) => Array.from({ length: draw(5) }, () => draw(100)),
  orders: (draw) =>
    Array.from({ length: draw(3) }, () => ({ sku: `s${draw(99)}`, price: draw(999) / 8 })),
  deep: (draw) => (draw(3) === 0 ? null : { a: { b: { c: [draw(9), { d: "x" }] } } }),
  contact: (draw) => ({
    mail: draw(4) === 0 ? `user${draw(99)}@example.org` : "none",
    phone: `+49151${String(draw(1e8)).padStart(8, "0")}`,
    iban: `DE${String(draw(100)).padStart(2, "0")}${String(draw(1e9)).padStart(18, "0")}`,
  }),
  strange: (draw) => ({ text: ["\u0001", 'say "hi"', "é", "a\\b"][draw(4)], 7: draw(3) }),
};

type Plan = { names: string[]; seed: number; gap: string; lineEnd: string };

/** Enough lines that later blocks come from a thread. */
function writeLines({ names, seed, gap, lineEnd }: Plan, bytesMin = 140_000): string {
  const draw = drawer(seed);
  const lines: string[] = [];
  for (let row = 0, bytes = 0; bytes < bytesMin; row++) {
    const cells: [string, unknown][] = names.map((name, i) => [
      `${name}_${i}`,
      kinds[name]?.(draw, row),
    ]);
    const record = Object.fromEntries([["row", `r${row % 977}`], ...cells]);
    const line = JSON.stringify(record).replace(/^\{/, `{${gap}`) + lineEnd;
    bytes += line.length;
    lines.push(line);
  }
  return lines.join("");
}

const profile = (lines: string | Uint8Array, paid = false) => {
  return () => profileBytes(folder.path, lines, { hint: "jsonl", limits, paid });
};

const plans: fc.Arbitrary<Plan> = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 8 }),
  seed: fc.integer(),
  gap: fc.constantFrom("", " "),
  lineEnd: fc.constantFrom("\n", "\r\n", "\n\n"),
});

test(
  "random tables",
  async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        taken += await expectSame(profile(writeLines(plan)));
      }),
      { numRuns: 12 },
    );
    expect(taken).toBeGreaterThan(0);
  },
  propertyMs,
);

test.each(Object.keys(kinds))("each kind of its own: %s", async (name) => {
  const lines = writeLines({ names: [name], seed: 7, gap: "", lineEnd: "\n" });
  const taken = await expectSame(profile(lines, true));
  // Keys that are numbers are left to the other reader.
  if (name === "strange") return;
  expect(taken).toBeGreaterThan(2);
  expect(readAhead()).toBeGreaterThan(2);
});

test("times that are numbers", async () => {
  const draw = drawer(3);
  const lines = Array.from({ length: 5000 }, (_, row) => {
    const times = { timestamp: 1_600_000_000 + draw(1e8), created_ms: 1.6e12 + draw(1e11) };
    return `${JSON.stringify({ row, ...times })}\n`;
  });
  await expectSame(profile(lines.join("")));
});

test.each(Object.keys(kinds))("each kind in a file of one block: %s", async (name) => {
  const lines = writeLines({ names: [name], seed: 9, gap: " ", lineEnd: "\n" });
  await expectSame(() => profileBytes(folder.path, lines, { hint: "jsonl" }));
});

const changes: readonly [title: string, early: string, late: string][] = [
  ["a fraction behind whole numbers", '"v":12', '"v":12.5'],
  ["a whole number behind fractions", '"v":12.5', '"v":12'],
  ["a text behind numbers", '"v":7', '"v":"seven"'],
  ["a truth behind numbers", '"v":7', '"v":true'],
  ["a number of many digits", '"v":7', '"v":12345678901234567890'],
  ["an exponent", '"v":7.5', '"v":1e-7'],
  ["a number that is infinite as a float", '"v":7.5', '"v":1e400'],
  ["a day that is none", '"v":"2024-02-28"', '"v":"2023-02-29"'],
  ["an empty text among days", '"v":"2024-02-28"', '"v":""'],
  ["a missing value as a word among days", '"v":"2024-02-28"', '"v":"n/a"'],
  ["a text behind days", '"v":"2024-02-28"', '"v":"soon"'],
  ["a nested value", '"v":"x"', '"v":{"a":1}'],
  ["a list", '"v":"x"', '"v":[1,2]'],
  ["a list behind objects", '"v":{"a":1}', '"v":[1,2]'],
  ["another fraction in an object", '"v":{"a":1}', '"v":{"a":1.0}'],
  ["an escape in an object", '"v":{"a":"x"}', '"v":{"a":"\\u00e9"}'],
  ["a key that is a number", '"v":{"a":1}', '"v":{"b":1,"2":3}'],
  ["a value only now", '"v":null', '"v":7'],
  ["a new key", '"v":1', '"v":1,"w":2'],
  ["a new key in front", '"v":1', '"u":"x","v":1'],
  ["keys in another order", '"v":1', '"v":1'],
  ["a key twice", '"v":1', '"v":1,"v":2'],
];

test.each(changes)("a late value changes nothing else: %s", async (title, early, late) => {
  const lines = Array.from({ length: 6000 }, (_, row) => {
    if (row !== 4321) return `{"id":${row},"text":"word ${row % 50}",${early}}\n`;
    return title.startsWith("keys")
      ? `{"text":"x",${late},"id":1}\n`
      : `{"id":1,"text":"x",${late}}\n`;
  });
  await expectSame(profile(lines.join("")));
});

const plain = (from: number, many: number): string =>
  Array.from({ length: many }, (_, i) => {
    return `{"id":${from + i},"text":"word ${(from + i) % 50}"}\n`;
  }).join("");

const faults: readonly [title: string, fault: string | Buffer][] = [
  ["a line that is no JSON", '{"id":1,"text":"x"\n'],
  ["a line that is too long", `{"id":1,"text":"${"x".repeat(7000)}"}\n`],
  ["bytes that are no UTF-8", Buffer.from([...Buffer.from('{"id":1,"text":"'), 0xe9, 0x22, 0x7d])],
  ["half a surrogate", '{"id":1,"text":"\\ud800"}\n'],
  ["an array", "[1,2]\n"],
  ["a number alone", "5\n"],
  ["a long text", `{"id":1,"text":"${"lorem, ipsum ".repeat(300)}"}\n`],
];

describe("the thread that reads ahead", () => {
  test.each(faults)("does as the other one does: %s", async (_, fault) => {
    const head = Buffer.from(plain(0, 4000));
    const lines = Buffer.concat([head, Buffer.from(fault), Buffer.from(plain(4000, 3000))]);
    await expectSame(profile(lines));
  });
});

const packages = "../../../node_modules/vega-datasets/data";
const arrays = ["movies.json", "cars.json", "flights-2k.json", "jobs.json", "penguins.json"];

test.each(arrays)("records that others wrote, line by line: %s", async (name) => {
  const path = join(import.meta.dirname, packages, name);
  const records = (await Bun.file(path).json()) as unknown[];
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  await expectSame(profile(lines));
});

test("a table of 19 columns that others generate, from a file", async () => {
  const { generateTable } = await import("../../../bench/profile-generate.ts");
  const path = join(folder.path, "table.jsonl");
  await generateTable(path, "jsonl", 600_000);
  const taken = await expectSame(() =>
    profileFile(folder.path, path, { hint: "jsonl", limits: { chunkBytes: 60_000 } }),
  );
  expect(taken).toBeGreaterThan(3);
});
