/** Reads column descriptions from a data dictionary: JSON, a table, or one line for each column. Pure. */

import type { ColumnDescriptions } from "../../db/vocabulary/listing.ts";
import { firstCharacters } from "../characters.ts";
import { COLUMN_DESCRIPTION_CHARS_MAX } from "../limits.ts";

/** Characters read of each text, and texts read: more would block the event loop. */
const textCharsMax = 16_384;
const textsMax = 3;
const jsonDepthMax = 10;

const nameHeading = /^(?:(?:column|variable|field|attribute|feature)(?:[ _-]?name)?|name)$/i;
const meaningHeading =
  /^(?:(?:column|variable|field|long)?[ _-]?(?:description|definition|meaning|label)|details)$/i;
const columnLine =
  /^[\s*•-]*[`"*]{0,2}([^`"*:=\t|]{1,200}?)[`"*]{0,2}\s*(?:[:=\t]|\s[-–—]\s)\s*(\S.*)$/;

type DictionaryEntry = [name: string, meaning: string];

/**
 * Descriptions by column name, for the given columns; upper and lower case are equal. The first
 * description of a column counts.
 */
export function readDictionaries(
  texts: readonly string[],
  columns: readonly string[],
): ColumnDescriptions {
  const byKey = new Map(columns.map((name) => [keyOf(name), name.trim().normalize("NFC")]));
  const described = new Map<string, string>();
  for (const text of texts.slice(0, textsMax)) {
    for (const [name, meaning] of entriesOf(text.slice(0, textCharsMax))) {
      const column = byKey.get(keyOf(name));
      const words = tidy(meaning);
      if (column === undefined || words === "" || described.has(column)) continue;
      described.set(column, words);
    }
  }
  return Object.fromEntries(described);
}

function entriesOf(text: string): DictionaryEntry[] {
  if (/^\s*[{[]/.test(text)) return entriesOfJson(text);
  const lines = text.split(/\r?\n/);
  const table = entriesOfTable(lines);
  return table.length > 0 ? table : lines.flatMap(entryOfLine);
}

/** For data packages, Croissant and similar formats: any object with a name and a description. */
function entriesOfJson(text: string): DictionaryEntry[] {
  try {
    const found: DictionaryEntry[] = [];
    walk(JSON.parse(text), 0, found);
    return found;
  } catch {
    return [];
  }
}

function walk(value: unknown, depth: number, found: DictionaryEntry[]): void {
  if (typeof value !== "object" || value === null || depth > jsonDepthMax) return;
  const { name, description } = value as Record<string, unknown>;
  if (typeof name === "string" && typeof description === "string") found.push([name, description]);
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === "string" && !Array.isArray(value)) found.push([key, part]);
    else walk(part, depth + 1, found);
  }
}

/** A table with a column of names and a column of descriptions. */
function entriesOfTable(lines: readonly string[]): DictionaryEntry[] {
  for (const separator of ["|", "\t", ";", ","]) {
    const head = lines.findIndex((line) => headingsOf(line, separator) !== null);
    const headings = headingsOf(lines[head] ?? "", separator);
    if (headings === null) continue;
    return lines.slice(head + 1).map((line) => {
      const cells = cellsOf(line, separator);
      return [cells[headings.name] ?? "", cells[headings.meaning] ?? ""];
    });
  }
  return [];
}

function headingsOf(line: string, separator: string) {
  if (!line.includes(separator)) return null;
  const cells = cellsOf(line, separator);
  const name = cells.findIndex((cell) => nameHeading.test(cell));
  const meaning = cells.findIndex((cell) => meaningHeading.test(cell));
  return name < 0 || meaning < 0 ? null : { name, meaning };
}

/** Quoted separators do not count; a cell with several lines ends with the first one. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [""];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"' && separator !== "|") isQuoted = !isQuoted;
    if (character === separator && !isQuoted) cells.push("");
    else cells[cells.length - 1] += character;
  }
  return cells.map((cell) => cell.trim().replace(/^["`*]+|["`*]+$/g, ""));
}

function entryOfLine(line: string): DictionaryEntry[] {
  const [, name, meaning] = columnLine.exec(line.slice(0, 1000)) ?? [];
  return name === undefined || meaning === undefined ? [] : [[name, meaning]];
}

const keyOf = (name: string): string => name.trim().normalize("NFC").toLowerCase();

/** One line without control characters, as for a seller's text. */
function tidy(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return firstCharacters(line, COLUMN_DESCRIPTION_CHARS_MAX).toWellFormed();
}
