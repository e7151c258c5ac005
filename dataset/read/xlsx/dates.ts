/** Interprets a cell's number by the cell's format. Pure. */
import { dayMs } from "../../../platform/time.ts";
import { unitOf } from "../../base/units.ts";

type Kind = "number" | "date" | "datetime" | "time";
export type CellFormat = { kind: Kind; unit: string | null };

/** A number that its cell shows with a unit; a share of a whole is stored as a fraction. */
export type Quantity = { value: number; unit: string };
export type SheetCell = string | Quantity;

export const plainFormat: CellFormat = { kind: "number", unit: null };

const builtIn: Readonly<Record<number, Kind>> = {
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
  if (code === null)
    return { kind: builtIn[id] ?? "number", unit: percentIds.has(id) ? "%" : null };
  const kind = kindOf(code);
  return { kind, unit: kind === "number" ? unitIn(code) : null };
}

const percentIds: ReadonlySet<number> = new Set([9, 10]);
const oneSign = /[^\s\w#.,;@?*_/()[\]+-]/g;

/** The unit of positive numbers: `0.0%`, `[$€-407]`, `"EUR"`, `$`. */
function unitIn(code: string): string | null {
  const [positive = ""] = code.slice(0, formatCharsMax).split(";");
  const written = [...positive.matchAll(/\[\$([^\]-]+)[^\]]*\]|"([^"]*)"/g)];
  const bare = positive.replace(/\[[^\]]*\]|"[^"]*"|[_*]./g, "");
  if (/(?<!\\)%/.test(bare)) return "%";
  const texts = written.map(([, sign, text]) => (sign ?? text ?? "").trim());
  const units = [...texts, ...(bare.match(oneSign) ?? [])].map(unitOf);
  return units.find((unit) => unit !== null && unit !== "%" && unit !== "‰") ?? null;
}

function kindOf(code: string): Kind {
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

/** A number as its format shows it: as ISO text of a date, with its unit, or as it is. */
export function cellOf(
  serial: number,
  { kind: format, unit }: CellFormat,
  from1904: boolean,
): SheetCell {
  if (unit !== null) return { value: serial, unit };
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

/** Characters that a number with its unit takes at most. */
const quantityChars = 32;

export function charsOf(cell: SheetCell): number {
  return typeof cell === "string" ? cell.length : quantityChars;
}
