/** In JSON lines the kernel finds the same as `JSON.parse`, or leaves them to it. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { nestedJson } from "../../../dataset/base/values.ts";
import { Kernel } from "../../../dataset/kernel/kernel.ts";
import { findLines } from "../../../dataset/read/json/lines/find-lines.ts";
import { foundValues } from "../../../dataset/read/json/lines/found-values.ts";
import { KnownKeys } from "../../../dataset/read/json/lines/known-keys.ts";
import { parseJson } from "../../../dataset/read/json/parse-json.ts";
import { maskOf, rawKindOf } from "../../../dataset/read/json/value-kinds.ts";

const kernel = new Kernel(2 ** 24);
const limits = { rowBytesMax: 10_000, jsonDepthMax: 5 };

type Rows = Record<string, unknown>[];

/** A block's rows by key, in order of first appearance; null if it is left to another reader. */
function find(text: string, keys = new KnownKeys()): { rows: Rows; kinds: number[] } | null {
  const found = findLines(kernel, Buffer.from(text), keys, limits);
  if (!found) return null;
  const { cells, facts } = found;
  const columns = facts.columns.map((column) => foundValues(cells, column));
  const rows = Array.from({ length: facts.rows }, (_, row) => {
    return Object.fromEntries(
      facts.columns.flatMap(({ key }, i) => {
        const value = columns[i]?.[row];
        return value === null ? [] : [[key, value]];
      }),
    );
  });
  expect(facts.lines).toBe(text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
  for (const [i, { values }] of facts.columns.entries()) {
    expect(values).toBe(columns[i]?.filter((value) => value !== null).length ?? 0);
  }
  const ordered = [...facts.columns].sort((a, b) => a.rank - b.rank);
  return { rows, kinds: ordered.map(({ kinds }) => kinds) };
}

function parse(text: string): Rows {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const record = parseJson(line) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
  });
}

/** Prints nested values as the kernel does. */
function printed(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      return [key, typeof value === "object" ? nestedJson(value) : value];
    }),
  );
}

const numberTexts = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom("0", "-0", "0.0", "1.50", "10.000", "1e5", "1E+2", "1.5e-7", "-2.25e3", "1e-300"),
  fc.constantFrom("0.30000000000000004", "123456789012345", "0.99999999999999999999", "1e400"),
);
const texts = fc.oneof(
  fc.string({ maxLength: 30 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: "grapheme", maxLength: 12 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '""',
    '"\\u00e9\\/"',
    '"\\ud83d\\ude00 \\uD83D\\uDE00"',
    '"a\\"b\\\\"',
    '"\\t\\r"',
  ),
  fc.constantFrom('"\\u0000"', '"\\u001f"', '"ends with \\r"', '"x".repeat', '"\\ud800"', '"\\x"'),
  fc.string({ minLength: 200, maxLength: 400 }).map((value) => JSON.stringify(value)),
);
const inside = fc.oneof(
  numberTexts,
  texts,
  fc.constantFrom("true", "false", "null", "[]", "{}", "0.5", "12", "-3"),
);
const member = fc
  .tuple(fc.constantFrom('"a"', '"b c"', '"12"', '"k\\"1"', '""', '"1x"'), inside)
  .map(([key, value]) => `${key}: ${value}`);
const flatOnes = fc.oneof(
  fc.array(inside, { maxLength: 4 }).map((all) => `[ ${all.join(" ,")}]`),
  fc.uniqueArray(member, { maxLength: 4, selector: (text) => text.split(":")[0] }).map((all) => {
    return `{${all.join(", ")} }`;
  }),
);
const nestedOnes = fc.oneof(
  flatOnes,
  fc.array(flatOnes, { minLength: 1, maxLength: 3 }).map((all) => `[${all.join(",")}]`),
  flatOnes.map((one) => `{"in":{"side":${one}}}`),
);
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "a number": numberTexts,
  text: texts,
  truth: fc.constantFrom("true", "false"),
  list: nestedOnes.filter((text) => text.startsWith("[")),
  object: nestedOnes.filter((text) => text.startsWith("{")),
};
const blanks = fc.constantFrom("", "", " ", "\t ");
const lineEnds = fc.constantFrom("\n", "\n", "\r\n", "\n\n", " \n \n");

const line = fc
  .tuple(
    ...Object.values(values).map((value) => fc.option(fc.oneof(value, fc.constant("null")))),
    blanks,
    lineEnds,
  )
  .map((parts) => {
    const [lineEnd, blank] = [parts.pop() ?? "\n", parts.pop() ?? ""];
    const names = Object.keys(values);
    const members = parts.flatMap((value, i) =>
      value === null ? [] : [`"${names[i]}"${blank}:${blank}${value}`],
    );
    return `{${blank}${members.join(`,${blank}`)}${blank}}${lineEnd}`;
  });

