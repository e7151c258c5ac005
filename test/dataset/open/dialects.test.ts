/** Delimited text of any dialect gives the same rows. */
import { afterAll, describe, expect, test } from "bun:test";
import iconv from "iconv-lite";
import { alertCodes, generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const plain = "id,name,score\n1,Ann,2.5\n2,Ben,3.5\n3,Cem,4\n";
const plainRows = [
  [1, "Ann", 2.5],
  [2, "Ben", 3.5],
  [3, "Cem", 4],
];

type Case = {
  name: string;
  content: string | Buffer;
  hint?: string;
  format?: string;
  delimiter?: string;
  encoding?: string;
  columns?: string[];
  rows?: unknown[][];
  /** Given if there are too many rows to list. */
  rowCount?: number;
  alerts?: string[];
};

const cases: Case[] = [
  { name: "comma", content: plain, rows: plainRows, delimiter: ",", encoding: "utf-8" },
  { name: "semicolon", content: plain.replaceAll(",", ";"), rows: plainRows, delimiter: ";" },
  { name: "pipe", content: plain.replaceAll(",", "|"), rows: plainRows, delimiter: "|" },
  {
    name: "tab",
    content: plain.replaceAll(",", "\t"),
    rows: plainRows,
    delimiter: "\t",
    format: "tsv",
  },
  { name: "CRLF line ends", content: plain.replaceAll("\n", "\r\n"), rows: plainRows },
  { name: "CR line ends", content: plain.replaceAll("\n", "\r"), rows: plainRows },
  // FiveThirtyEight's bachelorette.csv: 921 lines with Mac line ends, and an editor's line feed at
  // the end.
  {
    name: "CR line ends, and one line feed at the end",
    content: `${`id,name\n${"7,Ann\n".repeat(40)}`.replaceAll("\n", "\r").slice(0, -1)}\n`,
    columns: ["id", "name"],
    rowCount: 40,
  },
  {
    name: "LF line ends around cells of many lines of a Mac",
    content: `id,note\n1,"${"x\r".repeat(50)}"\n2,"y"\n`,
    columns: ["id", "note"],
    rowCount: 2,
  },
  // FiveThirtyEight's librarians-by-msa.csv: an office's mark for a missing figure is not a name.
  {
    name: "marks in place of figures right below the names",
    content: `state,area,jobs,share\nOH,Springfield,**,**\nWA,Vernon,**,—\n${"PR,Ponce,180,3.4\n".repeat(5)}`,
    columns: ["state", "area", "jobs", "share"],
    rowCount: 7,
  },
  // Plotly's MATLAB/Z.csv and mnist_1000_labels.csv.
  {
    name: "a matrix whose rows count on has no names",
    content: "2,3,4,5\n3,4,5,6\n4,5,6,7\n5,6,7,8\n",
    columns: ["column_1", "column_2", "column_3", "column_4"],
    rowCount: 4,
    alerts: ["no_header"],
  },
  {
    name: "one word before every value is no column",
    content: `label\n${Array.from({ length: 30 }, (_, i) => `Digit ${i % 10}`).join("\n")}\n`,
    hint: "csv",
    columns: ["label"],
    rowCount: 30,
  },
  // Rdatasets' SP500.csv.
  {
    name: "one column beside the numbers of rows, which have no name",
    content: `"","r500"\n"1",-0.0117\n"2",0.0024\n"3",0.011\n"4",-0.25\n`,
    columns: ["column_1", "r500"],
    rowCount: 4,
    alerts: ["empty_header"],
  },
  {
    name: "words alone beside the numbers of rows",
    content: `"","x"\n"1","Ann"\n"2","Ben"\n"3","Cem"\n"4","Dua"\n`,
    columns: ["column_1", "x"],
    rowCount: 4,
    alerts: ["empty_header"],
  },
  // FiveThirtyEight's partisan lean: a single year is a name above fractions, and a value above
  // integers.
  {
    name: "a year over fractions",
    content: "state,2021\nAlabama,-29.59438\nAlaska,-14.62\nArizona,-7.58\nArkansas,-31.8\n",
    columns: ["state", "2021"],
    rowCount: 4,
  },
  {
    name: "a year over integers",
    content: "Widget,2021\nGadget,1999\nGear,17\nNut,2004\nBolt,12\n",
    columns: ["column_1", "column_2"],
    rowCount: 5,
    alerts: ["no_header"],
  },
  { name: "no line end at the end", content: plain.trimEnd(), rows: plainRows },
  { name: "UTF-8 byte order mark", content: `\ufeff${plain}`, rows: plainRows, encoding: "utf-8" },
  {
    name: "UTF-16LE with mark",
    content: iconv.encode(plain.replace("Ann", "Änn"), "utf-16le", { addBOM: true }),
    rows: [[1, "Änn", 2.5], ...plainRows.slice(1)],
    encoding: "utf-16le",
  },
  {
    name: "UTF-16LE without mark",
    content: iconv.encode(plain, "utf-16le"),
    rows: plainRows,
    encoding: "utf-16le",
  },
  {
    name: "UTF-16BE with mark",
    content: iconv.encode(plain, "utf-16be", { addBOM: true }),
    rows: plainRows,
    encoding: "utf-16be",
  },
  {
    name: "Latin-1",
    content: Buffer.from("stadt,größe\nKöln,1\nMünchen,2\nDüsseldorf,3\n", "latin1"),
    rows: [
      ["Köln", 1],
      ["München", 2],
      ["Düsseldorf", 3],
    ],
    columns: ["stadt", "größe"],
    encoding: "windows-1252",
    alerts: ["encoding_guessed"],
  },
  {
    name: "quoted delimiters, quotes and newlines",
    content: 'a,b\n"x,1","say ""hi"""\n"two\nlines",z\n',
    rows: [
      ["x,1", 'say "hi"'],
      ["two\nlines", "z"],
    ],
  },
  {
    name: "quoted newlines with CRLF",
    content: 'a,b\r\n"two\r\nlines",z\r\n"q",w\r\n',
    rows: [
      ["two\r\nlines", "z"],
      ["q", "w"],
    ],
  },
  {
    name: "a short row whose quoted cell holds a delimiter and a newline",
    content: 'a,b,c\n1,2,3\n4,"say ""hi"",\nplease"\n5,6,7\n',
    rows: [
      [1, "2", 3],
      [4, 'say "hi",\nplease', null],
      [5, "6", 7],
    ],
    alerts: ["short_rows"],
  },
  {
    name: "quotes inside a cell are text",
    content: 'size,item\n3,5" pipe\n4,"a ""b"""\n5,6" hose\n',
    rows: [
      [3, '5" pipe'],
      [4, 'a "b"'],
      [5, '6" hose'],
    ],
  },
  {
    name: "a quote that never closes is text",
    content: 'id,note\n1,plain\n2,"open\n3,more\n',
    rows: [
      [1, "plain"],
      [2, '"open'],
      [3, "more"],
    ],
    alerts: ["unbalanced_quotes"],
  },
  {
    name: "quotes of titles that open in vain are letters, wherever they stand",
    format: "tsv",
    content: `id\ttitle\n${Array.from({ length: 12 }, (_, i) => `${i}\t"Song ${i}" live`).join("\n")}\n12\t""\n13\t"Coda"\n`,
    rows: [
      ...Array.from({ length: 12 }, (_, i) => [i, `"Song ${i}" live`]),
      [12, '""'],
      [13, '"Coda"'],
    ],
  },
  {
    name: "a first row of one word over all columns that comes again begins no other table",
    content: "ok,ok,ok\nok,no,ok\nno,ok,no\nok,ok,ok\nno,no,no\nno,no,ok\nok,no,no\n",
    rowCount: 7,
    alerts: ["no_header"],
  },
  {
    name: "single quotes after a backslash",
    content: "1|'it\\'s'|x\n2|'that\\'s'|y\n3|'plain'|z\n",
    rows: [
      [1, "it's", "x"],
      [2, "that's", "y"],
      [3, "plain", "z"],
    ],
    alerts: ["no_header"],
  },
  {
    name: "short and long rows",
    content: "a,b,c\n1,2,3\n4,5\n6,7,8,9\n1,1,1\n",
    rows: [
      [1, 2, 3],
      [4, 5, null],
      [6, 7, 8],
      [1, 1, 1],
    ],
    alerts: ["short_rows", "long_rows"],
  },
  {
    name: "a short first row",
    content: "a,b,c\n1\n4,5,6\n7,8,9\n",
    rows: [
      [1, null, null],
      [4, 5, 6],
      [7, 8, 9],
    ],
    alerts: ["short_rows"],
  },
  {
    name: "blank lines",
    content: "a,b\n\n1,2\n\n\n3,4\n\n",
    rows: [
      [1, 2],
      [3, 4],
    ],
    alerts: ["blank_lines"],
  },
  {
    name: "comment lines",
    content: '# a "source", of data\na,b\n1,2\n# between\n3,4\n',
    rows: [
      [1, 2],
      [3, 4],
    ],
    alerts: ["comment_lines"],
  },
  {
    name: "duplicate and empty header names",
    content: "x,x,,x_2,\n1,2,3,4,5\n6,7,8,9,0\n",
    columns: ["x", "x_3", "column_3", "x_2", "column_5"],
    rows: [
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 0],
    ],
    alerts: ["empty_header", "duplicate_header"],
  },
  {
    name: "__proto__, constructor and integer-like headers keep their order",
    content: "b,__proto__,2020,constructor,1999,a\nx,1,2,y,4,5\nz,6,7,w,9,0\n",
    columns: ["b", "__proto__", "2020", "constructor", "1999", "a"],
    rows: [
      ["x", 1, 2, "y", 4, 5],
      ["z", 6, 7, "w", 9, 0],
    ],
  },
  {
    name: "years as header names",
    content: "country,1960,1961\nFR,1,2\nDE,3,4\n",
    columns: ["country", "1960", "1961"],
    rows: [
      ["FR", 1, 2],
      ["DE", 3, 4],
    ],
  },
  {
    name: "no header",
    content: "1.5,x\n2.5,y\n3.5,z\n",
    columns: ["column_1", "column_2"],
    rows: [
      [1.5, "x"],
      [2.5, "y"],
      [3.5, "z"],
    ],
    alerts: ["no_header"],
  },
  {
    name: "one column",
    content: "name\nann\nben\ncem\n",
    rows: [["ann"], ["ben"], ["cem"]],
  },
  {
    name: "decimal commas in a semicolon file",
    content: "name;price\na;1,5\nb;2,25\nc;3\n",
    rows: [
      ["a", 1.5],
      ["b", 2.25],
      ["c", 3],
    ],
  },
  {
    name: "control characters as cell content",
    content: 'a,b\n"x\u001fy",1\n"z""\u001e",2\n',
    rows: [
      ["x\u001fy", 1],
      ['z"\u001e', 2],
    ],
  },
  {
    name: "Windows-1252, with a euro sign and curly quotes",
    content: Buffer.from(
      "6e616d653b70726569730a9344fc7294 3b8031320a936d6f7294 3b8031330a".replaceAll(" ", ""),
      "hex",
    ),
    columns: ["name", "preis"],
    rows: [
      ["“Dür”", "€12"],
      ["“mor”", "€13"],
    ],
    delimiter: ";",
    encoding: "windows-1252",
    alerts: ["encoding_guessed"],
  },
  {
    name: "Latin-1 that begins as ASCII, beyond the head",
    content: Buffer.from(`id,stadt\n${"1,Ulm\n".repeat(20_000)}2,Köln\n`, "latin1"),
    encoding: "windows-1252",
    rowCount: 20_001,
    alerts: ["encoding_guessed"],
  },
  {
    name: "UTF-16 of another script without mark",
    content: iconv.encode("имя,город\nАнна,Москва\nБорис,Тула\n", "utf-16le"),
    columns: ["имя", "город"],
    rows: [
      ["Анна", "Москва"],
      ["Борис", "Тула"],
    ],
    encoding: "utf-16le",
  },
  {
    name: "UTF-16BE of another script without mark",
    content: iconv.encode("名前;都市\n太郎;東京\n花子;大阪\n次郎;京都\n", "utf-16be"),
    columns: ["名前", "都市"],
    rows: [
      ["太郎", "東京"],
      ["花子", "大阪"],
      ["次郎", "京都"],
    ],
    encoding: "utf-16be",
  },
  {
    name: "a line that states the delimiter",
    content: "sep=;\r\na;b\r\n1,5;x\r\n2,5;y\r\n",
    delimiter: ";",
    columns: ["a", "b"],
    rows: [
      [1.5, "x"],
      [2.5, "y"],
    ],
  },
  {
    name: "a stated delimiter in UTF-16, where another one is more frequent",
    content: iconv.encode("sep=|\na|b\n1,2,3|x\n4,5,6|y\n", "utf-16le", { addBOM: true }),
    delimiter: "|",
    rows: [
      ["1,2,3", "x"],
      ["4,5,6", "y"],
    ],
  },
  {
    name: "rows as long as what tells a dialect of others",
    content: `id;text\n${Array.from({ length: 4 }, (_, i) => `${i};"${"so, it began; ".repeat(20_000)}"\n`).join("")}`,
    columns: ["id", "text"],
    delimiter: ";",
    rowCount: 4,
  },
  {
    name: "a tab file that the seller calls csv",
    content: plain.replaceAll(",", "\t"),
    hint: "csv",
    format: "tsv",
    rows: plainRows,
    alerts: ["format_mismatch"],
  },
];

