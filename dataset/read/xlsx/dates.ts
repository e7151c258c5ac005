/** What a number in a cell stands for, by the format of the cell. Pure. */
import { dayMs } from "../../../platform/time.ts";
export type CellFormat = "number" | "date" | "datetime" | "time";

const BUILT_IN: Readonly<Record<number, CellFormat>> = {
  14: "date",
  15: "date",
  16: "date",
  17: "date",
  18: "time",
  19: "time",
  20: "time",
  21: "time",
  22: "datetime",
  47: "time",
};
const FORMAT_CHARS_MAX = 255;
const MS_BETWEEN_1900_AND_1970 = 25_569 * dayMs;
const DAYS_TO_1904 = 1462;
/** The last day of the year 9999. */
const SERIAL_MAX = 2_958_466;
/** Excel believes that 1900 was a leap year: its day 60 never was. */
const LEAP_DAY_SERIAL = 60;

/** A format by its number and, for formats of the workbook's own, its code. */
export function cellFormatOf(id: number, code: string | null): CellFormat {
  if (code === null) return BUILT_IN[id] ?? "number";
  // Quoted text, escaped characters, colours and locales are no part of the pattern.
  const pattern = code
    .slice(0, FORMAT_CHARS_MAX)
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(pattern)) return "number";
  const plain = (pattern.replace(/\[[^\]]*\]/g, "").split(";")[0] ?? "").replace(/general/g, "");
  const hasTime = /[hs]/.test(plain);
  const hasDate = /[yd]/.test(plain) || (!hasTime && /m/.test(plain));
  if (hasDate) return hasTime ? "datetime" : "date";
  return hasTime ? "time" : "number";
}

/** A serial number as ISO text in its format; numbers that are no dates stay numbers. */
export function serialText(serial: number, format: CellFormat, from1904: boolean): string {
  const days = from1904 ? serial + DAYS_TO_1904 : serial;
  if (format === "number" || !(days >= 0) || days >= SERIAL_MAX) return String(serial);
  const corrected = days < LEAP_DAY_SERIAL ? days + 1 : days;
  // Serials are floats: a millisecond is the finest that they hold.
  const ms = Math.round(corrected * dayMs) - MS_BETWEEN_1900_AND_1970;
  const [date = "", time = ""] = new Date(ms).toISOString().slice(0, -1).split("T");
  const clock = time.replace(/\.000$/, "");
  if (format === "time" && days < 1) return clock;
  if (format === "date" && clock === "00:00:00") return date;
  return `${date}T${clock}`;
}
