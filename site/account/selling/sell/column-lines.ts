/**
 * Column descriptions as lines of a form: `temp_max: Highest temperature of the day, in °C`. Pure.
 */
import type { ColumnDescriptions } from "../../../../db/vocabulary/listing.ts";
import { isLonger } from "../../../../market/characters.ts";
import { COLUMN_DESCRIPTION_CHARS_MAX } from "../../../../market/limits.ts";
import {
  COLUMN_DESCRIPTIONS_MAX,
  DESCRIBED_COLUMN_CHARS_MAX,
} from "../../../../market/listing/limits.ts";

/** A colon and a space between name and description, and a line break at the end. */
const joinChars = 3;
export const COLUMN_LINES_CHARS_MAX =
  COLUMN_DESCRIPTIONS_MAX * (DESCRIBED_COLUMN_CHARS_MAX + COLUMN_DESCRIPTION_CHARS_MAX + joinChars);

/** One line for each column. A name that would be ambiguous is quoted, as in JSON. */
export function writeColumnLines(columns: ColumnDescriptions): string {
  const lines = Object.entries(columns).map(([name, meaning]) => {
    const isPlain = !name.startsWith('"') && !/:\s/.test(name);
    return `${isPlain ? name : JSON.stringify(name)}: ${meaning}`;
  });
  return lines.join("\n");
}
/** Quoting at most doubles a name's length. */
const lineCharsMax =
  2 * (DESCRIBED_COLUMN_CHARS_MAX + 1) + COLUMN_DESCRIPTION_CHARS_MAX + joinChars;
/** Leaves room for blank lines. */
const linesMax = 4 * COLUMN_DESCRIPTIONS_MAX;

type ReadLines = { columns: ColumnDescriptions; fault: string | null };

/**
 * The descriptions by column name. If a line is invalid, `fault` names it and no descriptions are
 * returned.
 */
export function readColumnLines(text: string): ReadLines {
  const refused = (fault: string): ReadLines => ({ columns: {}, fault });
  if (isLonger(text, COLUMN_LINES_CHARS_MAX)) {
    return refused(`May have at most ${COLUMN_LINES_CHARS_MAX} characters.`);
  }
  const lines = text.split("\n", linesMax + 1);
  if (lines.length > linesMax) return refused(`May have at most ${linesMax} lines.`);
  const meanings = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (isLonger(line, lineCharsMax)) {
      return refused(`Line ${at + 1} is longer than ${lineCharsMax} characters.`);
    }
    const pair = readLine(line.trim());
    if (pair === null) return refused(`Line ${at + 1} is not written as name: meaning.`);
    const [name, meaning] = pair;
    if (meanings.has(name))
      return refused(`Line ${at + 1} describes a column for the second time.`);
    if (meanings.size === COLUMN_DESCRIPTIONS_MAX) {
      return refused(`Describes more than ${COLUMN_DESCRIPTIONS_MAX} columns.`);
    }
    meanings.set(name, meaning);
  }
  return { columns: Object.fromEntries(meanings), fault: null };
}

/**
 * Splits at the first colon before a space, since names such as `dc:title` contain colons;
 * otherwise at the first colon.
 */
function readLine(line: string): [name: string, meaning: string] | null {
  const quoted = /^("(?:[^"\\]|\\.)*")\s*:(.*)$/.exec(line);
  const unquoted = quoted === null ? null : unquote(quoted[1] ?? "");
  if (unquoted !== null) return pairOf(unquoted, quoted?.[2] ?? "");
  const beforeBlank = line.search(/:\s/);
  const colon = beforeBlank === -1 ? line.indexOf(":") : beforeBlank;
  return colon === -1 ? null : pairOf(line.slice(0, colon), line.slice(colon + 1));
}

function pairOf(name: string, meaning: string): [string, string] | null {
  const pair: [string, string] = [name.trim(), meaning.trim()];
  return pair.includes("") ? null : pair;
}

function unquote(text: string): string | null {
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}