test("random lines: what JSON.parse finds, or nothing", () => {
  let taken = 0;
  const property = fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
    const text = lines.join("");
    const found = find(text);
    if (!found) return;
    taken++;
    const expected = parse(text);
    expect(found.rows.map(printed)).toEqual(expected.map(printed));
    const keys = [...new Set(expected.flatMap(Object.keys))];
    const kinds = keys.map((key) =>
      expected.reduce((mask, row) => (Object.hasOwn(row, key) ? mask | maskOf(row[key]) : mask), 0),
    );
    const met = found.kinds.filter((kind) => kind !== 0);
    expect(met.map(rawKindOf).toSorted()).toEqual(kinds.map(rawKindOf).toSorted());
  });
  fc.assert(property, { numRuns: 4000 });
  expect(taken).toBeGreaterThan(200);
});

const strange: readonly [title: string, text: string][] = [
  ["an open text", '{"a":"x\n'],
  ["a text that never ends", '{"a":"x'],
  ["half a surrogate", '{"a":"\\ud800"}\n'],
  ["the wrong half of one", '{"a":"\\ude00\\ud83d"}\n'],
  ["a byte below a blank in a text", '{"a":"\u0001"}\n'],
  ["an escape that JSON has not", '{"a":"\\x41"}\n'],
  ["too few hexadecimal digits", '{"a":"\\u12g4"}\n'],
  ["a zero before a number", '{"a":01}\n'],
  ["a point without digits", '{"a":1.}\n'],
  ["a number that begins with a point", '{"a":.5}\n'],
  ["a plus", '{"a":+1}\n'],
  ["an exponent without digits", '{"a":1e}\n'],
  ["an integer beyond floats", '{"a":12345678901234567}\n'],
  ["one behind a fraction", '{"a":0.5}\n{"a":-9007199254740992}\n'],
  ["NaN", '{"a":NaN}\n'],
  ["a word that is none", '{"a":trve}\n'],
  ["a literal that goes on", '{"a":nullx}\n'],
  ["a key twice", '{"a":1,"a":2}\n'],
  ["a comma too many", '{"a":1,}\n'],
  ["no colon", '{"a" 1}\n'],
  ["something behind", '{"a":1} x\n'],
  ["two on one line", '{"a":1}{"a":2}\n'],
  ["an array", "[1]\n"],
  ["kinds that mix", '{"a":1}\n{"a":"1"}\n'],
  ["keys in another order", '{"a":1,"b":2}\n{"b":1,"a":2}\n'],
  ["a line that is too long", `{"a":"${"x".repeat(limits.rowBytesMax)}"}\n`],
];

test.each(strange)("is left to others: %s", (_, text) => {
  expect(find(text)).toBeNull();
  expect(find(`{"a":1}\n${text}`)).toBeNull();
});

test("a nested value is printed as elsewhere, or its line is left to others", () => {
  let taken = 0;
  const property = fc.property(nestedOnes, (value) => {
    const lines = findLines(kernel, Buffer.from(`{"w":${value}}\n`), new KnownKeys(), limits);
    if (!lines) return;
    taken++;
    const { cells } = lines;
    const bytes = kernel.bytes();
    const start = bytes.readUInt32LE(cells.cells);
    const text = bytes.toString("utf8", start, start + bytes.readUInt32LE(cells.cells + 4));
    expect(text).toBe(nestedJson(parseJson(value)) ?? "");
  });
  fc.assert(property, { numRuns: 3000 });
  expect(taken).toBeGreaterThan(2000);
});

test("values nest no deeper than is allowed", () => {
  const nesting = (depth: number): string => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}\n`;
  expect(find(nesting(limits.jsonDepthMax - 1))).not.toBeNull();
  expect(find(nesting(limits.jsonDepthMax))).toBeNull();
});

test("keys that come later are learned, and keep the order in which they came", () => {
  const keys = new KnownKeys();
  expect(find('{"b":1}\n', keys)?.rows).toEqual([{ b: 1 }]);
  const more = '{"a":2,"b":3}\n{"b":4,"c":true}\n';
  // This far into a block it is not restarted; the next block knows the key.
  expect(find(more, keys)).toBeNull();
  expect(find(more, keys)?.rows).toEqual([
    { a: 2, b: 3 },
    { b: 4, c: true },
  ]);
  expect(keys.told.toSorted((a, b) => a.rank - b.rank).map(({ key }) => key)).toEqual([
    "b",
    "a",
    "c",
  ]);
  expect(find('{"c":false}', new KnownKeys(keys.told))?.rows).toEqual([{ c: false }]);
});

test("an empty text is a value, null and absent are missing", () => {
  expect(find('{"a":"","b":1}\n{"b":null}\n{}\n')?.rows).toEqual([{ a: "", b: 1 }, {}, {}]);
});
