/** Hostile delimited text. */
import iconv from "iconv-lite";
import { bytes, generated, type HostileCase, noSample, repeated, writeParts } from "./case.ts";

const MEGA = 1_000_000;
const list = (length: number, cell: (index: number) => string): string =>
  Array.from({ length }, (_, i) => cell(i)).join(",");
const rows = (length: number, row: (index: number) => string): string =>
  `${Array.from({ length }, (_, i) => row(i)).join("\n")}\n`;

function* books(
  header: string,
  before: (book: number) => string,
  after: string,
): Generator<string | Buffer> {
  yield header;
  for (let book = 1; book <= 40; book++) {
    yield `${before(book)}“Book ${book} `;
    yield* repeated("in the beginning was the word ", MEGA / 10);
    yield after;
  }
}

/** Files that are almost empty. */
const emptyCases: HostileCase[] = [
  { name: "empty file", made: "0 bytes", write: bytes(""), expect: noSample("empty_file") },
  {
    name: "byte order mark only",
    made: "EF BB BF",
    write: bytes(Uint8Array.of(0xef, 0xbb, 0xbf)),
    expect: noSample("empty_file"),
  },
  {
    name: "UTF-16 byte order mark only",
    made: "FF FE",
    write: bytes(Uint8Array.of(0xff, 0xfe)),
    expect: noSample("empty_file"),
  },
  {
    name: "white space only",
    made: "1 MB of spaces, tabs and line ends",
    write: (path) => writeParts(path, repeated(" \t\r\n", MEGA / 4)),
    expect: noSample("empty_file"),
  },
  {
    name: "line feeds only",
    made: "5 MB of line feeds, said to be csv",
    hint: "csv",
    write: (path) => writeParts(path, repeated("\n", 5 * MEGA)),
    expect: noSample("empty_file"),
  },
  {
    name: "header only",
    made: "`a,b,c` and a line feed, said to be csv",
    hint: "csv",
    write: bytes("a,b,c\n"),
    expect: noSample("no_data_rows"),
  },
  {
    name: "comments only",
    made: "1000 lines that begin with #, said to be csv",
    hint: "csv",
    write: bytes(rows(1000, (i) => `# remark ${i}`)),
    expect: generated("txt", 1000, { alerts: ["format_mismatch"] }),
  },
  {
    name: "delimiters only",
    made: "100,000 lines of five commas",
    write: (path) => writeParts(path, repeated(",,,,,\n", 100_000)),
    expect: generated("csv", 99_999, { columns: 1, alerts: ["empty_header"] }),
  },
];

/** Too wide, too long or uneven. */
const shapeCases: HostileCase[] = [
  {
    name: "50,000 columns",
    made: "a header and two rows of 50,000 cells",
    write: bytes(
      list(50_000, (i) => `column ${i}`),
      "\n",
      `${list(50_000, String)}\n`.repeat(2),
    ),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "1000 columns",
    made: "a header and 20 rows",
    write: bytes(
      list(1000, (i) => `c${i}`),
      "\n",
      `${list(1000, String)}\n`.repeat(20),
    ),
    expect: generated("csv", 20, { columns: 1000 }),
  },
  {
    name: "one line of 200 MB",
    made: "200 MB of `x`, said to be csv",
    hint: "csv",
    write: (path) => writeParts(path, repeated("x", 200 * MEGA)),
    expect: noSample("header_bytes_exceeded"),
  },
  {
    name: "one line of 200 MB, unlabelled",
    made: "200 MB of `x y `",
    write: (path) => writeParts(path, repeated("x y ", 50 * MEGA)),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "a row of 20 MB",
    made: "a cell of 20 MB after 1000 rows",
    write: (path) =>
      writeParts(path, [rows(1000, (i) => `${i},b`), "1,", ...repeated("x", 20 * MEGA), "\n"]),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "a row of a million cells",
    made: "one row of 1,000,001 cells under two columns",
    write: bytes("a,b\n1,2\n", "7,".repeat(MEGA), "8\n3,4\n"),
    expect: generated("csv", 3, { columns: 2, alerts: ["long_rows"] }),
  },
  {
    name: "ragged rows",
    made: "each of 10,000 rows has another number of cells, said to be csv",
    hint: "csv",
    write: bytes(
      "a,b,c\n",
      rows(10_000, (i) => list((i % 9) + 1, String)),
    ),
    expect: generated("csv", 10_000, { columns: 3, alerts: ["short_rows", "long_rows"] }),
  },
  {
    name: "a book in each row",
    made: "a header and 40 quoted texts of 3 MB, each with a curly quote, which are all different",
    write: (path) =>
      writeParts(
        path,
        books("id,text\n", (book) => `${book},"`, '"\n'),
      ),
    peakBytesMax: 700 * MEGA,
    expect: generated("csv", 40, { types: ["id:integer", "text:string"] }),
  },
  {
    name: "a book in each line",
    made: "40 of these texts as lines",
    write: (path) =>
      writeParts(
        path,
        books("", () => "", "\n"),
      ),
    peakBytesMax: 700 * MEGA,
    expect: generated("txt", 40, { types: ["text:string", "line:integer"] }),
  },
  {
    name: "one column without a delimiter",
    made: "5000 words, one a line",
    write: bytes(
      "word\n",
      rows(5000, (i) => `word-${i}`),
    ),
    expect: generated("csv", 5000, { columns: 1 }),
  },
  {
    name: "1000 columns of one name",
    made: "1000 times the header `name`, two rows",
    write: bytes(
      list(1000, () => "name"),
      "\n",
      `${list(1000, String)}\n`.repeat(2),
    ),
    expect: generated("csv", 2, { columns: 1000, alerts: ["duplicate_header"] }),
  },
  {
    name: "a column name of 1 MB",
    made: "a header of 1,000,000 letters beside a short one, said to be csv",
    hint: "csv",
    write: bytes("n".repeat(MEGA), ",b\n", "1,2\n".repeat(10)),
    expect: noSample("column_name_exceeded"),
  },
  {
    name: "a header of 3 MB",
    made: "5000 names of 600 letters",
    write: bytes(
      list(5000, (i) => `${i}`.padStart(600, "n")),
      "\n",
      `${list(5000, String)}\n`,
    ),
    expect: noSample("header_bytes_exceeded"),
  },
  {
    name: "names of JavaScript's own",
    made: "headers `__proto__`, `constructor`, `toString`, `1`, `0`",
    write: bytes("__proto__,constructor,toString,1,0\n", "a,7,c,2.5,e\n".repeat(50)),
    expect: generated("csv", 50, {
      types: ["__proto__:string", "constructor:integer", "toString:string", "1:number", "0:string"],
    }),
  },
];

