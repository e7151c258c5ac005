/** Reviews the types of text after all rows were read, for what single values cannot show. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { ColumnStats } from "./column-stats.ts";
import type { TextColumnType } from "./column-types.ts";
import { dateOrderOf, type OrderedRow, type OrderHints } from "./date-order.ts";
import { isMissingToken } from "./formats/missing-tokens.ts";
import { loneWords } from "./missing-words.ts";

type Reviewed = {
  plans: readonly { text: TextColumnType | null }[];
  stats: readonly (ColumnStats | undefined)[];
};

/** If no time of day in a column is later, the values are durations. */
const latestDuration = "06:00:00";
/** The same for hours with one digit, which is the usual notation of durations. */
const latestLoose = "13:00:00";

/** True if a column has to be read in another way, so that the table must be read again. */
export function reviewTypes(
  { plans, stats: all }: Reviewed,
  sample: readonly OrderedRow[],
  delimiter: string | null,
): boolean {
  const columns = plans.flatMap(({ text }, index) => {
    const stats = all[index];
    return text && stats && stats.count > 0 ? [{ index, text, stats }] : [];
  });
  const hints: OrderHints = {
    decided: columns
      .filter(({ text, stats }) => text.textType.rival && stats.decisiveCount > 0)
      .map(({ text }) => isDayFirst(text)),
    decimalComma: delimiter === ";" || columns.some(({ text }) => text.textType.decimal === ","),
    sample,
  };
  const hasDecimalComma = columns.some(({ text }) => provesDecimalComma(text));
  let changed = false;
  for (const { index, text, stats } of columns) {
    if (tolerates(text, stats)) {
      changed = true;
      continue;
    }
    const { rival } = text.textType;
    if (rival && stats.decisiveCount === 0 && orderDates(text, index, hints)) changed = true;
    if (readsLastCentury(text, stats)) changed = true;
    const texts = sample.map(({ values }) => values[index]);
    if (
      isDuration(text, stats) ||
      isCode(text, stats, delimiter, texts) ||
      areSeasons(text, texts)
    ) {
      text.giveUp();
      changed = true;
    }
    if (readsAsWords(text, stats)) changed = true;
    if (readsFractions(text, stats, hasDecimalComma)) changed = true;
    text.doubt ??= doubtfulThousands(text, stats, delimiter);
    text.doubt ??= doubtfulFractions(text, texts, delimiter);
  }
  if (reviewWords(columns)) changed = true;
  return changed;
}

/** At most this many cells, or this share of them, are left out as unreadable. */
const unreadableMax = 3;
const unreadableShareMax = 0.005;
/** A column of few values has at most this share. */
const unreadableOfFewMax = 0.1;

function isUnreadableFew(unreadable: number, values: number): boolean {
  const max = Math.max(unreadableMax, Math.floor(values * unreadableShareMax));
  return unreadable <= max && unreadable <= values * unreadableOfFewMax;
}

/** Texts with digits and without blanks: next to numbers they are codes, not slips. */
const codeShape = /^(?=[^\s]*\d)[\w./-]+$/;

/** Decides whether a few unreadable cells are left out; true if the column is read differently. */
function tolerates(text: TextColumnType, stats: ColumnStats): boolean {
  if (text.isTolerant) {
    const { count, unreadableCount, unreadable } = stats;
    const isNumber = text.type === "integer" || text.type === "number";
    const isCode = isNumber && [...unreadable.keys()].some((cell) => codeShape.test(cell.trim()));
    if (isCode) text.giveUp();
    return (
      isCode || (!isUnreadableFew(unreadableCount, count + unreadableCount) && text.tolerate())
    );
  }
  if (text.nearType === null || stats.nearCount === stats.count) return false;
  const top = stats.top.result()?.values ?? [];
  const missing = top.reduce((sum, { key, count }) => sum + (isMissingToken(key) ? count : 0), 0);
  const values = stats.count - missing;
  return isUnreadableFew(values - stats.nearCount, values) && text.tolerate();
}

/**
 * Makes words missing in text that are missing in the file's other columns; true if that changes a
 * value.
 */
