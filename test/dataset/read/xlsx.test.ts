/** Workbooks, written by SheetJS and by hand: the first sheet is the table. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as sheetJs from "@e965/xlsx";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import type { DatasetLimits } from "../../../dataset/base/limits.ts";
import type { DatasetProgress } from "../../../dataset/base/report.ts";
import { profileDataset } from "../../../dataset/profile-dataset.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  makeInput,
  profileBytes,
  typesOf,
  VEGA,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Cell = string | number | boolean | Date | null;

function workbook(
  sheets: Record<string, sheetJs.WorkSheet>,
  options: sheetJs.WritingOptions = {},
  properties: sheetJs.WorkbookProperties = {},
): Buffer {
  const book = sheetJs.utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) {
    sheetJs.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { WBProps: properties };
  return sheetJs.write(book, { type: "buffer", bookType: "xlsx", ...options });
}

const sheetOf = (rows: Cell[][]): sheetJs.WorkSheet =>
  sheetJs.utils.aoa_to_sheet(rows, { cellDates: true, UTC: true });

/** Everything that does not name the file or its format; sums may differ in their last digit. */
function figures(profile: Profile): unknown {
  const { byte_size, file_sha256, format, encoding, delimiter, ...rest } = profile;
  const text = JSON.stringify(rest, (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  );
  return JSON.parse(text);
}

describe("a workbook", () => {
  test.each([true, false])(
    "has the figures of the same CSV (shared texts: %p)",
    async (bookSST) => {
      const csv = readFileSync(join(VEGA, "seattle-weather.csv"), "utf8");
      const lines = csv.trim().split("\n");
      const rows = lines.map((line) =>
        line.split(",").map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)),
      );
      const bytes = workbook({ weather: sheetOf(rows) }, { bookSST, compression: true });
      const { profile, sample } = generated(
        await profileBytes(folder.path, bytes, { hint: "xlsx", sha256: "a".repeat(64) }),
      );
      const plain = generated(await profileBytes(folder.path, csv, { sha256: "a".repeat(64) }));
      expect(profile).toMatchObject({ format: "xlsx", encoding: null, delimiter: null });
      expect(figures(profile)).toEqual(figures(plain.profile));
      expect(sample.rows).toHaveLength(plain.sample.rows.length);
      // The drawn rows depend on the reader's order, but must be rows of the file.
      const known = new Set(rows.map((row) => JSON.stringify(row)));
      for (const row of sample.rows) expect(known).toContain(JSON.stringify(row));
    },
  );

  test("gives dates, times, booleans, numbers and texts as they are shown", async () => {
    const day = new Date("2020-02-29T00:00:00Z");
    const at = new Date("2020-02-29T13:45:30Z");
    const rows: Cell[][] = [
      ["code", "n", "ok", "day", "at", "note", "gap"],
      ["007", 0.1, true, day, at, 'say "hi",\nplease', null],
      ["008", -1e-7, false, day, at, "_x0041_ & <b>", 5],
      ["009", 12345678901, true, day, at, "  spaced ", null],
    ];
    const sheet = sheetOf(rows);
    for (let row = 2; row <= 4; row++) {
      (sheet[`D${row}`] as sheetJs.CellObject).z = "yyyy-mm-dd";
      (sheet[`E${row}`] as sheetJs.CellObject).z = 'd"th of" mmm yyyy hh:mm:ss';
    }
    for (const date1904 of [false, true]) {
      const bytes = workbook({ s: sheet }, {}, { date1904 });
      const { profile, sample } = generated(await profileBytes(folder.path, bytes));
      expect(typesOf(profile)).toEqual([
        "code:string",
        "n:number",
        "ok:boolean",
        "day:date",
        "at:datetime",
        "note:string",
        "gap:integer",
      ]);
      expect(sample.rows).toEqual([
        ["007", 0.1, true, "2020-02-29", "2020-02-29T13:45:30", 'say "hi",\nplease', null],
        ["008", -1e-7, false, "2020-02-29", "2020-02-29T13:45:30", "A & <b>", 5],
        ["009", 12345678901, true, "2020-02-29", "2020-02-29T13:45:30", "  spaced ", null],
      ]);
    }
  });

  test("has times of day in either calendar", async () => {
    const sheet = sheetOf([
      ["id", "opens"],
      [1, 0.375],
      [2, 0.75],
    ]);
    for (const cell of ["B2", "B3"]) (sheet[cell] as sheetJs.CellObject).z = "hh:mm:ss";
    for (const date1904 of [false, true]) {
      const bytes = workbook({ s: sheet }, {}, { date1904 });
      const { profile } = generated(await profileBytes(folder.path, bytes));
      expect(profile.columns[1]).toMatchObject({ type: "time", min: "09:00:00", max: "18:00:00" });
    }
  });

  test("gives way where its first sheet is a note, which is shown", async () => {
    const bytes = workbook({
      "Read me": sheetOf([["Measured by hand, in metres, at noon."], ["Source: the harbour."]]),
      Heights: sheetOf([
        ["place", "height"],
        ["quay", 2],
        ["pier", 3],
      ]),
      Empty: sheetOf([]),
    });
    const { profile, sample } = generated(await profileBytes(folder.path, bytes));
    expect(typesOf(profile)).toEqual(["place:string", "height:integer"]);
    expect(sample.rows).toEqual([
      ["quay", 2],
      ["pier", 3],
    ]);
    expect(profile.tables).toBeUndefined();
    const text = "Measured by hand, in metres, at noon.\nSource: the harbour.";
    expect(profile.documents).toEqual([
      { path: "Read me", kind: "note", byte_size: text.length, text, truncated: false },
    ]);
  });

  test("has a profile and a sample for each sheet that is a table, the largest by default", async () => {
    const bytes = workbook({
      Small: sheetOf([
        ["x", "y"],
        [1, 2],
      ]),
      "Q1 & Q2": sheetOf([
        ["day", "sold", "left", "sum"],
        ["2024-01-01", 5, 1, 6],
        ["2024-04-01", 6, 2, 8],
      ]),
      "2023": sheetOf([
        ["year", "n"],
        [2023, 5],
      ]),
      "2024": sheetOf([
        ["year", "n"],
        [2024, 7],
        [2024, 8],
      ]),
    });
    const report = await profileBytes(folder.path, bytes);
    const { profile } = generated(report);
    expect(profile).toMatchObject({ row_count: 2, column_count: 4, format: "xlsx" });
    expect(profile.tables?.map(({ name, path, rows, parts }) => [name, path, rows, parts])).toEqual(
      [
        ["2023-2024", "202*", 3, 2],
        ["Q1 & Q2", "Q1 & Q2", 2, 1],
        ["Small", "Small", 1, 1],
      ],
    );
    expect(profile.tables?.[0]?.part_paths).toEqual(["2023", "2024"]);
    const other = report.outcome === "generated" ? report.otherTables : [];
    expect(other?.map(({ position, sample }) => [position, sample.rows])).toEqual([
      [
        0,
        [
          [2023, 5],
          [2024, 7],
          [2024, 8],
        ],
      ],
      [2, [[1, 2]]],
    ]);
  });

  test("may have a title, rows of any length, gaps and formula errors", async () => {
    const sheet = sheetOf([
      ["Sales of 2020"],
      [],
      ["name", "amount"],
      ["a", 1],
      [],
      ["b", 2, "more"],
      ["c"],
    ]);
    sheet.B4 = { t: "e", v: 0x2a } as sheetJs.CellObject;
    const { profile, sample } = generated(await profileBytes(folder.path, workbook({ sheet })));
    expect(sample.rows).toEqual([
      ["a", null, null],
      ["b", 2, "more"],
      ["c", null, null],
    ]);
    expect(profile.columns.map(({ name }) => name)).toEqual(["name", "amount", "column_3"]);
    expect(alertCodes(profile)).toEqual(
      expect.arrayContaining(["title_rows", "error_cells", "empty_header"]),
    );
  });
});

