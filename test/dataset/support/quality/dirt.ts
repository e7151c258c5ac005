/**
 * Eighteen ways in which tables get dirty. Each takes the share of cells, rows or columns to change,
 * and a seeded random source.
 */
import { type Random, shuffle } from "../../../../dataset/base/random.ts";
import { printTable, type TextTable } from "./tables.ts";

type Dirtier = (table: TextTable, share: number, random: Random) => TextTable | string;

const numberShape = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** Positions of a share of many things, at least one, in random order. */
function pick(many: number, share: number, random: Random): number[] {
  const places = shuffle(
    Array.from({ length: many }, (_, i) => i),
    random,
  );
  return places.slice(0, Math.max(1, Math.round(many * share)));
}

/** Columns in which at least nine of ten values are numbers, not all the same. */
function numericColumns({ names, rows }: TextTable): number[] {
  return names.flatMap((_, column) => {
    const values = rows.map((row) => row[column] ?? "").filter((text) => text !== "");
    const numbers = values.filter((text) => numberShape.test(text));
    const isNumeric = numbers.length >= values.length * 0.9 && new Set(numbers).size > 1;
    return isNumeric ? [column] : [];
  });
}

/** Changes a share of the non-empty cells, in all columns or in some. */
function changeCells(
  { names, rows }: TextTable,
  share: number,
  random: Random,
  change: (text: string, column: number, row: number) => string,
  columns: readonly number[] = names.map((_, i) => i),
): TextTable {
  const copy = rows.map((row) => [...row]);
  const filled = copy.flatMap((row, at) =>
    columns.filter((column) => row[column] !== "").map((column) => ({ at, column })),
  );
  for (const place of pick(filled.length, share, random)) {
    const cell = filled[place];
    const row = cell && copy[cell.at];
    if (row) row[cell.column] = change(row[cell.column] ?? "", cell.column, cell.at);
  }
  return { names, rows: copy };
}

const multiply = (text: string, factor: number): string =>
  numberShape.test(text) ? String(Number((Number(text) * factor).toPrecision(12))) : text;

const oneOf = <T>(values: readonly T[], random: Random): T =>
  values[Math.floor(random() * values.length)] as T;

const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#$%&*@!?~^|<>=+";

function garbage(random: Random): string {
  const length = 4 + Math.floor(random() * 12);
  return Array.from({ length }, () => oneOf([...marks], random)).join("");
}

/** Broken characters as decoders print them, and UTF-8 read as Latin-1. */
function breakEncoding(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const broken = oneOf(["\uFFFD", "Ã©", "Ã¼", "â€™", "\uFFFD\uFFFD"], random);
  return text.slice(0, at) + broken + text.slice(at + 1);
}

const placeholders = { numbers: ["-999", "9999", "?", "N/A"], words: ["?", "unknown", "N/A", "-"] };
const letters = "abcdefghijklmnopqrstuvwxyz";