function reviewWords(columns: readonly { text: TextColumnType; stats: ColumnStats }[]): boolean {
  const file = new Set<string>();
  for (const { text, stats } of columns) {
    if (text.type === "string") continue;
    for (const word of stats.missingWords) if (word !== "") file.add(word);
  }
  let changed = false;
  for (const { text, stats } of columns) {
    const all = stats.top.allSpelled();
    const top = all ?? stats.top.result()?.values.map(({ key }) => key) ?? [];
    const lone = all === null ? [] : loneWords(all, text.name);
    const words = text.setWords(lone.length === 0 ? file : new Set([...file, ...lone]), top);
    if (words.some((word) => mayHold(stats, all, word))) changed = true;
  }
  return changed;
}

/** Blanks around a word are rarely more. */
const wordCharsMax = 12;

/** Whether a column of text may hold a word, as a value or a missing one. */
function mayHold(stats: ColumnStats, all: readonly string[] | null, word: string): boolean {
  if (stats.missingWords.has(word)) return true;
  if (all) return all.some((value) => value.trim() === word);
  return stats.texts.shortest <= wordCharsMax;
}

/** Most spellings to examine, of two words and of missing values. */
const spellingsMax = 10;

/** Whether text consists of two words for true and false, and is now read as booleans. */
function readsAsWords(text: TextColumnType, { type, sketch, top }: ColumnStats): boolean {
  if (type !== "string" || !sketch.exact || sketch.distinct > spellingsMax) return false;
  const values = top.result()?.values.map(({ key }) => key) ?? [];
  return text.readWords(values.filter((value) => !isMissingToken(value)));
}

/** Column names for dates of birth, and for future dates. */
const birthName = /birth|born|(?:^|_)dob(?:$|_)|geburt|geboren|naissance|nacimiento|nascita/i;
const comingName =
  /expir|matur|until|valid|forecast|project|target|warrant|(?:^|[_\s])(?:due|end)/i;

/**
 * Switches two-digit years from 1969–2068 to 1930–2029 if the first reading puts values into 2030
 * or later. Does so for columns of births, and for other columns unless the name indicates future
 * dates and there are no others.
 */
function readsLastCentury(text: TextColumnType, { min, max }: ColumnStats): boolean {
  if (text.textType.yearsFrom !== 1969) return false;
  const [first, last] = [yearOf(min), yearOf(max)];
  if (last < 2030) return false;
  const isPast = !comingName.test(text.name) && (first < 2000 || first >= 2030);
  return (isPast || birthName.test(text.name)) && text.readAs({ yearsFrom: 1930 });
}

function yearOf(value: unknown): number {
  return Number(String(value).slice(0, 4));
}

function isDuration({ type, textType }: TextColumnType, stats: ColumnStats): boolean {
  const latest = textType.format === "H:mm:ss" ? latestLoose : latestDuration;
  return type === "time" && String(stats.max) < latest;
}

/** From here on a number has two separators, which are thousands separators. */
const provenThousands = 1_000_000;

function extremesOf({ min, max }: ColumnStats): [number, number] {
  return [Math.abs(Number(min)), Math.abs(Number(max))];
}

/** Whether values that look like formatted numbers without a unit are codes, lists or notes. */
function isCode(
  { textType }: TextColumnType,
  stats: ColumnStats,
  delimiter: string | null,
  texts: readonly unknown[],
): boolean {
  const { format, type, unit, thousands, decimal, lakhs } = textType;
  const isNumber = type === "integer" || type === "number";
  if (!isNumber || format === undefined || unit !== undefined) return false;
  const [low, high] = extremesOf(stats);
  // All values are in parentheses or after a minus sign of their own.
  if (format === "0" && Number(stats.max) < 0) return true;
  // In a comma-separated file, `1,2` is a list, unless other values show thousands.
  if (delimiter === "," && decimal === ",") return Math.max(low, high) < 1000;
  if (thousands === undefined || type === "number") return false;
  const [short, long] = [String(low).length, String(high).length];
  // Groups that are complete in every value are parts of codes, as are versions with dots.
  const isFilled = lakhs ? short % 2 === 1 : short % 3 === 0;
  if (short !== long) return false;
  return thousands === "." || (isFilled && !texts.some((text) => lowGroup.test(String(text))));
}

