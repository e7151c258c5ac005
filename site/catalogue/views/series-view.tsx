/** The main column over time: mean and range of each period, or a line for each of several series. */
import { counted } from "../../../market/counted.ts";
import { formatInstant } from "../../../market/format.ts";
import type { Series } from "../../../market/profile/charts.ts";
import { formatCount, formatDay, formatNumber } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { LineChart } from "../charts/line-chart.tsx";
import { shortName } from "../charts/marks.ts";
import type { ViewData } from "./view-data.ts";

const rowsShownMax = 60;
const shortUnits: ReadonlySet<string> = new Set(["second", "minute", "hour"]);

export function SeriesView({ dataset, charts }: ViewData): JSX.Element {
  const series = charts?.series;
  if (series === undefined) return "";
  const { column, unit, starts, means, range, groups } = series;
  const name = `${shortName(column)}${unit === null ? "" : ` (${unit})`}`;
  const lines =
    groups === null
      ? [{ name: `Mean of ${name}`, values: means }]
      : groups.lines.map((line) => ({ name: line.name, values: line.means }));
  const rows = dataset.row_count;
  return (
    <section class="view" id="over-time">
      <header>
        <h2>
          <Foreign text={name} />
          {` by ${periodText(series)}`}
        </h2>
        <span class="small muted" safe>
          {series.method === "exact" || rows === null
            ? "Computed from every row"
            : `Computed from a random sample of ${formatCount(rows)} rows`}
        </span>
      </header>
      <LineChart
        label={`${name} from ${instantText(series, starts[0])} to ${instantText(series, starts.at(-1))}`}
        times={starts}
        lines={lines}
        range={groups === null && range !== null ? { name: "Lowest to highest", ...range } : null}
      />
      <p class="small muted" safe>
        {gapsText(series)}
      </p>
      {starts.length <= rowsShownMax && groups === null && (
        <details class="small">
          <summary>Show the values</summary>
          <ValuesTable series={series} />
        </details>
      )}
    </section>
  );
}

function ValuesTable({ series }: { series: Series }): JSX.Element {
  const { starts, means, range, missing } = series;
  const shown = (value: number | null | undefined) => (
    <span safe>{value === null || value === undefined ? "–" : formatNumber(value)}</span>
  );
  return (
    <Table
      caption="Values by period"
      columns={[
        "From",
        ...(range === null ? [] : [{ label: "Lowest", kind: "number" as const }]),
        { label: "Mean", kind: "number" },
        ...(range === null ? [] : [{ label: "Highest", kind: "number" as const }]),
        { label: "Missing", kind: "number" },
      ]}
      rows={starts.map((start, index) => [
        <span safe>{instantText(series, start)}</span>,
        ...(range === null ? [] : [shown(range.lows[index])]),
        shown(means[index]),
        ...(range === null ? [] : [shown(range.highs[index])]),
        <span safe>{formatCount(missing[index] ?? 0)}</span>,
      ])}
    />
  );
}

/** For example "month", "quarter" or "5 years". */
function periodText({ period: { unit, step } }: Series): string {
  if (unit === "month" && step === 3) return "quarter";
  return step === 1 ? unit : counted(step, unit);
}

function instantText({ period }: Series, time: number | undefined): string {
  const at = new Date(time ?? 0);
  if (period.unit === "year") return String(at.getUTCFullYear());
  return shortUnits.has(period.unit) ? formatInstant(at) : formatDay(at);
}

function gapsText({ starts, means, missing, range }: Series): string {
  const gaps = means.filter((mean) => mean === null).length;
  const rows = missing.reduce((sum, count) => sum + count, 0);
  const sentences = [
    gaps === 0
      ? `Each of the ${counted(starts.length, "period")} has a value.`
      : `${counted(gaps, "period")} of ${formatCount(starts.length)} ${gaps === 1 ? "has" : "have"} no value, shown as ${gaps === 1 ? "a gap" : "gaps"}.`,
    rows === 0 ? "" : `${counted(rows, "row has", "rows have")} a time but no value.`,
    range === null ? "Periods with fewer than 10 values are hidden before purchase." : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
