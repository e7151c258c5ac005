/** Random dates and numbers give the intended figures in every notation. */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

/** Ends a hanging test; a busy machine may need minutes. */
const propertyMs = 300_000;

const folder = makeFolder();
afterAll(() => folder.remove());

/** The column of quoted values, next to a text column. */
async function columnOf(
  values: readonly string[],
  chunkBytes: number,
  delimiter = ",",
): Promise<ColumnProfile> {
  const quote = (value: string): string => (value === "" ? "" : `"${value.replaceAll('"', '""')}"`);
  const lines = values.map((value, i) => `row ${i}${delimiter}${quote(value)}`);
  const content = `key${delimiter}value\n${lines.join("\n")}\n`;
  const options = { limits: { chunkBytes } };
  const { profile } = generated(await profileBytes(folder.path, content, options));
  return profile.columns[1] as ColumnProfile;
}

const chunkBytes = fc.constantFrom(64, 700, 1 << 20);

const two = (value: number): string => String(value).padStart(2, "0");
const monthName = (at: Date, month: "short" | "long"): string =>
  at.toLocaleString("en-US", { month, timeZone: "UTC" });
const weekday = (at: Date): string =>
  at.toLocaleString("en-US", { weekday: "short", timeZone: "UTC" });
const clock = (at: Date): string => at.toISOString().slice(11, 19);
const halfDay = (at: Date): string =>
  `${at.getUTCHours() % 12 || 12}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} ${at.getUTCHours() < 12 ? "AM" : "PM"}`;

type Writer = (at: Date, year: number, month: number, day: number) => string;

/** Notations of days and times; the keys are the reported format. */
const days: Record<string, Writer> = {
  "YYYY/MM/DD": (_, y, m, d) => `${y}/${two(m)}/${two(d)}`,
  "YYYY.MM.DD": (_, y, m, d) => `${y}.${two(m)}.${two(d)}`,
  "MM/DD/YYYY": (_, y, m, d) => `${m}/${d}/${y}`,
  "DD/MM/YYYY": (_, y, m, d) => `${two(d)}/${two(m)}/${y}`,
  "DD-MM-YYYY": (_, y, m, d) => `${two(d)}-${two(m)}-${y}`,
  "MM-DD-YYYY": (_, y, m, d) => `${m}-${two(d)}-${y}`,
  "DD.MM.YYYY": (_, y, m, d) => `${d}.${m}.${y}`,
  "DD/MM/YY": (_, y, m, d) => `${two(d)}/${two(m)}/${two(y % 100)}`,
  "MMM DD YYYY": (at, y, _, d) => `${monthName(at, "long")} ${d}, ${y}`,
  "DD MMM YYYY": (at, y, _, d) => `${d} ${monthName(at, "short")} ${y}`,
  "DD-MMM-YY": (at, y, _, d) => `${two(d)}-${monthName(at, "short").toUpperCase()}-${two(y % 100)}`,
  "ddd DD MMM YYYY": (at, y, _, d) => `${weekday(at)}, ${d} ${monthName(at, "short")} ${y}`,
};

const times: Record<string, Writer> = {
  "DD.MM.YYYY HH:mm:ss": (at, y, m, d) => `${two(d)}.${two(m)}.${y} ${clock(at)}`,
  "DD/MM/YYYY hh:mm:ss A": (at, y, m, d) => `${d}/${m}/${y} ${halfDay(at)}`,
  "MM/DD/YYYY hh:mm:ss A": (at, y, m, d) => `${m}/${d}/${y}, ${halfDay(at)}`,
  "YYYY-MM-DD hh:mm:ss A": (at, y, m, d) => `${y}-${two(m)}-${two(d)} ${halfDay(at)}`,
  "DD MMM YYYY HH:mm:ss": (at, y, _, d) => `${d} ${monthName(at, "long")} ${y} ${clock(at)}`,
  "ddd MMM DD HH:mm:ss YYYY": (at, y, _, d) =>
    `${weekday(at)} ${monthName(at, "short")} ${String(d).padStart(2)} ${clock(at)} ${y}`,
};