/** A group such as 042: parts of codes and sizes of screens hardly begin with a zero. */
const lowGroup = /\D0\d\d(?!\d)/;

/** `2009-10`, `2010-11`: a year and the next one, which look like months. */
function areSeasons({ type, textType }: TextColumnType, texts: readonly unknown[]): boolean {
  if (type !== "date" || !/^YYYY[-/]MM$/.test(textType.format ?? "")) return false;
  const pairs = texts.flatMap((text) => {
    const found = /^\s*\d\d(\d\d)[-/](\d\d)\s*$/.exec(String(text ?? ""));
    return found ? [[Number(found[1]), Number(found[2])] as const] : [];
  });
  return pairs.length > 0 && pairs.every(([year, next]) => next === (year + 1) % 100);
}

/**
 * Reads groups of three digits after a comma as fractions, like another column of the file whose
 * values prove a decimal comma.
 */
function readsFractions(
  text: TextColumnType,
  stats: ColumnStats,
  hasDecimalComma: boolean,
): boolean {
  const { type, unit, thousands } = text.textType;
  if (!hasDecimalComma || type !== "integer" || thousands !== "," || unit !== undefined)
    return false;
  if (Math.max(...extremesOf(stats)) >= provenThousands || !text.readAs({ format: "0,##" })) {
    return false;
  }
  text.doubt = {
    code: "ambiguous_numbers",
    detail: "The commas could be thousands separators. Read as 0,##, like another column.",
  };
  return true;
}

/** Whether a column's values prove that its commas are decimal commas. */
function provesDecimalComma({ textType, doubt }: TextColumnType): boolean {
  return textType.type === "number" && textType.decimal === "," && doubt === null;
}

/** Number of sampled fractions from which three digits after each of them are reported. */
const fractionsMin = 2;

/** An alert if each fraction has three digits, where its separator may mark thousands. */
function doubtfulFractions(
  { textType }: TextColumnType,
  texts: readonly unknown[],
  delimiter: string | null,
): ProfileAlert | null {
  const { type, decimal = ".", thousands, format = "0.##" } = textType;
  if (type !== "number" || thousands !== undefined) return null;
  if (decimal === "." && delimiter !== ";") return null;
  const fractions = texts.map(String).filter((text) => text.includes(decimal));
  const group =
    decimal === "." ? /^[^\d.]*[1-9]\d{0,2}\.\d{3}[^\d.]*$/ : /^[^\d,]*[1-9]\d{0,2},\d{3}[^\d,]*$/;
  if (fractions.length < fractionsMin || !fractions.every((text) => group.test(text))) return null;
  return {
    code: "ambiguous_numbers",
    detail: `Three digits follow each separator, so they could be thousands separators. Read as ${format}.`,
  };
}

/** An alert if no value has two separators, which would prove them to be thousands separators. */
function doubtfulThousands(
  { textType }: TextColumnType,
  stats: ColumnStats,
  delimiter: string | null,
): ProfileAlert | null {
  const { type, unit, thousands, format } = textType;
  const isDoubtful = thousands === "." || (thousands === "," && delimiter !== ",");
  const most = Math.max(...extremesOf(stats));
  if (type !== "integer" || !isDoubtful || most < 1000 || most >= provenThousands) return null;
  const reason =
    unit === undefined ? "three digits follow each of them" : "these are amounts of money";
  return {
    code: "ambiguous_numbers",
    detail: `The separators could be decimal separators. Read as ${format}, because ${reason}.`,
  };
}

function isDayFirst({ textType }: TextColumnType): boolean {
  return textType.format?.startsWith("DD") ?? false;
}

/**
 * Chooses the reading of an ambiguous date column and stores the reason; true if the reading
 * changes.
 */
function orderDates(text: TextColumnType, index: number, hints: OrderHints): boolean {
  const { dayFirst, reason } = dateOrderOf(text.textType.format ?? "", index, hints);
  const isOther = dayFirst !== isDayFirst(text);
  if (isOther) text.readAs({ format: text.textType.rival });
  const { format, rival } = text.textType;
  text.doubt = {
    code: "ambiguous_dates",
    detail: `No day is beyond 12: ${format} and ${rival} both fit. Read as ${format}, ${reason}.`,
  };
  return isOther;
}
