/** Alerts about columns and dates of a file that could not be read; the others are shown. */
import { agreeing } from "../../market/counted.ts";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { displayName } from "../base/display-name.ts";

const namesShownMax = 5;

/** The alert that counts and names columns that were left out; empty if there are none. */
export function unreadableColumns(lost: readonly string[], total: number): ProfileAlert[] {
  if (lost.length === 0) return [];
  const names = lost.slice(0, namesShownMax).map(displayName).join(", ");
  const more = lost.length > namesShownMax ? ", …" : "";
  const verb = agreeing(lost.length, "is", "are");
  const detail = `${lost.length} of ${total} columns cannot be read and ${verb} left out: ${names}${more}.`;
  return [{ code: "unreadable_columns", detail }];
}

/** The alert that counts dates and times which became missing; empty if there are none. */
export function outOfRangeAlerts(values: number): ProfileAlert[] {
  if (values === 0) return [];
  const lie = agreeing(values, "date or time lies", "dates or times lie");
  const count = agreeing(values, "it counts", "they count");
  const detail = `${values} ${lie} outside the years 1 to 9999 or the day; ${count} as missing.`;
  return [{ code: "dates_out_of_range", detail }];
}
