import { utils, write } from "@e965/xlsx";
import { zipOf } from "../support/archive-files.ts";
import {
  bytes,
  generated,
  type HostileCase,
  noise,
  noSample,
  repeated,
  writeParts,
} from "./case.ts";

const odsType = "application/vnd.oasis.opendocument.spreadsheet";
const names = 'xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:calcext="c"';

/** A workbook with these rows in its only sheet. */
const ods =
  (rows: string, { prolog = "", open = "" } = {}) =>
  async (path: string): Promise<void> => {
    const content = `<?xml version="1.0"?>${prolog}<office:document-content ${names}><office:body><office:spreadsheet><table:table table:name="a">${open}${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
    const files = { mimetype: odsType, "content.xml": content };
    writeParts(path, [await zipOf(files, { mimetype: { level: 0, extendedTimestamp: false } })]);
  };

const odsCell = (text: string, more = ""): string =>
  `<table:table-cell office:value-type="string" ${more}><text:p>${text}</text:p></table:table-cell>`;

function workbook(bookType: "xls" | "xlsb"): Buffer {
  const book = utils.book_new();
  const rows = Array.from({ length: 500 }, (_, i) => [i, `name ${i}`]);
  utils.book_append_sheet(book, utils.aoa_to_sheet([["id", "name"], ...rows]), "one");
  return Buffer.from(write(book, { type: "buffer", bookType }) as ArrayBuffer);
}

/** The file with noise over a part of it. */
function damaged(whole: Buffer, from: number, byteSize: number): Buffer {
  whole.set(noise(Math.min(byteSize, whole.length - from)), from);
  return whole;
}

function dbf({ records = 3, fieldLength = 5, recordBytes = 6, fields = 1 } = {}): Buffer {
  const head = Buffer.alloc(32 + fields * 32 + 1);
  head.set([3, 99, 1, 1]);
  head.writeUInt32LE(records, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(recordBytes, 10);
  for (let field = 0; field < fields; field++) {
    head.write(`f${field}\0`, 32 + field * 32, "latin1");
    head.write("C", 32 + field * 32 + 11, "latin1");
    head.writeUInt8(fieldLength, 32 + field * 32 + 16);
  }
  head.writeUInt8(13, head.length - 1);
  return head;
}

/** Workbooks of other programs, and dBase tables. */
export const sheetCases: HostileCase[] = [
  {
    name: "an xls workbook with noise in its records",
    made: "500 rows, noise from byte 2,000 on",
    write: bytes(damaged(workbook("xls"), 2000, 9000)),
    expect: noSample("no_data_rows"),
  },
  {
    name: "an xls workbook that ends early",
    made: "its first 3,000 bytes",
    write: bytes(workbook("xls").subarray(0, 3000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "a compound file whose directory is a circle",
    made: "a head whose allocation table leads from each sector to itself",
    write: bytes(circularCompoundFile()),
    expect: noSample("unsupported_format"),
  },
  {
    name: "an xlsb workbook that is a bomb",
    made: "80 MB of zeros beside its sheet, deflated",
    write: async (path) => {
      const zeros = Buffer.alloc(80_000_000);
      writeParts(path, [await zipOf({ "xl/workbook.bin": zeros })]);
    },
    expect: noSample("decompression_ratio_exceeded"),
  },
  {
    name: "an ods workbook with a billion columns",
    made: "a cell that is repeated 999,999,999 times",
    write: ods(
      `<table:table-row>${odsCell("a", 'table:number-columns-repeated="999999999"')}</table:table-row>`,
    ),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "an ods workbook with a billion rows",
    made: "a row of 2,000 characters that is repeated 999,999,999 times",
    write: ods(
      `<table:table-row table:number-rows-repeated="999999999">${odsCell("a".repeat(2000))}</table:table-row>`,
    ),
    expect: noSample("decompression_ratio_exceeded"),
  },
  {
    name: "an ods workbook with an entity bomb",
    made: "a billion laughs",
    write: ods(`<table:table-row>${odsCell("&a;")}</table:table-row>`, {
      prolog: '<!DOCTYPE l [<!ENTITY b "ha"><!ENTITY a "&b;&b;&b;">]>',
    }),
    expect: noSample("malformed_file"),
  },
  {
    name: "an ods workbook of nested tables",
    made: "20,000 tables in each other",
    write: ods("<table:table>".repeat(20_000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "a dBase table with four billion records",
    made: "its head, and three of them",
    write: bytes(dbf({ records: 0xffff_ffff }), " abcde fghij klmno"),
    expect: generated("dbf", 3, { alerts: ["cut_off"] }),
  },
  {
    name: "a dBase table whose columns are longer than its records",
    made: "a column of 200 bytes in records of 6",
    write: bytes(dbf({ fieldLength: 200 }), " abcde"),
    expect: noSample("malformed_file"),
  },
  {
    name: "a dBase table with records of no bytes",
    made: "a stated length of 0",
    write: bytes(dbf({ fieldLength: 0, recordBytes: 0, records: 0xffff_ffff }), " abcde"),
    expect: noSample("malformed_file"),
  },
  {
    name: "a dBase table with columns of no bytes",
    made: "2,000 columns in records of 1 byte, a million times",
    write: (path) =>
      writeParts(path, [
        dbf({ fieldLength: 0, recordBytes: 1, fields: 2000, records: 1_000_000 }),
        ...repeated(" ", 1_000_000),
      ]),
    expect: noSample("malformed_file"),
  },
];

function circularCompoundFile(): Buffer {
  const file = Buffer.alloc(512 * 4);
  file.write("d0cf11e0a1b11ae1", "hex");
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  file.writeUInt32LE(1, 512 + 4);
  return file;
}
