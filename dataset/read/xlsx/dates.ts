/** Interprets a cell's number by the cell's format. Pure. */
import { dayMs } from "../../../platform/time.ts";
export type CellFormat = "number" | "date" | "datetime" | "time";

const builtIn: Readonly<Record<number, CellFormat>> = {
  14: "date",
  15: "date",
  16: "date",
  17: "date",
  18: "time",
  19: "time",
  20: "time",
  21: "time",
  22: "datetime",
  45: "time",
  47: "time",
};
const formatCharsMax = 255;
const msBetween1900And1970 = 25_569 * dayMs;
const daysTo1904 = 1462;
/** The last day of the year 9999. */
const serialMax = 2_958_466;
/** Excel treats 1900 as a leap year: its day 60 never existed. */
const leapDaySerial = 60;

/** A format by its number and, for custom formats, its code. */
export function cellFormatOf(id: number, code: string | null): CellFormat {
  if (code === null) return builtIn[id] ?? "number";
  // Quoted text, escaped characters, colours and locales do not belong to the pattern.
  const pattern = code
    .slice(0, formatCharsMax)
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(pattern)) return "number";
  const plain = (pattern.replace(/\[[^\]]*\]/g, "").split(";")[0] ?? "").replace(/general/g, "");
  const hasTime = /[hs]/.test(plain);
  const hasDate = /[yd]/.test(plain) || (!hasTime && /m/.test(plain));
  if (hasDate) return hasTime ? "datetime" : "date";
  return hasTime ? "time" : "number";
}

/** A serial number as ISO text in its format; numbers that are not dates stay numbers. */
export function serialText(serial: number, format: CellFormat, from1904: boolean): string {
  const days = from1904 ? serial + daysTo1904 : serial;
  if (format === "number" || !(days >= 0) || days >= serialMax) return String(serial);
  const corrected = days < leapDaySerial ? days + 1 : days;
  // Serials are floats whose precision is about a millisecond.
  const ms = Math.round(corrected * dayMs) - msBetween1900And1970;
  const [date = "", time = ""] = new Date(ms).toISOString().slice(0, -1).split("T");
  const clock = time.replace(/\.000$/, "");
  // A time of day has no date in either calendar.
  if (format === "time" && serial < 1) return clock;
  if (format === "date" && clock === "00:00:00") return date;
  return `${date}T${clock}`;
}
