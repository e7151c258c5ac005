/** Reviews the types of text after all rows were read, for what single values cannot show. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { ColumnStats } from "./column-stats.ts";
import type { TextColumnType } from "./column-types.ts";
import { dateOrderOf, type OrderedRow, type OrderHints } from "./date-order.ts";
import { isMissingToken } from "./formats/missing-tokens.ts";

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
  // All values are in parentheses or after a minus sign of their own.
  if (format === "0" && Number(stats.max) < 0) return true;
  // In a comma-separated file, `1,2` is a list, unless other values show thousands.
  if (delimiter === "," && decimal === ",") return Math.max(low, high) < 1000;
  if (thousands === undefined || type === "number") return false;
  const [short, long] = [String(low).length, String(high).length];
  // Groups that are complete in every value are parts of codes, as are versions with dots.
  const isFilled = lakhs ? short % 2 === 1 : short % 3 === 0;
  return short === long && (thousands === "." || isFilled);
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
  if (type !== "integer" || !isDoubtful || most < 1000 || most >= 1_000_000) return null;
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