/** Between 1969 and 2029, where two-digit years have one reading; one day is beyond 12. */
const moments = fc
  .array(fc.option(fc.integer({ min: -31_536_000, max: 1_893_000_000 }), { freq: 8 }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((found) => [...found, 1_703_980_800 + 20 * 60])
  .map((found) => found.map((second) => (second === null ? null : new Date(second * 1000))));

function write(at: Date | null, writer: Writer): string {
  if (!at) return "";
  return writer(at, at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}

const dated = (column: ColumnProfile): Partial<ColumnProfile> => {
  const { type, null_count, distinct_count, min, max, dates, time_histogram } = column;
  return { type, null_count, distinct_count, min, max, dates, time_histogram };
};

/** Signs and separators of numbers, and how the format is reported. */
type Style = {
  thousands: string;
  decimal: string;
  before: string;
  after: string;
  negative: "-" | "(";
};
const styles: fc.Arbitrary<Style> = fc.record({
  thousands: fc.constantFrom("", ",", ".", " ", "\u00a0", "\u202f", "'", "’"),
  decimal: fc.constantFrom(".", ","),
  before: fc.constantFrom("", "$", "€ ", "R$", "USD ", "£"),
  after: fc.constantFrom("", " €", "%", " kr", " CHF"),
  negative: fc.constantFrom("-", "("),
});

/** Hundredths as digits with separators, and nothing else. */
function digitsOf(hundredths: number, { thousands, decimal }: Style): string {
  const whole = String(Math.floor(hundredths / 100));
  const groups = whole.replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, thousands);
  return `${groups}${decimal}${two(hundredths % 100)}`;
}

function writeNumber(hundredths: number, style: Style): string {
  const digits = digitsOf(Math.abs(hundredths), style);
  if (hundredths >= 0) return `${style.before}${digits}${style.after}`;
  if (style.negative === "(") return `(${style.before}${digits}${style.after})`;
  return `-${style.before}${digits}${style.after}`;
}

describe("however they are written, random", () => {
  test.each([...Object.entries(days), ...Object.entries(times)])(
    "days and times have the figures of ISO dates: %s",
    async (format, writer) => {
      const isDay = format in days;
      await fc.assert(
        fc.asyncProperty(moments, chunkBytes, async (found, bytes) => {
          const iso = found.map((at) => at?.toISOString().slice(0, isDay ? 10 : 19) ?? "");
          const expected = await columnOf(iso, 1 << 20);
          const column = await columnOf(
            found.map((at) => write(at, writer)),
            bytes,
          );
          expect(column.format).toBe(format);
          expect(dated(column)).toEqual(dated(expected));
        }),
        { numRuns: 8 },
      );
    },
    propertyMs,
  );

  test(
    "numbers have the figures of plain ones",
    async () => {
      const numbers = fc.array(fc.integer({ min: -1e11, max: 1e11 }), {
        minLength: 1,
        maxLength: 40,
      });
      await fc.assert(
        fc.asyncProperty(numbers, styles, chunkBytes, async (found, style, bytes) => {
          fc.pre(style.thousands !== style.decimal && (style.before === "" || style.after === ""));
          // In a comma-delimited file, a cell that contains only a comma is just as likely two
          // numbers.
          const isTold = style.thousands + style.before + style.after !== "";
          fc.pre(isTold || style.decimal === ".");
          // One value that shows its thousands separator, and one whose sign is not a parenthesis.
          const hundredths = [...found, 123_456_789];
          const plain = await columnOf(
            hundredths.map((value) => (value / 100).toFixed(2)),
            1 << 20,
          );
          const written = hundredths.map((value) => writeNumber(value, style));
          const column = await columnOf(written, bytes);
          const { type, min, max, mean, std, distinct_count, quantiles } = plain;
          expect(column).toMatchObject({ type, min, max, distinct_count, quantiles });
          expect(column.mean).toBe(mean as number);
          const error = Math.abs((column.std ?? 0) - (std ?? 0));
          expect(error).toBeLessThanOrEqual((std ?? 0) * 1e-10);
          const hasUnit = style.before + style.after !== "";
          expect(column.unit === undefined).toBe(!hasUnit);
        }),
        { numRuns: 30, endOnFailure: true },
      );
    },
    propertyMs,
  );

  test(
    "characters of dates and numbers are read alike in small blocks and at once",
    async () => {
      const part = fc.constantFrom(
        ..."0123456789/.-:, +()%$€£T'’\u00a0\u202f\u200f−１",
        ...["12", "2024", "Mar", "AM", "UTC", "1e5", "NA", "..", "yes", "no", "31", "000", "100"],
      );
      const value = fc.array(part, { maxLength: 6 }).map((parts) => parts.join("").trim());
      const like = fc.oneof(value, fc.constantFrom("1,234", "01/02/2024", "5 %", "-999", "yes"));
      await fc.assert(
        fc.asyncProperty(
          fc.array(like, { minLength: 1, maxLength: 12 }),
          fc.constantFrom(",", ";", "\t"),
          async (values, delimiter) => {
            const { std: smallStd, ...small } = await columnOf(values, 64, delimiter);
            const { std, ...once } = await columnOf(values, 1 << 20, delimiter);
            expect(small).toEqual(once);
            // Sums of squares are rounded in another order.
            expect(Math.abs((smallStd ?? 0) - (std ?? 0))).toBeLessThanOrEqual((std ?? 0) * 1e-12);
          },
        ),
        { numRuns: 100 },
      );
    },
    propertyMs,
  );
});