/** One letter or digit is exchanged for another letter, added or left out. */
function mistype(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const letter = oneOf([...letters], random);
  const ways = [
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.length > 3 && !numberShape.test(text) ? text.slice(0, at) + text.slice(at + 1) : "",
  ];
  return oneOf(
    ways.filter((way) => way !== "" && way !== text),
    random,
  );
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The same value as another person writes it. */
function rewrite(text: string, random: Random): string {
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (date) return `${Number(date[3])} ${months[Number(date[2]) - 1]} ${date[1]}`;
  if (numberShape.test(text)) {
    const forms = [
      `${text} units`,
      `ca. ${text}`,
      `$${text}`,
      text.includes(".") ? text.replace(".", ",") : `${text} %`,
    ];
    return oneOf(forms, random);
  }
  if (text !== text.toUpperCase())
    return oneOf([text.toUpperCase(), `  ${text}`, `${text}.`], random);
  return text !== text.toLowerCase() ? text.toLowerCase() : `${text}.`;
}

/**
 * Columns that identify the rows: the first text, date or year without a repeated value, or else
 * several of them; measured numbers last.
 */
function keyColumns(table: TextTable): number[] {
  const { names, rows } = table;
  const distinct = (columns: readonly number[]): number =>
    new Set(rows.map((row) => JSON.stringify(columns.map((column) => row[column])))).size;
  const measured = new Set(
    numericColumns(table).filter((column) => !/year|id$/i.test(names[column] ?? "")),
  );
  const ordered = [...names.keys()].sort((a, b) => +measured.has(a) - +measured.has(b));
  const single = ordered.find(
    (column) => !measured.has(column) && distinct([column]) === rows.length,
  );
  if (single !== undefined) return [single];
  const found: number[] = [];
  for (const column of ordered) {
    found.push(column);
    if (distinct(found) === rows.length) return found;
  }
  return found;
}

const dateShape = /^\d{4}-\d{2}(-\d{2})?|^[A-Z][a-z]{2} \d+ \d{4}$|^\d+\/\d+\/\d+/;

/** The time column, or else the first one. */
function timeColumn({ names, rows }: TextTable): number {
  const isTime = (column: number): boolean =>
    rows.every((row) => dateShape.test(row[column] ?? "")) || /^year$/i.test(names[column] ?? "");
  return Math.max(
    0,
    names.findIndex((_, column) => isTime(column)),
  );
}

export const DIRTIERS = {
  /** Cells are empty. */
  missing: (table, share, random) => changeCells(table, share, random, () => ""),
  /** Cells hold random marks. */
  garbage: (table, share, random) => changeCells(table, share, random, () => garbage(random)),
  /** Rows are replaced by copies of others. */
  repeated: ({ names, rows }, share, random) => {
    const hit = new Set(pick(rows.length, share, random));
    const others = rows.filter((_, i) => !hit.has(i));
    return { names, rows: rows.map((row, i) => (hit.has(i) ? oneOf(others, random) : row)) };
  },
  /** In the affected rows, each column's values are shuffled among themselves. */
  shuffled: ({ names, rows }, share, random) => {
    const copy = rows.map((row) => [...row]);
    const hit = pick(rows.length, share, random);
    for (const column of names.keys()) {
      const values = shuffle(
        hit.map((at) => copy[at]?.[column] ?? ""),
        random,
      );
      for (const [i, at] of hit.entries()) (copy[at] as string[])[column] = values[i] ?? "";
    }
    return { names, rows: copy };
  },
  /** Cells contain 0 as if it meant missing. */
  zeros: (table, share, random) => changeCells(table, share, random, () => "0"),
  /** Numbers are 10, 100 or 1,000 times too large. */
  scaled: (table, share, random) =>
    changeCells(
      table,
      share,
      random,
      (text) => multiply(text, oneOf([10, 100, 1000], random)),
      numericColumns(table),
    ),
  /** Number cells get words, the others numbers. */
  types: (table, share, random) =>
    changeCells(table, share, random, (text) =>
      numberShape.test(text)
        ? oneOf(["unknown", "yes", "see note", "high", "about"], random)
        : String(Math.floor(random() * 10_000)),
    ),
  /** Cells hold broken characters. */
  encodings: (table, share, random) =>
    changeCells(table, share, random, (text) => breakEncoding(text, random)),
  /** Rows have lost cells at their end or gained some. */
  ragged: ({ names, rows }, share, random) => {
    const copy = rows.map((row) => [...row]);
    for (const at of pick(rows.length, share, random)) {
      const row = copy[at] as string[];
      const fewer = row.slice(0, 1 + Math.floor(random() * (row.length - 1)));
      copy[at] = random() < 0.5 && row.length > 1 ? fewer : [...row, "", oneOf(row, random) || "x"];
    }
    return { names, rows: copy };
  },
  /** The end of the file is missing, starting in the middle of a row. */
  truncated: (table, share) => {
    const text = printTable(table);
    const lineEnd = text.indexOf("\n", Math.floor(text.length * (1 - share)));
    const from = text.lastIndexOf("\n", lineEnd - 1);
    return text.slice(0, from + Math.ceil((lineEnd - from) / 2));
  },
  /** In the affected rows all numbers are in a unit 1,000 times as large. */
  units: (table, share, random) => {
    const columns = numericColumns(table);
    const copy = table.rows.map((row) => [...row]);
    for (const at of pick(copy.length, share, random)) {
      const row = copy[at] as string[];
      for (const column of columns) row[column] = multiply(row[column] ?? "", 0.001);
    }
    return { names: table.names, rows: copy };
  },
  /** A run of times, a share of all of them, is missing with its rows. */
  gaps: (table, share, random) => {
    const column = timeColumn(table);
    const times = [...new Set(table.rows.map((row) => row[column] ?? ""))];
    const many = Math.max(1, Math.round(times.length * share));
    const from = 1 + Math.floor(random() * Math.max(1, times.length - many - 2));
    const lost = new Set(times.slice(from, from + many));
    const rows = table.rows.filter((row) => !lost.has(row[column] ?? ""));
    return { names: table.names, rows };
  },
  /** Rows have another row's key, but their own other cells. */
  keys: (table, share, random) => {
    const columns = keyColumns(table);
    const copy = table.rows.map((row) => [...row]);
    for (const at of pick(copy.length, share, random)) {
      const other = oneOf(table.rows, random);
      for (const column of columns) (copy[at] as string[])[column] = other[column] ?? "";
    }
    return { names: table.names, rows: copy };
  },
  /** Each column marks its missing values by a placeholder of its own. */
  disguised: (table, share, random) => {
    const numeric = new Set(numericColumns(table));
    const marks = table.names.map((_, i) =>
      oneOf(placeholders[numeric.has(i) ? "numbers" : "words"], random),
    );
    return changeCells(table, share, random, (_, column) => marks[column] ?? "?");
  },
  /** Cells have a letter too many, too few or a wrong one; texts first. */
  typos: (table, share, random) => {
    const numeric = new Set(numericColumns(table));
    const texts = [...table.names.keys()].filter((column) => !numeric.has(column));
    const change = (text: string): string => mistype(text, random);
    return changeCells(table, share, random, change, texts.length > 0 ? texts : undefined);
  },
  /** In the affected rows, two neighbouring cells have changed places. */
  swapped: ({ names, rows }, share, random) => {
    const copy = rows.map((row) => [...row]);
    for (const at of pick(rows.length, share, random)) {
      const row = copy[at] as string[];
      const from = Math.floor(random() * Math.max(1, row.length - 1));
      [row[from], row[from + 1]] = [row[from + 1] ?? "", row[from] ?? ""];
    }
    return { names, rows: copy.map((row) => row.slice(0, names.length)) };
  },
  /** Cells are written in another way: dates, decimals, units, capitals, blanks. */
  formats: (table, share, random) =>
    changeCells(table, share, random, (text) => rewrite(text, random)),
  /** In the affected rows, the cells from some place on have moved one column to the right. */
  shifted: ({ names, rows }, share, random) => {
    const copy = rows.map((row) => [...row]);
    for (const at of pick(rows.length, share, random)) {
      const row = copy[at] as string[];
      row.splice(Math.floor(random() * Math.max(1, row.length - 1)), 0, "");
      row.length = names.length;
    }
    return { names, rows: copy };
  },
} satisfies Record<string, Dirtier>;

export type DirtKind = keyof typeof DIRTIERS;

/** A dirtied table as the text of a file. */
export function printDirty(
  kind: DirtKind,
  table: TextTable,
  share: number,
  random: Random,
): string {
  const dirty = DIRTIERS[kind](table, share, random);
  return typeof dirty === "string" ? dirty : printTable(dirty);
}
