/** Column descriptions are edited as lines, and parsing them gives the same descriptions. */
import { describe, expect, test } from "bun:test";
import { COLUMN_DESCRIPTION_CHARS_MAX } from "../../../market/limits.ts";
import {
  COLUMN_DESCRIPTIONS_MAX,
  DESCRIBED_COLUMN_CHARS_MAX,
} from "../../../market/listing/limits.ts";
import {
  COLUMN_LINES_CHARS_MAX,
  readColumnLines,
  writeColumnLines,
} from "../../../site/account/selling/sell/column-lines.ts";

const read: [string, Record<string, string>][] = [
  ["", {}],
  ["temp_max: Highest, in °C", { temp_max: "Highest, in °C" }],
  ["\n  a:b  \n\nc : d: e", { a: "b", c: "d: e" }],
  ["dc:title: The title", { "dc:title": "The title" }],
  ['"a: b": c', { "a: b": "c" }],
  ['"say \\"so\\"": c', { 'say "so"': "c" }],
  ['"a" and "b": c', { '"a" and "b"': "c" }],
];

test.each(read)("%j is read", (text, columns) => {
  expect(readColumnLines(text)).toEqual({ columns, fault: null });
});

const tooMany = Array.from({ length: COLUMN_DESCRIPTIONS_MAX + 1 }, (_, at) => `c${at}: x`);
const faults: [name: string, text: string, fault: string][] = [
  ["a name alone", "a: b\nc", "Line 2 is not written as name: meaning."],
  ["no meaning", "a:", "Line 1 is not written as name: meaning."],
  ["no name", ": b", "Line 1 is not written as name: meaning."],
  ["a name again", "a: b\n\na: c", "Line 3 describes a column for the second time."],
  ["a long line", `a: ${"b".repeat(1000)}`, "Line 1 is longer than 905 characters."],
  ["many lines", "\n".repeat(2000), "May have at most 2000 lines."],
  ["a long text", "a".repeat(COLUMN_LINES_CHARS_MAX + 1), "May have at most 351500 characters."],
  ["many columns", tooMany.join("\n"), "Describes more than 500 columns."],
];

test.each(faults)("%s is refused", (_, text, fault) => {
  expect(readColumnLines(text)).toEqual({ columns: {}, fault });
});

describe("what was said by another way comes back as it was", () => {
  const names = ["a", "a: b", "a:", "dc:title", '"quoted"', '"a": b', "back\\slash: x", "é 名"];
  test.each(names)("of a column %j", (name) => {
    const columns = { [name]: 'What: it "is"' };
    expect(readColumnLines(writeColumnLines(columns)).columns).toEqual(columns);
  });

  test("of as many and as long ones as there may be", () => {
    const nameOf = (at: number) => String(at).padEnd(DESCRIBED_COLUMN_CHARS_MAX, "n");
    const meaning = "m".repeat(COLUMN_DESCRIPTION_CHARS_MAX);
    const entries = Array.from({ length: COLUMN_DESCRIPTIONS_MAX }, (_, at) => [
      nameOf(at),
      meaning,
    ]);
    const columns = Object.fromEntries(entries);
    expect(readColumnLines(writeColumnLines(columns))).toEqual({ columns, fault: null });
  });
});
