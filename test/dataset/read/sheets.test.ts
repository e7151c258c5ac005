/** Workbooks that are not xlsx, and dBase tables. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BookType, utils, write } from "@e965/xlsx";
import fc from "fast-check";
import { storedZipOf, zipOf } from "../support/archive-files.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  typesOf,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const size = { minLength: 30, maxLength: 60 };
const fraction = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 64);

type Cell = string | number | boolean | null;

function bookOf(sheets: Record<string, Cell[][]>, bookType: BookType): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return new Uint8Array(write(book, { type: "buffer", bookType }) as ArrayBuffer);
}

/** Every format holds the same numbers, so xlsx, whose reader is another one, is the judge. */
test.each(["xls", "biff5", "biff2", "xlsb", "ods", "dif", "dbf"] as const)(
  "any numbers in %s give the figures that they give in xlsx",
  async (bookType) => {
    const seed = Date.now();
    const [draw] = fc.sample(fc.array(fc.tuple(fc.integer(), fraction, fraction), size), {
      seed,
      numRuns: 1,
    });
    const sheets = { one: [["alpha", "beta", "gamma"], ...(draw ?? [])] as Cell[][] };
    const figuresIn = async (type: BookType) => {
      const { profile } = generated(await profileBytes(folder.path, bookOf(sheets, type)));
      return profile.columns.map(({ name, min, max, mean }) => ({ seed, name, min, max, mean }));
    };
    expect(await figuresIn(bookType)).toEqual(await figuresIn("xlsx"));
  },
);

test.each(["xlsx", "xls", "xlsb"] as const)(
  "numbers of %s keep the unit that their cells show",
  async (bookType) => {
    const rows = Array.from({ length: 250 }, (_, i) => [i * 1.5, i / 1000, i, i, 1e15 * i]);
    const sheet = utils.aoa_to_sheet([[2019, "share", "mixed", "eur", "long"], ...rows]);
    const formats: ((row: number) => string)[] = [
      () => '_($* #,##0.00_);_("x"?_)',
      () => "0.0%",
      (row) => (row % 2 ? '"$"0' : "[$€-2] 0"),
      () => "0\\ [$€-407]",
      () => "[$USD] 0",
    ];
    for (const [column, format] of formats.entries()) {
      for (let row = 1; row <= rows.length; row++) {
        const cell = sheet[utils.encode_cell({ r: row, c: column })];
        // A cell between the others has the plain format.
        if (cell && row !== 20) cell.z = format(row);
      }
    }
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, "one");
    const bytes = new Uint8Array(write(book, { type: "buffer", bookType }) as ArrayBuffer);
    const { profile } = generated(await profileBytes(folder.path, bytes));
    expect(profile.columns.map(({ name, unit, max }) => [name, unit, max])).toEqual([
      ["2019", "$", 373.5],
      ["share", "%", 24.9],
      ["mixed", undefined, 249],
      ["eur", "EUR", 249],
      ["long", undefined, "249000000000000000"],
    ]);
  },
);

test("a first number without the format of the amounts below it makes the column no text", async () => {
  const rows = [
    ["expense", "Q1", "Q2", "share"],
    ["miles", 741.5, 608.25, 0.25],
    ...Array.from({ length: 8 }, (_, i) => [`item ${i}`, i * 1.5, i * 2, i / 10]),
  ];
  const sheet = utils.aoa_to_sheet(rows);
  for (let row = 2; row < rows.length; row++) {
    for (const [column, format] of [
      [1, '"$"#,##0.00'],
      [2, '"$"#,##0.00'],
      [3, "0%"],
    ] as const) {
      const cell = sheet[utils.encode_cell({ r: row, c: column })];
      if (cell) cell.z = format;
    }
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "one");
  const bytes = new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as ArrayBuffer);
  const { profile } = generated(await profileBytes(folder.path, bytes));
  expect(profile.columns.map(({ name, type, unit, max }) => [name, type, unit, max])).toEqual([
    ["expense", "string", undefined, null],
    ["Q1", "number", "$", 741.5],
    ["Q2", "number", "$", 608.25],
    // Read as a share, 0.25 would be 25 %.
    ["share", "number", undefined, 0.7],
  ]);
});

