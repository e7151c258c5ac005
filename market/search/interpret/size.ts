/** Sizes in words: "more than 1000 rows", "at least 1 million records", "under 100 MB". */
import { type Measured, readAmount, readRange } from "./amounts.ts";
import { isDataWord } from "./filler.ts";
import {
  filtersOf,
  findPhrase,
  type Phrases,
  phrasesOf,
  type TimelessReader,
  type Token,
} from "./tokens.ts";

const rowUnits = phrasesOf<number>([
  ["rows|row|records|record|lines|entries|observations|data points|datapoints|samples", 1],
  ["examples|rows of data|instances|documents|rows each", 1],
  ["zeilen|datensatze|eintrage|beobachtungen|datensatzen|eintragen", 1],
  ["lignes|enregistrements|observations|filas|registros|observaciones", 1],
]);

const byteUnits = phrasesOf<number>([
  ["kb|kilobyte|kilobytes|kib|ko", 1e3],
  ["mb|megabyte|megabytes|mib|mo|megs|meg", 1e6],
  ["gb|gigabyte|gigabytes|gib|go|gigs|gig", 1e9],
  ["tb|terabyte|terabytes|tib", 1e12],
]);

/** "a small dataset", "a large table": only for the data itself, never "small businesses". */
const adjectives: Record<string, { filter: string; value: number }> = {
  small: { filter: "max_bytes", value: 10_000_000 },
  tiny: { filter: "max_bytes", value: 1_000_000 },
  large: { filter: "min_rows", value: 100_000 },
  big: { filter: "min_rows", value: 100_000 },
  huge: { filter: "min_rows", value: 1_000_000 },
};

const rowsMax = 999_999_999_999;

export const readSize: TimelessReader = (tokens, at) =>
  readRows(tokens, at) ?? readBytes(tokens, at) ?? readAdjective(tokens, at);

const readRows: TimelessReader = (tokens, at) => {
  const start = /^(?:with|mit|avec|con)$/.test(tokens[at]?.text ?? "") ? at + 1 : at;
  const range = readRange(tokens, start, (all, from) => measured(all, from, rowUnits));
  const unit = range === null ? null : findPhrase(rowUnits, tokens, start + range.length);
  if (range === null || !(range.hasUnit || unit !== null)) return null;
  const length = start - at + range.length + (range.hasUnit ? 0 : (unit?.length ?? 0));
  const filters = filtersOf({
    min_rows: range.min === null ? null : Math.ceil(range.min),
    max_rows: range.max === null ? null : Math.floor(range.max),
  }).filter(({ value }) => Number(value) <= rowsMax);
  return filters.length === 0 ? null : { length, filters };
};

const readBytes: TimelessReader = (tokens, at) => {
  const range = readRange(tokens, at, (all, from) => measured(all, from, byteUnits));
  if (range?.hasUnit !== true) return null;
  const whole = (bytes: number | null) =>
    bytes === null ? null : Math.min(Math.floor(bytes), Number.MAX_SAFE_INTEGER);
  const filters = filtersOf({ min_bytes: whole(range.min), max_bytes: whole(range.max) });
  return { length: range.length, filters };
};

function measured(tokens: Token[], at: number, units: Phrases<number>): Measured | null {
  const amount = readAmount(tokens, at);
  if (amount === null) return null;
  const unit = findPhrase(units, tokens, at + amount.length);
  const { value, length } = amount;
  if (unit === null) return { value, length, hasUnit: false };
  const bytesOrRows = value * unit.value;
  return { value: bytesOrRows, length: length + unit.length, hasUnit: true, unit: unit.value };
}

const readAdjective: TimelessReader = (tokens, at) => {
  const said = Object.hasOwn(adjectives, tokens[at]?.text ?? "")
    ? adjectives[tokens[at]?.text ?? ""]
    : undefined;
  const next = tokens[at + 1]?.text ?? "";
  if (said === undefined || !isDataWord(next) || /^(?:data|set|world)$/.test(next)) return null;
  return { length: 1, filters: [said] };
};
