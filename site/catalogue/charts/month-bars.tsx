/** Amounts by month as upright bars, the parts of a month upon each other. */
import { scaleBand, scaleLinear } from "d3-scale";
import { formatMonth } from "../../kit/format.ts";
import { Legend } from "./legend.tsx";
import { short } from "./marks.ts";
import { ValueAxis } from "./value-axis.tsx";

const size = { width: 520, height: 190 };
const plot = { left: 64, right: 516, top: 12, base: 160 };
const barWidthMax = 44;

type MonthBarsProps = {
  /** What the chart shows, for its text alternative. */
  label: string;
  /** Months of UTC such as 2026-11, oldest first. */
  months: readonly string[];
  /** Amounts of at least 0, one for each month; at most three parts. */
  parts: readonly { name: string; values: readonly number[] }[];
  format: (value: number) => string;
};

export function MonthBars({ label, months, parts, format }: MonthBarsProps): JSX.Element {
  const totals = months.map((_, at) => sum(parts.map(({ values }) => values[at] ?? 0)));
  const y = scaleLinear([0, Math.max(...totals, 1)], [plot.base, plot.top]).nice(4);
  const x = scaleBand(months, [plot.left, plot.right]).padding(0.3);
  const width = Math.min(barWidthMax, x.bandwidth());
  const xOf = (month: string) => (x(month) ?? 0) + (x.bandwidth() - width) / 2;
  const [first, last] = [months[0], months.at(-1)];
  const range = `from ${format(totals[0] ?? 0)} in ${monthText(first)} to ${format(totals.at(-1) ?? 0)} in ${monthText(last)}`;
  return (
    <figure class="stack-s">
      {parts.length > 1 && (
        <Legend
          items={parts.map(({ name }, part) => ({ name, mark: "area", class: `part-${part + 1}` }))}
        />
      )}
      <svg
        class="chart-wide"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${label}, ${range}`}
      >
        <ValueAxis {...{ y, plot, format }} ticks={y.ticks(4)} />
        {parts.flatMap(({ name, values }, part) =>
          months.map((month, at) => {
            const value = values[at] ?? 0;
            if (value <= 0) return "";
            const below = sum(parts.slice(0, part).map((other) => other.values[at] ?? 0));
            const height = y(below) - y(below + value);
            return (
              <rect
                class={`part-${part + 1}`}
                x={short(xOf(month))}
                y={short(y(below + value))}
                width={short(width)}
                height={short(height)}
              >
                <title safe>{`${monthText(month)}, ${name}: ${format(value)}`}</title>
              </rect>
            );
          }),
        )}
        {months.map((month) => (
          <text
            class="chart-label"
            x={short((x(month) ?? 0) + x.bandwidth() / 2)}
            y={plot.base + 18}
            text-anchor="middle"
            safe
          >
            {formatMonth(month, "short")}
          </text>
        ))}
      </svg>
    </figure>
  );
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const monthText = (month: string | undefined): string =>
  month === undefined ? "" : formatMonth(month, "with year");
