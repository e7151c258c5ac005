/** Values of an axis: numbers, or instants written in ISO 8601. */
import { daySeconds } from "../../../platform/time.ts";
import { formatDay, formatNumber } from "../../kit/format.ts";

export type AxisValue = number | string;

const isoDay = /^\d{4}-\d\d-\d\d/;

/** Where a value lies on its axis; null for a text that is no instant. */
export function positionOf(value: AxisValue | undefined): number | null {
  const position = typeof value === "string" ? Date.parse(value) : (value ?? Number.NaN);
  return Number.isFinite(position) ? position : null;
}

/** For example "12,345", or "8 Jan 1990" for an instant; other texts are shown unchanged. */
export function formatValue(value: AxisValue | undefined): string {
  if (typeof value === "number") return formatNumber(value);
  const at = positionOf(value);
  if (value === undefined || at === null || !isoDay.test(value)) return value ?? "";
  return formatDay(new Date(at));
}

const timeFormats = {
  minute: new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }),
  month: new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" }),
  year: new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone: "UTC" }),
};

/**
 * Labels of ticks as far apart as these: "14:00", "3 Nov", "Nov" or "2026". The first one of a day
 * or a year names it.
 */
export function tickFormat([first, second]: readonly Date[]): (tick: Date) => string {
  const stepSeconds = (Number(second ?? 0) - Number(first ?? 0)) / 1000;
  return (tick) => {
    const isMidnight = tick.getUTCHours() === 0 && tick.getUTCMinutes() === 0;
    if (stepSeconds < daySeconds && !isMidnight) return timeFormats.minute.format(tick);
    if (stepSeconds < 28 * daySeconds) return dayText(tick);
    const isYear = tick.getUTCMonth() === 0 || stepSeconds > 360 * daySeconds;
    return (isYear ? timeFormats.year : timeFormats.month).format(tick);
  };
}

const dayText = (at: Date): string => `${at.getUTCDate()} ${timeFormats.month.format(at)}`;

/** The number with its unit, such as "140 knots"; signs of money and per cent stand close. */
export function withUnit(text: string, unit: string | null | undefined): string {
  if (unit === null || unit === undefined) return text;
  return `${text} ${unit}`;
}
