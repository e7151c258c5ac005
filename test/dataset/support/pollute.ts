/** Clean random tables, and ways to pollute their files: the kinds in the Pollock benchmark. */
import fc from "fast-check";

export type CleanTable = { names: string[]; rows: string[][] };

const word = fc.constantFrom(
  "alpha",
  "Ulm",
  "red hot",
  "O'Neil",
  "x-ray",
  "two, three",
  "Größe",
  "b;c",
);
const cells = {
  id: fc.integer({ min: 1, max: 99_999 }).map(String),
  price: fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  day: fc
    .integer({ min: 0, max: 20_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  name: fc.tuple(word, word).map((words) => words.join(" and ")),
  city: word,
};

const row = fc
  .tuple(cells.id, cells.price, cells.day, cells.name, cells.city)
  .map((values) => [...values]);

/** Five columns, of which three hold values that do not look like names. */
export const cleanTable: fc.Arbitrary<CleanTable> = fc
  .array(row, { minLength: 6, maxLength: 40 })
  .map((rows) => ({ names: ["id", "price", "day", "full name", "city"], rows }));

type Printing = { delimiter: string; quote: '"' | "'"; escaping: "double" | "backslash" };

const usual: Printing = { delimiter: ",", quote: '"', escaping: "double" };

function printCell(cell: string, { delimiter, quote, escaping }: Printing, always = false): string {
  const isPlain = !cell.includes(delimiter) && !cell.includes(quote) && !cell.includes("\n");
  if (isPlain && !always) return cell;
  const escaped = escaping === "double" ? quote + quote : `\\${quote}`;
  return quote + cell.replaceAll(quote, escaped) + quote;
}

/** One line per record. */
function linesOf(records: readonly (readonly string[])[], printing = usual): string[] {
  return records.map((record) =>
    record.map((cell) => printCell(cell, printing)).join(printing.delimiter),
  );
}

const joined = (lines: readonly string[], end = "\n"): string => `${lines.join(end)}${end}`;
const blank = (width: number): string => ",".repeat(width - 1);

type Pollution = (table: CleanTable, pick: number) => string;

/** Each pollutes the file, not the table: it must be read back cell by cell. */
export const pollutions: Readonly<Record<string, Pollution>> = {
  nothing: ({ names, rows }) => joined(linesOf([names, ...rows])),
  "no line end at the end": ({ names, rows }) => joined(linesOf([names, ...rows])).trimEnd(),
  "blank lines at the end": ({ names, rows }) => `${joined(linesOf([names, ...rows]))}\n\n`,
  "carriage returns": ({ names, rows }) => joined(linesOf([names, ...rows]), "\r"),
  "both line ends": ({ names, rows }) => joined(linesOf([names, ...rows]), "\r\n"),
  "a mark": ({ names, rows }) => `\ufeff${joined(linesOf([names, ...rows]))}`,
  semicolons: ({ names, rows }) => joined(linesOf([names, ...rows], { ...usual, delimiter: ";" })),
  tabs: ({ names, rows }) => joined(linesOf([names, ...rows], { ...usual, delimiter: "\t" })),
  bars: ({ names, rows }) => joined(linesOf([names, ...rows], { ...usual, delimiter: "|" })),
  carets: ({ names, rows }) => joined(linesOf([names, ...rows], { ...usual, delimiter: "^" })),
  "control characters": ({ names, rows }) =>
    joined(linesOf([names, ...rows], { ...usual, delimiter: "\x01" })),
  "a count above": ({ names, rows }) => joined([String(rows.length), ...linesOf([names, ...rows])]),
  "single quotes": ({ names, rows }) =>
    joined([
      names.join(","),
      ...rows.map((record) =>
        record
          .map((cell) => printCell(cell, { ...usual, quote: "'" }, /[a-z]/.test(cell)))
          .join(","),
      ),
    ]),
  "quotes after backslashes": ({ names, rows }) =>
    joined(linesOf([names, ...rows.map((record) => record)], { ...usual, escaping: "backslash" })),
  "a title and a note above": ({ names, rows }) =>
    joined(["Report of all sales", "made by hand", "", ...linesOf([names, ...rows])]),
  "a title in the first column": ({ names, rows }) =>
    joined([`Report,${",".repeat(3)}`, blank(5), ...linesOf([names, ...rows])]),
  "rows without values at the end": ({ names, rows }) =>
    joined([...linesOf([names, ...rows]), blank(5), blank(5), blank(5)]),
  "notes below": ({ names, rows }) =>
    joined([...linesOf([names, ...rows]), "", "Source: the office of sales"]),
  "a blank after each comma": ({ names, rows }) =>
    joined(
      [names, ...rows].map((record) =>
        record.map((cell) => printCell(cell, usual, cell.includes(" "))).join(", "),
      ),
    ),
  "a narrower table below": ({ names, rows }) =>
    joined(linesOf([names, ...rows, ["key", "value"], ...rows.map(([id = ""]) => ["k", id])])),
  "a wider table below": ({ names, rows }) =>
    joined(
      linesOf([
        names,
        ...rows,
        [...names, "more"],
        ...rows.slice(1).map((cells) => [...cells, "9"]),
      ]),
    ),
  "an empty name in front of the header": ({ names, rows }) =>
    joined([`,${linesOf([names])[0]}`, ...linesOf(rows)]),
  "a header with blanks between its names": ({ names, rows }) =>
    joined([names.map((name) => name.replace(" ", "_")).join(" "), ...linesOf(rows)]),
};

/** A quote that opens before a cell and never closes. */
export function withStrayQuote({ names, rows }: CleanTable, at: number): [string, CleanTable] {
  const column = at % 5;
  const index = Math.floor(at / 5) % rows.length;
  const cell = rows[index]?.[column] ?? "";
  const lines = linesOf([names, ...rows]);
  const printed = (rows[index] ?? []).map((text, i) =>
    i === column ? `"${text.replaceAll(",", "")}` : printCell(text, usual),
  );
  lines[index + 1] = printed.join(",");
  const spoilt = rows.map((cells, i) =>
    i === index
      ? cells.map((text, j) => (j === column ? `"${cell.replaceAll(",", "")}` : text))
      : cells,
  );
  return [joined(lines), { names, rows: spoilt }];
}
