/** The kernel finds the same records and cells as the careful reader, or leaves the text to it. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { findCells } from "../../../dataset/kernel/find-cells.ts";
import { Kernel } from "../../../dataset/kernel/kernel.ts";
import { readRecord } from "../../../dataset/open/delimited/read-record.ts";
import { RecordCells } from "../../../dataset/open/delimited/record-cells.ts";
import type { DelimitedLayout } from "../../../dataset/read/delimited/count-records.ts";
import { scanRecords } from "../../../dataset/read/delimited/scan-records.ts";

const COMMA = 44;
const kernel = new Kernel(2 ** 24);

function layoutOf(columns: number, part: Partial<DelimitedLayout> = {}): DelimitedLayout {
  return {
    delimiter: COMMA,
    quote: 34,
    backslash: false,
    blankAfter: false,
    blankRuns: false,
    comments: false,
    skipsEmptyRows: false,
    columns,
    ...part,
  };
}

function find(text: string, layout: DelimitedLayout) {
  const block = Buffer.from(text);
  const { delimiter, columns, skipsEmptyRows, comments } = layout;
  const found = findCells(kernel, block, block.length, {
    delimiter,
    columns,
    skipsEmptyRows,
    isQuoting: layout.quote !== null,
    hasComments: comments,
  });
  if (!found) return null;
  const bytes = found.kernel.bytes();
  const cells = Array.from({ length: found.rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const at = found.cells + column * found.columnBytes + row * 8;
      const start = bytes.readUInt32LE(at);
      return bytes.toString("utf8", start, start + bytes.readUInt32LE(at + 4));
    }),
  );
  return { found, cells };
}

/** The cells of each record, by the reader that implements all rules. */
function readAll(text: string, layout: DelimitedLayout): string[][] {
  const block = Buffer.from(text);
  const rows: string[][] = [];
  const record = new RecordCells();
  for (let at = 0; at < block.length; ) {
    const end = readRecord(block, at, block.length, layout, false, record);
    if (end <= at) break;
    const texts = record.texts(block, layout.quote, layout.backslash);
    rows.push(Array.from({ length: layout.columns }, (_, i) => texts[i] ?? ""));
    at = end;
  }
  return rows;
}

const piece = fc.constantFrom(
  "a",
  "bc",
  "é",
  "日本",
  "0123456789abcdef",
  ",",
  ",",
  "\n",
  "\r\n",
  '"',
  '""',
  '"x,y"',
  '"p""q"',
  '"two\nlines"',
  " ",
  "#",
  "\r",
);
const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => `${pieces.join("")}\n`);

test("random text: the records of the careful reader, or none", () => {
  let taken = 0;
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.boolean(),
      (text, columns, comments, skipsEmptyRows) => {
        const layout = layoutOf(columns, { comments, skipsEmptyRows });
        const scan = scanRecords(Buffer.from(text), Buffer.byteLength(text), layout, false);
        const result = find(text, layout);
        if (!result) return;
        taken++;
        const { found, cells } = result;
        expect(scan.regular).toBe(true);
        for (const name of [
          "rows",
          "end",
          "longestBytes",
          "shortRows",
          "longRows",
          "surplusCells",
          "lastIsShort",
          "openQuote",
          "hasQuotes",
        ] as const) {
          expect(`${name} ${found[name]}`).toBe(`${name} ${scan[name]}`);
        }
        const whole = Buffer.from(text).toString("utf8", 0, found.end);
        expect(cells).toEqual(readAll(whole, layout));
      },
    ),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test("regular values are not left to Polars", () => {
  const text = 'a,b\n"x, ""y""",\r\n,\n"",z\n1,2,3\nlast\n';
  const result = find(text, layoutOf(2));
  expect(result?.cells).toEqual([
    ["a", "b"],
    ['x, "y"', ""],
    ["", ""],
    ["", "z"],
    ["1", "2"],
    ["last", ""],
  ]);
  expect(result?.found).toMatchObject({ longRows: 1, surplusCells: 1, shortRows: 1 });
});

test("a record that is not whole is left, wherever it is cut", () => {
  const text = 'one,two\n"three, and",four\nfive,"six\nseven",8\n';
  for (let length = 0; length <= text.length; length++) {
    const part = text.slice(0, length);
    const scan = scanRecords(Buffer.from(part), length, layoutOf(2));
    const result = find(part, layoutOf(2));
    if (!result) continue;
    expect(result.found.end).toBe(scan.end);
    expect(result.cells).toEqual(readAll(part.slice(0, scan.end), layoutOf(2)));
  }
  expect(find(text, layoutOf(2))?.found.rows).toBe(3);
});