describe("delimited text", () => {
  test.each(cases)("is read to its exact rows: $name", async (given) => {
    const report = await profileBytes(folder.path, given.content, { hint: given.hint });
    const { profile, sample } = generated(report);
    if (given.rows) expect(sample.rows).toEqual(given.rows);
    expect(profile.row_count).toBe(given.rows?.length ?? given.rowCount ?? Number.NaN);
    expect(profile.format).toBe(given.format ?? "csv");
    if (given.delimiter) expect(profile.delimiter).toBe(given.delimiter);
    if (given.encoding) expect(profile.encoding).toBe(given.encoding);
    const names = sample.columns.map((column) => column.name);
    if (given.columns) expect(names).toEqual(given.columns);
    expect(profile.columns.map((column) => column.name)).toEqual(names);
    const structural = alertCodes(profile).filter((code) => code !== "duplicate_rows");
    expect(structural).toEqual(given.alerts ?? []);
  });

  test("gives the same rows whatever the chunk size and whatever the quoting", async () => {
    const lines = ["id,text,value"];
    for (let i = 0; i < 1000; i++) {
      const kind = i % 5;
      if (kind === 0) lines.push(`${i},"with ""quotes"", and\nnewline ${i}",${i / 4}`);
      else if (kind === 1) lines.push(`${i},stray " quote ${i},${i / 4}`);
      else if (kind === 2) lines.push(`${i},Zürich ${i},${i / 4}`, "");
      else lines.push(`${i},plain ${i},${i / 4}`);
    }
    const content = `${lines.join("\n")}\n`;
    const whole = generated(await profileBytes(folder.path, content));
    expect(whole.profile.row_count).toBe(1000);
    for (const chunkBytes of [300, 1000, 4096]) {
      const parts = generated(await profileBytes(folder.path, content, { limits: { chunkBytes } }));
      expect(parts.sample.sampling.rows_total).toBe(1000);
      const value = parts.profile.columns[2];
      expect(value?.mean).toBeCloseTo(whole.profile.columns[2]?.mean ?? Number.NaN, 9);
      expect(value?.std).toBeCloseTo(whole.profile.columns[2]?.std ?? Number.NaN, 9);
      expect(parts.profile.columns[1]?.distinct_count).toBe(1000);
      expect(parts.profile.columns[1]?.length).toEqual(whole.profile.columns[1]?.length ?? null);
    }
  });
});