/** Quotes and line ends. */
const quoteCases: HostileCase[] = [
  {
    name: "a quote that is never closed",
    made: "it opens in row 1 of 100,000",
    write: bytes(
      'id,text\n1,"open\n',
      rows(99_999, (i) => `${i},text`),
    ),
    expect: generated("csv", 100_000, { alerts: ["unbalanced_quotes"] }),
  },
  {
    name: "a quoted cell of 20 MB",
    made: "a cell of 20 MB of lines, closed at its end",
    write: (path) => writeParts(path, ['a,b\n1,"', ...repeated("line,\n", 3_400_000), '"\n2,3\n']),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "quotes in the middle of cells",
    made: `1000 rows of 'a 5" disk' and '6" tape'`,
    write: bytes(
      "id,a,b\n",
      rows(1000, (i) => `${i},a 5" disk,6" tape`),
    ),
    expect: generated("csv", 1000, { columns: 3 }),
  },
  {
    name: "nothing but quotes",
    made: "4 MB of quotes, said to be csv",
    hint: "csv",
    write: (path) => writeParts(path, repeated('"', 4 * MEGA)),
    expect: noSample("header_bytes_exceeded"),
  },
  {
    name: "carriage returns as line ends",
    made: "10,000 rows that end in CR alone",
    write: bytes(`a,b\r${"1,2\r".repeat(10_000)}`),
    expect: generated("csv", 10_000, { types: ["a:integer", "b:integer"] }),
  },
  {
    name: "mixed line ends",
    made: "LF, CR LF and blank lines in turn",
    write: bytes("a,b\r\n", "1,2\n3,4\r\n\r\n\n".repeat(3000)),
    expect: generated("csv", 6000, { types: ["a:integer", "b:integer"], alerts: ["blank_lines"] }),
  },
];

