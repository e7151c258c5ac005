/** The period and dataset that the page and its files share. */
import { analyticsPeriods } from "../../../../market/analytics/schemas.ts";
import { isId } from "../../../kit/ids.ts";
import { paths } from "../../paths.ts";

export type AnalyticsFilter = { days: number; datasetId: string | undefined };

const defaultDays = 30;

/** The filter in the address. Ignores invalid values. */
export function readAnalyticsFilter({ searchParams }: URL): AnalyticsFilter {
  const days = Number(searchParams.get("days"));
  const dataset = searchParams.get("dataset") ?? "";
  return {
    days: analyticsPeriods.find((period) => period === days) ?? defaultDays,
    datasetId: isId(dataset) ? dataset : undefined,
  };
}

export function analyticsPath(
  { days, datasetId }: AnalyticsFilter,
  more: { file?: "day" | "dataset" | "searches" } = {},
): string {
  const query = new URLSearchParams({ days: String(days) });
  if (datasetId !== undefined) query.set("dataset", datasetId);
  if (more.file === undefined) return `${paths.analytics}?${query}`;
  query.set("by", more.file);
  return `${paths.analytics}/download?${query}`;
}
