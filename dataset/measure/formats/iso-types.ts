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
