/** Looks, after all rows were read, at what no single value could tell about the types of text. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { ColumnStats } from "./column-stats.ts";
import type { TextColumnType } from "./column-types.ts";
import { dateOrderOf, type OrderedRow, type OrderHints } from "./date-order.ts";
import { isMissingToken } from "./formats/missing-tokens.ts";

type Reviewed = {
  plans: readonly { text: TextColumnType | null }[];
  stats: readonly (ColumnStats | undefined)[];
};

/** No time of day of a column is later: they tell how long something took. */
const latestDuration = "06:00:00";
/** The same where hours have one digit, as durations are mostly written. */
const latestLoose = "13:00:00";

/** True when a column is to be read in another way, for which the table must be read again. */
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
  let changed = false;
  for (const { index, text, stats } of columns) {
    const { rival } = text.textType;
    if (rival && stats.decisiveCount === 0 && orderDates(text, index, hints)) changed = true;
    if (readsLastCentury(text, stats)) changed = true;
    if (isDuration(text, stats) || isCode(text, stats, delimiter)) {
      text.giveUp();
      changed = true;
    }
    if (readsAsWords(text, stats)) changed = true;
    text.doubt ??= doubtfulThousands(text, stats, delimiter);
  }
  return changed;
}

/** No more spellings of two words and of missing values are looked at. */
const spellingsMax = 10;

/** Whether text consists of two words for true and false, and is now read so. */
function readsAsWords(text: TextColumnType, { type, sketch, top }: ColumnStats): boolean {
  if (type !== "string" || !sketch.exact || sketch.distinct > spellingsMax) return false;
  const values = top.result()?.values.map(({ key }) => key) ?? [];
  return text.readWords(values.filter((value) => !isMissingToken(value)));
}

/** A column of births, and one of what is yet to come. */
const birthName = /birth|born|(?:^|_)dob(?:$|_)|geburt|geboren|naissance|nacimiento|nascita/i;
const comingName =
  /expir|matur|until|valid|forecast|project|target|warrant|(?:^|[_\s])(?:due|end)/i;

/**
 * Whether years of two digits that 1969 to 2068 would put into 2030 and later are now read as 1930 to 2029: in
 * columns of births, and unless the name speaks of what is to come where there are years of the last century,
 * too, or no others.
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

function extremesOf({ min, max }: ColumnStats): [number, number] {
  return [Math.abs(Number(min)), Math.abs(Number(max))];
}

/** Whether values that look like formatted numbers without a unit are codes, lists or notes. */
function isCode(
  { textType }: TextColumnType,
  stats: ColumnStats,
  delimiter: string | null,
): boolean {
  const { format, type, unit, thousands, decimal, lakhs } = textType;
  const isNumber = type === "integer" || type === "number";
  if (!isNumber || format === undefined || unit !== undefined) return false;
  const [low, high] = extremesOf(stats);
  // All in parentheses or after a sign of their own.
  if (format === "0" && Number(stats.max) < 0) return true;
  // Between commas `1,2` is a list, unless others show their thousands.
  if (delimiter === "," && decimal === ",") return Math.max(low, high) < 1000;
  if (thousands === undefined || type === "number") return false;
  const [short, long] = [String(low).length, String(high).length];
  // Groups that are filled in every value are parts of codes, as are versions with dots.
  const isFilled = lakhs ? short % 2 === 1 : short % 3 === 0;
  return short === long && (thousands === "." || isFilled);
}

/** Of no value do two separators show that they are of thousands. */
function doubtfulThousands(
  { textType }: TextColumnType,
  stats: ColumnStats,
  delimiter: string | null,
): ProfileAlert | null {
  const { type, unit, thousands, format } = textType;
  const isDoubtful = thousands === "." || (thousands === "," && delimiter !== ",");
  const most = Math.max(...extremesOf(stats));
  if (type !== "integer" || !isDoubtful || most < 1000 || most >= 1_000_000) return null;
  const reason = unit === undefined ? "all of them come before three digits" : "this is money";
  return {
    code: "ambiguous_numbers",
    detail: `The separators could begin fractions. Read as ${format}, as ${reason}.`,
  };
}

function isDayFirst({ textType }: TextColumnType): boolean {
  return textType.format?.startsWith("DD") ?? false;
}

/** Chooses the reading of an ambiguous column and keeps why; true when it is not the one so far. */
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