test("shares and money of an OpenDocument sheet keep their unit", async () => {
  const cell = (value: number, kind: string): string =>
    `<table:table-cell office:value-type="${kind}" office:value="${value}"${kind === "currency" ? ' office:currency="EUR"' : ""}/>`;
  const text = (words: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.join("")}</table:table-row>`;
  const rows = [0.07, 0.29, 0.125].map((value, i) =>
    row(text(`n${i}`), cell(value, "percentage"), cell(i + 0.5, "currency")),
  );
  const content = `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="a">${row(text("name"), text("share"), text("paid"))}${rows.join("")}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const bytes = storedZipOf([
    ["mimetype", Buffer.from("application/vnd.oasis.opendocument.spreadsheet")],
    ["content.xml", Buffer.from(content)],
  ]);
  const { profile } = generated(await profileBytes(folder.path, bytes));
  expect(profile.columns.map(({ name, unit, min, max }) => [name, unit, min, max])).toEqual([
    ["name", undefined, null, null],
    ["share", "%", 7, 29],
    ["paid", "EUR", 0.5, 2.5],
  ]);
});

test.each(["xls", "xlsb", "ods"] as const)("each sheet of %s is a table", async (bookType) => {
  const sheets = {
    cities: [
      ["id", "city"],
      [1, "Bonn"],
      [2, "Köln"],
      [3, null],
    ],
    sales: [
      ["city", "sold", "paid"],
      ["Bonn", 7, true],
      ["Köln", 8.5, false],
    ],
  };
  for (const pack of [(bytes: Uint8Array) => bytes, gzipSync]) {
    const report = await profileBytes(folder.path, pack(bookOf(sheets, bookType)));
    const { profile } = generated(report);
    expect(profile.tables?.map(({ name, rows }) => [name, rows])).toEqual([
      ["cities", 3],
      ["sales", 2],
    ]);
    expect(report).toMatchObject({ format: bookType });
  }
});

test("a workbook next to a table in an archive", async () => {
  const xls = bookOf({ one: [["id"], [1], [2]] }, "xls");
  const bytes = await zipOf({ "a.csv": "x,y\n1,2\n3,4\n", "b.xls": Buffer.from(xls) });
  const { profile } = generated(await profileBytes(folder.path, bytes));
  expect(profile.tables?.map(({ path }) => path)).toEqual(["a.csv", "b.xls/one"]);
});

const fixtures = join(import.meta.dirname, "../fixtures/sheets");

/** Files of readxl, calamine and infused/dbf (all MIT). */
test.each([
  ["clippy.xls", 4, "name:string value:string", []],
  ["mtcars.xls", 6, "mpg:number cyl:integer", []],
  ["any_sheets.xlsb", 3, "column_1:integer column_2:integer", ["other_sheets"]],
  ["date.xlsb", 3, "column_1:string column_2:integer", []],
  ["date.ods", 4, "column_1:string column_2:integer", []],
  ["rows_repeated.ods", 12, "A:string B:string", []],
  ["merged_cells.ods", 2, "A:string B:string C:string", []],
  ["cp1251.dbf", 4, "RN:integer NAME:string", []],
  ["dbase_31.dbf", 77, "PRODUCTID:integer PRODUCTNAM:string", []],
  ["dbase_32.dbf", 1, "NAME:string", []],
  ["types.dbf", 2, "CONTACT_TY:integer CONTACT_T2:string", []],
] as const)("a real file: %s", async (file, rows, types, alerts) => {
  const { profile } = generated(await profileFile(folder.path, join(fixtures, file)));
  expect(profile.row_count).toBe(rows);
  expect(typesOf(profile).join(" ")).toStartWith(types);
  expect(alertCodes(profile)).toEqual(expect.arrayContaining([...alerts]));
});

test("a dBase table's texts are in its code page", async () => {
  const { sample } = generated(await profileFile(folder.path, join(fixtures, "cp1251.dbf")));
  expect(JSON.stringify(sample.rows)).toContain("амбулаторно");
});
