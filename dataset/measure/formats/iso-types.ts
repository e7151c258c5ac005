/** Dates and times in ISO 8601 and similar notations, which need no format name. */
import pl from "nodejs-polars";
import type { CellForm } from "../../kernel/cell-types.ts";
import { parseDate, parseDateTime } from "./strptime.ts";
import type { TextType } from "./text-type.ts";

const dateYmd = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
const clock = "[0-9]{1,2}:[0-9]{2}";

/** Parsing is laxer than the pattern: numbers may have a sign or lack leading zeros. */
function temporal(
  type: "date" | "datetime",
  pattern: string,
  format: string,
  form?: CellForm,
): TextType {
  const anchored = `^(?:${pattern})$`;
  const parse = type === "datetime" ? parseDateTime : parseDate;
  return {
    type,
    pattern: anchored,
    cast: (text) => parse(text, format),
    suspects: (text) => text.str.contains(anchored).not().sum(),
    ...(form ? { form } : {}),
  };
}

const mixedPattern = `^${dateYmd}(?:[T ]${clock}:[0-9]{2}(?:\\.[0-9]+)?)?$`;

/** Datetimes; some writers print midnight as a plain day. */
const daysAndTimes: TextType = {
  type: "datetime",
  pattern: mixedPattern,
  cast: (text) => {
    const times = parseDateTime(text.str.replace("T", " "), "%Y-%m-%d %H:%M:%S%.f");
    return times.fillNull(parseDate(text, "%Y-%m-%d").cast(pl.Datetime("ms")));
  },
  suspects: (text) => text.str.contains(mixedPattern).not().sum(),
};

export const isoTypes: readonly TextType[] = [
  temporal("date", dateYmd, "%Y-%m-%d", "date"),
  temporal(
    "datetime",
    `${dateYmd}T${clock}:[0-9]{2}(?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})`,
    "%Y-%m-%dT%H:%M:%S%.f%#z",
    "datetime_z",
  ),
  temporal(
    "datetime",
    `${dateYmd}T${clock}:[0-9]{2}(?:\\.[0-9]+)?`,
    "%Y-%m-%dT%H:%M:%S%.f",
    "datetime_t",
  ),
  temporal(
    "datetime",
    `${dateYmd} ${clock}:[0-9]{2}(?:\\.[0-9]+)?`,
    "%Y-%m-%d %H:%M:%S%.f",
    "datetime_blank",
  ),
  temporal("datetime", `${dateYmd}[ ]${clock}`, "%Y-%m-%d %H:%M"),
  temporal("datetime", `${dateYmd}T${clock}`, "%Y-%m-%dT%H:%M"),
  daysAndTimes,
];

/** Eight digits, read as a day only if the column's name indicates dates. */
export const compactDay: TextType = {
  ...temporal("date", "[0-9]{4}(?:0[1-9]|1[0-2])[0-3][0-9]", "%Y%m%d"),
  format: "YYYYMMDD",
};

const monthDigits = "(?:1[5-9]|2[01])[0-9]{2}(?:0[1-9]|1[0-2])";

/** Six digits, read as a month only if the column's name indicates dates. */
export const compactMonth: TextType = {
  type: "date",
  pattern: `^${monthDigits}$`,
  format: "YYYYMM",
  precision: "month",
  cast: (text) => parseDate(text.str.replace("$", "01"), "%Y%m%d"),
  suspects: (text) => text.str.contains(`^${monthDigits}$`).not().sum(),
};

const year = "(?:1[5-9]|2[01])[0-9]{2}";
/** Years in quotes; without them they are integers. */
export const plainYear: TextType = {
  type: "date",
  pattern: `^${year}$`,
  format: "YYYY",
  precision: "year",
  cast: (text) => parseDate(text.str.replace("$", "-01-01"), "%Y-%m-%d"),
  suspects: (text) => text.str.contains(`^${year}$`).not().sum(),
};

const mixedDays = `^${year}(?:-[0-9]{2}(?:-[0-9]{2})?)?$`;

/** Days, months and years in one column. */
export const mixedPrecision: TextType = {
  type: "date",
  pattern: mixedDays,
  format: "YYYY-MM-DD",
  precision: "mixed",
  cast: (text) => {
    const months = text.str.replace("^([0-9]{4})$", "$1-01");
    return parseDate(months.str.replace("^([0-9]{4}-[0-9]{2})$", "$1-01"), "%Y-%m-%d");
  },
  suspects: (text) => text.str.contains(mixedDays).not().sum(),
};