const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
const WORKBOOK = `<workbook xmlns:r="r"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/s.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="shared.xml"/></Relationships>`;

async function zipped(parts: Record<string, string>): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text] of Object.entries(parts)) await writer.add(name, new TextReader(text));
  return Buffer.from(await writer.close());
}

/** The smallest workbook around some sheet XML. */
async function byHand(rows: string, parts: Record<string, string> = {}): Promise<Buffer> {
  return await zipped({
    "[Content_Types].xml": CONTENT_TYPES,
    "xl/workbook.xml": WORKBOOK,
    "xl/_rels/workbook.xml.rels": RELATIONS,
    "xl/worksheets/s.xml": `<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    ...parts,
  });
}

test.each(["mm:ss", "mmss.0", "h:mm", "mm:ss;@"])(
  "a share of a day shown as %s is a time",
  async (z) => {
    const sheet = sheetOf([["lap"], [0.5 / 24], [0.25 / 24]]);
    for (const cell of ["A2", "A3"]) (sheet[cell] as sheetJs.CellObject).z = z;
    const { sample } = generated(await profileBytes(folder.path, workbook({ s: sheet })));
    expect(sample.rows).toEqual([["00:30:00"], ["00:15:00"]]);
  },
);

const SHEET = `<worksheet><sheetData>
<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>n</t></is></c></row>
<row><c t="str"><v>v</v></c><c><v>7</v></c></row></sheetData></worksheet>`;
const mainRelation = (target: string) =>
  `<Relationships><Relationship Id="m" Type="x/officeDocument" Target="${target}"/></Relationships>`;

/** From calamine's tests, each from a report by one of its users. */
const packages: [name: string, parts: Record<string, string>][] = [
  [
    "whose relations name a part in letters of another case",
    {
      "xl/workbook.xml": WORKBOOK,
      "xl/_rels/workbook.xml.rels": RELATIONS,
      "xl/Worksheets/S.xml": SHEET,
      "xl/Shared.xml": `<sst><si><t>name</t></si></sst>`,
    },
  ],
  [
    "whose folders are divided by backslashes",
    {
      "_rels\\.rels": mainRelation("xl/workbook.xml"),
      "xl\\workbook.xml": WORKBOOK,
      "xl\\_rels\\workbook.xml.rels": RELATIONS,
      "xl\\worksheets\\s.xml": SHEET,
      "xl\\shared.xml": `<sst><si><t>name</t></si></sst>`,
    },
  ],
  [
    "whose main part lies at the top",
    {
      "_rels/.rels": mainRelation("workbook.xml"),
      "workbook.xml": WORKBOOK,
      "_rels/workbook.xml.rels": RELATIONS,
      "worksheets/s.xml": SHEET,
      "shared.xml": `<sst><si><t>name</t></si></sst>`,
    },
  ],
  [
    "whose main part lies in a folder of another name",
    {
      "_rels/.rels": mainRelation("book/workbook.xml"),
      "book/workbook.xml": WORKBOOK,
      "book/_rels/workbook.xml.rels": RELATIONS,
      "book/worksheets/s.xml": SHEET,
      "book/shared.xml": `<sst><si><t>name</t></si></sst>`,
    },
  ],
  [
    "whose main part is named from the top",
    {
      "_rels/.rels": mainRelation("/xl/workbook.xml"),
      "xl/workbook.xml": WORKBOOK,
      "xl/_rels/workbook.xml.rels": RELATIONS.replace("worksheets", "/xl/worksheets"),
      "xl/worksheets/s.xml": SHEET,
      "xl/shared.xml": `<sst><si><t>name</t></si></sst>`,
    },
  ],
];

test.each(packages)("a workbook %s is read", async (_, parts) => {
  const bytes = await zipped({ "[Content_Types].xml": CONTENT_TYPES, ...parts });
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  expect(profile).toMatchObject({ format: "xlsx", row_count: 1 });
  expect(profile.columns.map(({ name }) => name)).toEqual(["name", "n"]);
  expect(sample.rows).toEqual([["v", 7]]);
});

const errorRow = `<row><c t="e"><v>#REF!</v></c></row>`;
const unread: [name: string, bytes: Buffer, detail: string][] = [
  [
    "does not say where its sheets lie",
    await zipped({ "xl/workbook.xml": WORKBOOK, "xl/worksheets/s.xml": SHEET }),
    "does not say in xl/_rels/workbook.xml.rels where its sheets are",
  ],
  [
    "lacks the part of its sheet",
    await zipped({ "xl/workbook.xml": WORKBOOK, "xl/_rels/workbook.xml.rels": RELATIONS }),
    "lacks its part xl/worksheets/s.xml",
  ],
  ["holds errors of formulas alone", await byHand(errorRow), "only formula errors"],
];

test.each(unread)("the refusal of a workbook that %s says so", async (_, bytes, detail) => {
  const report = await profileBytes(folder.path, bytes);
  expect(report).toMatchObject({ error: { detail: expect.stringContaining(detail) } });
});

test("a sheet with only errors is reported next to the one that is read", async () => {
  const failed = { A1: { t: "e" as const, v: 23 }, "!ref": "A1:A1" };
  const bytes = workbook({
    table: sheetOf([
      ["a", "b"],
      [1, 2],
    ]),
    failed,
  });
  const { profile } = generated(await profileBytes(folder.path, bytes));
  expect(profile.alerts.find(({ code }) => code === "other_sheets")?.detail).toEndWith(": failed.");
});

test("a zip file that has a part called workbook.xml, but no content types, is no workbook", async () => {
  const bytes = await zipped({ "workbook.xml": WORKBOOK, "a.csv": "a,b\n1,2\n3,4\n" });
  expect(await profileBytes(folder.path, bytes)).not.toMatchObject({ format: "xlsx" });
});

const sharedTexts = `<sst><si><r><t>na</t></r><r><t>me</t></r><rPh><t>ruby</t></rPh></si><si><t>${"y".repeat(5000)}</t></si></sst>`;
const prefixed = `<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>n</x:t></x:is></x:c></x:row>
<x:row><x:c t="str"><x:f>A&amp;B</x:f><x:v>v</x:v></x:c><x:c r="C2"><x:v>7</x:v></x:c></x:row>`;

test("a workbook that is called csv tells the mismatch and its progress", async () => {
  const bytes = workbook({ s: sheetOf(Array.from({ length: 3000 }, (_, i) => [i, i / 4])) });
  const filePath = join(folder.path, "progress.xlsx");
  writeFileSync(filePath, bytes);
  const steps: DatasetProgress[] = [];
  const input = makeInput(filePath, folder.path, { hint: "csv" });
  const report = await profileDataset(input, (progress) => steps.push(progress));
  expect(alertCodes(generated(report).profile)).toContain("format_mismatch");
  expect(steps.some(({ phase, bytes_done }) => phase === "detect" && bytes_done > 0)).toBe(true);
  for (const { bytes_done, bytes_total } of steps) {
    expect(bytes_total).toBe(bytes.length);
    expect(bytes_done).toBeLessThanOrEqual(bytes.length);
  }
});

test("a workbook with prefixes, inline and rich texts, formulas and no references is read", async () => {
  const bytes = await byHand(prefixed, { "xl/shared.xml": sharedTexts });
  const { sample } = generated(await profileBytes(folder.path, bytes));
  expect(sample.columns.map(({ name }) => name)).toEqual(["name", "column_2", "n"]);
  expect(sample.rows).toEqual([["v", null, 7]]);
});

const bomb = `<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;">]><worksheet>&c;</worksheet>`;
const many = `<row>${"<c t='s'><v>1</v></c>".repeat(3000)}</row>`;
const hostile: [name: string, bytes: Buffer, code: string, limits?: Partial<DatasetLimits>][] = [
  ["an empty sheet", workbook({ s: sheetOf([]) }), "no_data_rows"],
  ["a sheet without values", await byHand("<row><c/></row>"), "no_data_rows"],
  [
    "a workbook without sheets",
    await zipped({ "xl/workbook.xml": "<workbook/>" }),
    "malformed_file",
  ],
  ["broken XML", await byHand("<row><c></row>"), "malformed_file"],
  ["entities", await byHand("", { "xl/worksheets/s.xml": bomb }), "malformed_file"],
  ["deep XML", await byHand("<a>".repeat(9000)), "malformed_file"],
  ["a text that is not there", await byHand('<row><c t="s"><v>9</v></c></row>'), "malformed_file"],
  [
    "a cell beyond the columns",
    await byHand('<row><c r="XFD1"><v>1</v></c></row>'),
    "columns_exceeded",
  ],
  [
    "an impossible column",
    await byHand('<row><c r="AAAAAA1"><v>1</v></c></row>'),
    "malformed_file",
  ],
  [
    "a row of one shared text many times",
    await byHand(many, { "xl/shared.xml": sharedTexts }),
    "row_bytes_exceeded",
  ],
  [
    "more shared text than allowed",
    await byHand(prefixed, { "xl/shared.xml": sharedTexts }),
    "shared_text_exceeded",
    { sharedTextBytesMax: 4000 },
  ],
  [
    "a longer text than allowed",
    await byHand(`<row><c t="str"><v>${"x".repeat(900_000)}</v></c></row>`),
    "row_bytes_exceeded",
    { rowBytesMax: 200_000 },
  ],
  [
    "a zip bomb of rows",
    await byHand("<row><c><v>1</v></c></row>".repeat(200_000)),
    "decompression_ratio_exceeded",
    { decompressedBytesFree: 100_000, decompressionRatioMax: 100 },
  ],
  [
    "a workbook that was cut off",
    workbook({ s: sheetOf([["a"], [1]]) }).subarray(0, -30),
    "malformed_file",
  ],
];

describe("a hostile workbook", () => {
  test.each(hostile)("is refused: %s", async (_, bytes, code, limits) => {
    const report = await profileBytes(folder.path, bytes, { limits });
    expect(report).toMatchObject({ outcome: "no_sample", error: { code } });
  });
});