/** Bytes and encodings. */
const encodingCases: HostileCase[] = [
  {
    name: "NUL bytes in a table",
    made: "a NUL in each cell",
    write: bytes("a,b\n", "1\u0000,2\u0000\n".repeat(1000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "NUL bytes late in a table",
    made: "the first NUL after 1 MB",
    write: (path) => writeParts(path, ["a,b\n", ...repeated("1,x\n", MEGA / 4), "1,x\u0000y\n"]),
    expect: generated("csv", 250_001, { types: ["a:integer", "b:string"] }),
  },
  {
    name: "UTF-16LE without a mark",
    made: "10,000 rows",
    write: bytes(iconv.encode(`a,b\n${"1,xyz\n".repeat(10_000)}`, "utf-16le")),
    expect: generated("csv", 10_000, { types: ["a:integer", "b:string"] }),
  },
  {
    name: "UTF-16BE without a mark",
    made: "10,000 rows",
    write: bytes(iconv.encode(`a,b\n${"1,xyz\n".repeat(10_000)}`, "utf-16be")),
    expect: generated("csv", 10_000, { types: ["a:integer", "b:string"] }),
  },
  {
    name: "UTF-16 of odd length",
    made: "the last byte is cut off",
    write: bytes(iconv.encode(`\ufeffa,b\n${"1,xyz\n".repeat(100)}`, "utf-16le").subarray(0, -1)),
    expect: generated("csv", 100, { types: ["a:integer", "b:string"] }),
  },
  {
    name: "UTF-16 with half pairs",
    made: "cells that hold a lone high surrogate",
    write: bytes(Buffer.from(`\ufeffa,b\n${"1,x\ud800y\n".repeat(100)}`, "utf16le")),
    expect: generated("csv", 100, { types: ["a:integer", "b:string"] }),
  },
  {
    name: "overlong UTF-8",
    made: "cells of C0 AF and E0 80 AF",
    write: bytes("a,b\n", ...Array(100).fill(Buffer.from("312cc0afe080af0a", "hex"))),
    expect: generated("csv", 100, { columns: 2 }),
  },
  {
    name: "surrogates in UTF-8",
    made: "cells of ED A0 80",
    write: bytes("a,b\n", ...Array(100).fill(Buffer.from("312ceda0800a", "hex"))),
    expect: generated("csv", 100, { columns: 2 }),
  },
  {
    name: "Latin-1 after 1 MB of ASCII",
    made: "the first byte above 7F in the last row",
    write: (path) =>
      writeParts(path, [
        "a,b\n",
        ...repeated("1,cafe\n", MEGA / 8),
        Buffer.from("312c636166e90a", "hex"),
      ]),
    expect: generated("csv", MEGA / 8 + 1, { alerts: ["encoding_guessed"] }),
  },
  {
    name: "control characters",
    made: "terminal escapes and bells in each cell",
    write: bytes("a,b\n", "1,\u001b[31mred\u0007\n".repeat(1000)),
    expect: noSample("unknown_format"),
  },
];

/** Values that are hard to type, compare or search. */
const valueCases: HostileCase[] = [
  {
    name: "text after a million numbers",
    made: "1,000,000 integers, then `n/a (lost)`",
    write: bytes(
      "id,value\n",
      rows(MEGA, (i) => `${i},${i % 977}`),
      "1000000,n/a (lost)\n",
    ),
    expect: generated("csv", MEGA + 1, { types: ["id:integer", "value:integer"] }),
  },
  {
    name: "huge integers",
    made: "integers of 19 to 400 digits",
    write: bytes(
      "id,n\n",
      rows(1000, (i) => `${i},${"9".repeat(19 + (i % 382))}`),
    ),
    expect: generated("csv", 1000, { columns: 2 }),
  },
  {
    name: "NaN and Infinity",
    made: "NaN, inf, -Infinity and 1e999 among numbers",
    write: bytes("id,x\n", "1,NaN\n2,inf\n3,-Infinity\n4,1e999\n5,1.5\n".repeat(200)),
    expect: generated("csv", 1000, { columns: 2 }),
  },
  {
    name: "impossible dates",
    made: "30 February, month 99, year 292277026596 and year -1",
    write: bytes(
      "id,day\n",
      "1,2021-02-30\n2,2021-99-01\n3,292277026596-12-04\n4,-0001-01-01\n".repeat(100),
    ),
    expect: generated("csv", 400, { types: ["id:integer", "day:string"] }),
  },
  {
    name: "text that makes searches backtrack",
    made: "cells of 100 kB: a@a@a…, 1-1-1-…, aaa…!, said to be csv",
    hint: "csv",
    write: bytes(
      "id,mail,phone,word\n",
      `1,${"a@".repeat(50_000)},${"1-".repeat(50_000)},${"a".repeat(100_000)}!\n`.repeat(20),
    ),
    expect: generated("csv", 20, { columns: 4 }),
  },
  {
    name: "formulas",
    made: "cells of =cmd|…, +1+1, @SUM(A1) and -2+3",
    write: bytes("id,f\n", "1,=cmd|' /C calc'!A0\n2,+1+1\n3,@SUM(A1)\n4,-2+3\n".repeat(50)),
    expect: generated("csv", 200, { types: ["id:integer", "f:string"] }),
  },
];

export const textCases: HostileCase[] = [
  ...emptyCases,
  ...shapeCases,
  ...quoteCases,
  ...encodingCases,
  ...valueCases,
];
