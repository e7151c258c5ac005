/** The known formats of dates and times, apart from ISO 8601. */
import { formatted } from "./date-pattern.ts";
import { compactDay, compactMonth, mixedPrecision } from "./iso-types.ts";
import { looksLike, type TextType } from "./text-type.ts";

const clocks = ["", " HH:mm", " HH:mm:ss", " hh:mm A", " hh:mm:ss A"];

/** Day formats, which any clock format may follow; the second of a pair is its rival. */
const days: readonly (readonly [format: string, rival?: string])[] = [
  ["YYYY/MM/DD"],
  ["YYYY.MM.DD"],
  ["MM/DD/YYYY", "DD/MM/YYYY"],
  ["DD/MM/YYYY", "MM/DD/YYYY"],
  ["DD-MM-YYYY", "MM-DD-YYYY"],
  ["MM-DD-YYYY", "DD-MM-YYYY"],
  ["DD.MM.YYYY"],
  ["MM/DD/YY", "DD/MM/YY"],
  ["DD/MM/YY", "MM/DD/YY"],
  ["MMM DD YYYY"],
  ["DD MMM YYYY"],
  ["DD. MMM YYYY"],
  ["DD-MMM-YYYY"],
  ["DD-MMM-YY"],
  ["DD/MMM/YYYY"],
  ["YYYY-MMM-DD"],
  ["ddd DD MMM YYYY"],
  ["ddd MMM DD YYYY"],
];

/** Months and quarters. */
const periods: readonly string[] = [
  "YYYY-MM",
  "YYYY/MM",
  "MM/YYYY",
  "MM-YYYY",
  "MMM YYYY",
  "MMM-YYYY",
  "MMM/YYYY",
  "MMM-YY",
  "MMM YY",
  "YYYY MMM",
  "YYYY-MMM",
  "YYYY[M]MM",
  "YYYY-Qn",
  "YYYYQn",
  "YYYY Qn",
  "YYYY:Qn",
  "YYYY/Qn",
  "YYYY.Qn",
  "Qn YYYY",
  "Qn-YYYY",
  "Qn/YYYY",
  "YYYY:q",
];

const instants: readonly string[] = [
  "YYYY-MM-DD hh:mm A",
  "YYYY-MM-DD hh:mm:ss A",
  "YYYY-MM-DD HH:mm:ssZ",
  "YYYY-MM-DD HH:mm:ss Z",
  "YYYY-MM-DD HH:mmZ",
  "YYYY-MM-DDTHH:mmZ",
  "YYYY:MM:DD HH:mm:ss",
  "YYYY-MM-DD HH:mm:ss,SSS",
  "YYYY/MM/DD HH:mm:ss Z",
  "DD MMM YYYY HH:mm:ss Z",
  "ddd DD MMM YYYY HH:mm:ss Z",
  "ddd DD-MMM-YY HH:mm:ss Z",
  "ddd MMM DD HH:mm:ss YYYY",
  "ddd MMM DD HH:mm:ss Z YYYY",
  "ddd MMM DD YYYY HH:mm:ss [GMT]Z",
  "DD/MMM/YYYY:HH:mm:ss Z",
  "hh:mm A",
  "hh:mm:ss A",
];

/** Durations are written like times of day; these names indicate durations. */
const durationName = /durat|elapsed|length|\blap|pace|split|run_?time|result|finish|chip|gun|race/i;
const timeName =
  /time|hour|zeit|uhr|heure|hora|open|close|start|end|begin|depart|arriv|sunrise|sunset|from/i;

/** Formats of digits that could also be codes; used only if the column's name indicates dates. */
const namedOnly: readonly (readonly [format: string, rival?: string])[] = [
  ["DD.MM.YY"],
  ["DD-MM-YY", "MM-DD-YY"],
  ["MM-DD-YY", "DD-MM-YY"],
  ["YY-MM-DD"],
  ["YY/MM/DD"],
];

const dateName =
  /date|month|monat|period|yyyymm|datum|fecha|^data$|dato|dag$|tag$|^day$|^dt$|_dt$|time|zeit|stamp|created|updated|modified|birth|born|^dob$|since|until|expir|_at$|[a-z]At$|_on$/i;

/**
 * A format with two-digit years has two readings; the first is used unless a column indicates the
 * other.
 */
function readings(format: string, rival?: string): TextType[] {
  const options = rival ? { rival } : {};
  const type = formatted(format, options);
  if (type.yearsFrom === undefined) return [type];
  return [type, formatted(format, { ...options, yearsFrom: 1930 })];
}

const withClocks = ([format, rival]: readonly [string, string?]): TextType[] =>
  clocks.flatMap((clock) => readings(`${format}${clock}`, rival && `${rival}${clock}`));

const anyColumn = [
  ...days.flatMap(withClocks),
  ...[...instants, ...periods].flatMap((format) => readings(format)),
  mixedPrecision,
];
const dated = [
  compactDay,
  compactMonth,
  ...namedOnly.flatMap(([format, rival]) => readings(format, rival)),
];
const seconds = formatted("HH:mm:ss", { twoDigits: true });
const minutes = formatted("HH:mm", { twoDigits: true });
/**
 * Hours with one digit require a fitting name, and some values in the afternoon
 * (`review-types.ts`).
 */
const looseSeconds = formatted("H:mm:ss");

/** The date and time formats that a column's first value allows. */
export function dateFormatsOf(value: string, columnName: string): TextType[] {
  if (!/[0-9]/.test(value)) return [];
  const formats = [...anyColumn];
  if (dateName.test(columnName)) formats.push(...dated);
  if (!durationName.test(columnName)) {
    formats.push(seconds);
    if (timeName.test(columnName)) formats.push(minutes, looseSeconds);
  }
  return formats.filter((format) => looksLike(format, value));
}
