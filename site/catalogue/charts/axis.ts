/** Values of an axis: numbers, or instants written in ISO 8601. */
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

/** The number with its unit, such as "140 knots"; signs of money and per cent stand close. */
export function withUnit(text: string, unit: string | null | undefined): string {
  if (unit === null || unit === undefined) return text;
  return `${text} ${unit}`;
}
