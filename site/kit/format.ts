import { capitalize } from "../../market/capitalize.ts";
import { counted } from "../../market/counted.ts";
import { majorUnits } from "../../market/pricing.ts";
import { daySeconds, hourSeconds, minuteSeconds } from "../../platform/time.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const monthFormats = {
  short: new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" }),
  "without year": new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" }),
  "with year": new Intl.DateTimeFormat("en-GB", {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }),
};
const countFormat = new Intl.NumberFormat("en");
const fractionFormat = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const smallFormat = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
/** Beyond these sizes, digits are harder to read than an exponent. */
const plainSizes = { min: 1e-4, max: 1e15 };

/** The value of an amount field: "12.50"; empty for no amount. */
export function amountInput(cents: number | null): string {
  return cents === null ? "" : majorUnits(cents);
}

export function formatDay(instant: Date): string {
  return dayFormat.format(instant);
}

/** "November", "Nov" or "Nov 2026", of a month such as 2026-11. */
export function formatMonth(
  month: string,
  form: keyof typeof monthFormats = "without year",
): string {
  return monthFormats[form].format(new Date(`${month}-01T00:00:00Z`));
}

export function formatCount(count: number): string {
  return countFormat.format(count);
}

/**
 * A measured number in text and charts: "12,345", "153.46", "0.00123", "1.2e-7", "−3"; "–" if it is
 * not finite. Cells of a file are shown unchanged instead.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return written(value, size).replace(/-(?=[\d.])/, "−");
}

function written(value: number, size: number): string {
  if (value === 0) return "0";
  if (size < plainSizes.min || size >= plainSizes.max) return value.toExponential(1);
  return (size < 1 ? smallFormat : fractionFormat).format(value);
}

/** For example "44 %", "0.3 %" or "< 0.1 %". */
export function formatShare(part: number, total: number): string {
  if (!(total > 0) || !(part > 0)) return "0 %";
  const share = (100 * part) / total;
  if (share < 0.1) return "< 0.1 %";
  if (share > 99.9 && share < 100) return "> 99.9 %";
  return `${share < 10 ? Number(share.toFixed(1)) : Math.round(share)} %`;
}

/** For example "12 minutes" or "7 days", rounded up, because somebody waits that long. */
export function formatPause(seconds: number): string {
  if (seconds < 90) return counted(seconds, "second");
  if (seconds < 90 * minuteSeconds) return counted(Math.ceil(seconds / minuteSeconds), "minute");
  if (seconds < 2 * daySeconds) return counted(Math.ceil(seconds / hourSeconds), "hour");
  return counted(Math.ceil(seconds / daySeconds), "day");
}

/** For example "Visa ending in 4242", from the provider's `visa`. */
export function formatCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${capitalize(brand.replaceAll("_", " "))} ending in ${last4}`;
}
