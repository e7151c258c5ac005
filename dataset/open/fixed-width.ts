/** Finds columns of fixed width: places that are blank in every line. Pure. */
import { kindOf, valueKinds } from "./delimited/cell-kind.ts";

/** A column's first place in a line, and the place after its last one. */
export type FixedField = { start: number; end: number };

const titleLinesMax = 20;
const linesMin = 5;
const linesMax = 500;
const lineCharsMax = 2000;
const fieldsMin = 3;
/** Share of lines in which a gap is blank at first; the others may be titles of sections. */
const blankShareMin = 0.9;
const evenShareMin = 0.6;
const oddGapsMin = 2;
const valuesShareMin = 0.9;
const valueFieldsMin = 2;
const usedShareMin = 0.05;

/** The columns of the text's lines; null unless they are at least half of values. */
export function fixedFields(text: string, whole: boolean): FixedField[] | null {
  if (text.includes("\t")) return null;
  const all = text.split("\n", linesMax).map((line) => line.trimEnd());
  const lines = (whole || all.length === linesMax ? all : all.slice(0, -1)).filter(
    (line) => line !== "",
  );
  const body = lines.slice(Math.min(titleLinesMax, Math.floor(lines.length / 3)));
  if (body.length < linesMin || body.some((line) => line.length > lineCharsMax)) return null;
  const likely = fieldsIn(body, blankShareMin);
  const even = body.filter((line) => !isOdd(line, likely) && isFilled(line, likely));
  if (even.length < Math.max(linesMin, body.length * evenShareMin)) return null;
  const used = fieldsIn(even, 1).filter((field) => isUsed(field, even));
  const fields = joinedWords(used, even);
  const valued = fields.filter((field) => isValued(field, even)).length;
  const isTable = fields.length >= fieldsMin && valued >= valueFieldsMin;
  return isTable && valued * 2 >= fields.length ? fields : null;
}

/** What is between places that are blank in this share of the lines. */
function fieldsIn(lines: readonly string[], share: number): FixedField[] {
  const width = Math.max(...lines.map((line) => line.length));
  const filled = new Uint32Array(width);
  for (const line of lines) {
    for (let at = 0; at < line.length; at++)
      if (line[at] !== " ") filled[at] = (filled[at] ?? 0) + 1;
  }
  const filledMax = lines.length * (1 - share);
  const fields: FixedField[] = [];
  let start = -1;
  for (let at = 0; at <= width; at++) {
    const isBlank = at === width || (filled[at] ?? 0) <= filledMax;
    if (!isBlank && start < 0) start = at;
    if (!isBlank || start < 0) continue;
    fields.push({ start, end: at });
    start = -1;
  }
  return fields;
}

/** Texts with a single blank between them are words of one column. */
function joinedWords(fields: readonly FixedField[], lines: readonly string[]): FixedField[] {
  const joined: FixedField[] = [];
  for (const field of fields) {
    const last = joined.at(-1);
    const isWord =
      last !== undefined &&
      field.start - last.end === 1 &&
      !isValued(last, lines) &&
      !isValued(field, lines);
    if (isWord) joined[joined.length - 1] = { start: last.start, end: field.end };
    else joined.push(field);
  }
  return joined;
}

/** A word of a few lines, such as one below a header, makes no column. */
function isUsed({ start, end }: FixedField, lines: readonly string[]): boolean {
  const used = lines.filter((line) => line.slice(start, end).trim() !== "").length;
  return used >= lines.length * usedShareMin;
}

function isValued({ start, end }: FixedField, lines: readonly string[]): boolean {
  const cells = lines.map((line) => line.slice(start, end).trim()).filter((cell) => cell !== "");
  const values = cells.filter((cell) => {
    const kind = kindOf(cell);
    return kind === "missing" || valueKinds.has(kind);
  });
  return cells.length > 0 && values.length >= cells.length * valuesShareMin;
}

/** Titles of sections have few words. */
function isFilled(line: string, fields: readonly FixedField[]): boolean {
  return (line.match(/\S+/g)?.length ?? 0) * 2 >= fields.length;
}

/** Whether a line is no row: it fills gaps, or words of it are in two columns. */
function isOdd(line: string, fields: readonly FixedField[]): boolean {
  if (crossedGaps(line, fields) >= oddGapsMin) return true;
  return [...line.matchAll(/\S+/g)].some(({ 0: word, index }) => {
    const end = index + word.length;
    return fields.filter((field) => overlap(field, index, end) > 0).length > 1;
  });
}

/** The number of gaps between columns that a line fills with text. */
function crossedGaps(line: string, fields: readonly FixedField[]): number {
  return fields.slice(1).filter(({ start }, i) => {
    const gap = line.slice(fields[i]?.end, start);
    return gap.length === start - (fields[i]?.end ?? 0) && !gap.includes(" ");
  }).length;
}

/**
 * A line's cells: each word belongs to the column that it overlaps most, or to the nearest. A line
 * that is no row, such as a title, is one cell; a rule has none.
 */
export function fixedCells(line: string, fields: readonly FixedField[]): string[] {
  if (/^[\s=_+|-]*$/.test(line)) return [];
  if (isOdd(line, fields)) return [line.trim()];
  const cells = fields.map(() => "");
  let from = 0;
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    const end = index + word.length;
    // The column before may still have words that end in its gap.
    while (from < fields.length - 1 && (fields[from + 1]?.start ?? 0) <= index) from++;
    const here = overlap(fields[from], index, end);
    const next = overlap(fields[from + 1], index, end);
    const column = next > here || (here <= 0 && next === 0) ? from + 1 : from;
    cells[column] = cells[column] ? `${cells[column]} ${word}` : word;
  }
  return cells;
}

/** Common places; not positive if there are none, and smaller the further away the column is. */
function overlap(field: FixedField | undefined, start: number, end: number): number {
  return field ? Math.min(end, field.end) - Math.max(start, field.start) : Number.NEGATIVE_INFINITY;
}
