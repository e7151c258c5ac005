/** Decides whether dates such as 03/04/2024, with no day above 12, are day first or month first. */
/** The reason for the reading, as worded in the alert. */
export type DateOrder = { dayFirst: boolean; reason: string };

/** A sampled row, in file order. */
export type OrderedRow = { values: readonly unknown[] };

/** Known facts about the whole file. */
export type OrderHints = {
  /** The readings (day first or not) of columns whose values decide them. */
  decided: readonly boolean[];
  /** Whether numbers or delimiters suggest a decimal comma. */
  decimalComma: boolean;
  sample: readonly OrderedRow[];
};

const dayParts = /^\s*([0-9]{1,2})([/.-])([0-9]{1,2})[/.-]([0-9]{2,4})/;
/** Fewer distinct days may be in order by chance. */
const orderedDaysMin = 4;

/** The order of a column by its format and position, from the first hint that decides. */
export function dateOrderOf(format: string, index: number, hints: OrderHints): DateOrder {
  const { decided, decimalComma, sample } = hints;
  const [first] = decided;
  if (first !== undefined && decided.every((dayFirst) => dayFirst === first)) {
    return { dayFirst: first, reason: "like another column" };
  }
  const parts = partsOf(sample.map(({ values }) => values[index]));
  const sorted = sortedReading(parts);
  if (sorted !== null) return { dayFirst: sorted, reason: "because the rows are in that order" };
  const fixed = fixedDay(parts);
  if (fixed !== null)
    return { dayFirst: fixed, reason: "because the day is the same in every month" };
  if (format.includes("A")) return { dayFirst: false, reason: "as is usual with AM and PM" };
  if (decimalComma) return { dayFirst: true, reason: "as is usual with decimal commas" };
  const slashed = format.includes("/");
  return { dayFirst: !slashed, reason: slashed ? "as is usual with /" : "as is usual with -" };
}

type DateParts = { one: number; two: number; year: number };

function partsOf(values: readonly unknown[]): DateParts[] {
  return values.flatMap((value) => {
    const found = typeof value === "string" ? dayParts.exec(value) : null;
    return found ? [{ one: Number(found[1]), two: Number(found[3]), year: Number(found[4]) }] : [];
  });
}

/** The reading by which the rows are sorted by time, if only one reading does that. */
function sortedReading(parts: readonly DateParts[]): boolean | null {
  const dayFirst = isSorted(parts.map(({ one, two, year }) => (year * 100 + two) * 100 + one));
  const monthFirst = isSorted(parts.map(({ one, two, year }) => (year * 100 + one) * 100 + two));
  return dayFirst === monthFirst ? null : dayFirst;
}

/** A number that is constant next to varying ones is the day of monthly figures. */
function fixedDay(parts: readonly DateParts[]): boolean | null {
  const [ones, twos] = [new Set(parts.map(({ one }) => one)), new Set(parts.map(({ two }) => two))];
  if (ones.size === 1 && twos.size >= orderedDaysMin) return true;
  return twos.size === 1 && ones.size >= orderedDaysMin ? false : null;
}

function isSorted(days: readonly number[]): boolean {
  if (new Set(days).size < orderedDaysMin) return false;
  const steps = days.slice(1).map((day, i) => day - (days[i] ?? 0));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}
