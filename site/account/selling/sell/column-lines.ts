/** What columns mean, as lines of a form: `temp_max: Highest temperature of the day, in °C`. Pure. */
import type { ColumnDescriptions } from "../../../../db/vocabulary/listing.ts";
import { isLonger } from "../../../../market/characters.ts";
import { COLUMN_DESCRIPTION_CHARS_MAX } from "../../../../market/limits.ts";
import {
  COLUMN_DESCRIPTIONS_MAX,
  DESCRIBED_COLUMN_CHARS_MAX,
} from "../../../../market/listing/limits.ts";

/** Between a name and its meaning stand a colon and a blank, behind them a line break. */
const joinChars = 3;
export const COLUMN_LINES_CHARS_MAX =
  COLUMN_DESCRIPTIONS_MAX * (DESCRIBED_COLUMN_CHARS_MAX + COLUMN_DESCRIPTION_CHARS_MAX + joinChars);

/** A line a column. A name that would be read as another one stands in quotes, as in JSON. */
export function writeColumnLines(columns: ColumnDescriptions): string {
  const lines = Object.entries(columns).map(([name, meaning]) => {
    const isPlain = !name.startsWith('"') && !/:\s/.test(name);
    return `${isPlain ? name : JSON.stringify(name)}: ${meaning}`;
  });
  return lines.join("\n");
}
/** A name in quotes takes two characters for one at most. */
const lineCharsMax =
  2 * (DESCRIBED_COLUMN_CHARS_MAX + 1) + COLUMN_DESCRIPTION_CHARS_MAX + joinChars;
/** With blank ones between them. */
const linesMax = 4 * COLUMN_DESCRIPTIONS_MAX;

type ReadLines = { columns: ColumnDescriptions; fault: string | null };

/** The lines by their columns' names; `fault` says which line is no such, and then there are none. */
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

/** Split at the first colon before a blank, since names such as `dc:title` have colons; else at the first. */
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
