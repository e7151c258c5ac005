/** Numbers over time: up to eight lines, or one with the range of its values; gaps are breaks. */
import { extent } from "d3-array";
import { scaleLinear, scaleUtc } from "d3-scale";
import { area, line } from "d3-shape";
import { formatNumber } from "../../kit/format.ts";
import { tickFormat } from "./axis.ts";
import { Legend } from "./legend.tsx";
import { short, shortName } from "./marks.ts";
import { ValueAxis } from "./value-axis.tsx";

const size = { width: 960, height: 240 };
const plot = { left: 64, right: 930, top: 12, base: 204 };
const tickCounts = { x: 8, y: 5 };

type Values = readonly (number | null)[];

type LineChartProps = {
  /** What the chart shows, for its text alternative. */
  label: string;
  /** Milliseconds since 1970, ascending, one for each value. */
  times: readonly number[];
  lines: readonly { name: string; values: Values }[];
  /** Around a single line. */
  range?: { name: string; lows: Values; highs: Values } | null;
  /** Numbers on the axis; without it as everywhere. */
  format?: (value: number) => string;
};

export function LineChart(props: LineChartProps): JSX.Element {
  const { label, times, lines, range, format = formatNumber } = props;
  const all = [
    ...lines.flatMap(({ values }) => values),
    ...(range?.lows ?? []),
    ...(range?.highs ?? []),
  ];
  const [low = 0, high = 1] = extent(all.filter(isNumber));
  const [first = 0, last = first + 1] = extent(times);
  const x = scaleUtc([first, last === first ? first + 1 : last], [plot.left, plot.right]);
  const y = scaleLinear([low, high === low ? low + 1 : high], [plot.base, plot.top]).nice(
    tickCounts.y,
  );
  const xAt = (_: unknown, index: number) => x(times[index] ?? first);
  const stroke = line<number | null>(xAt, (value) => y(value ?? 0))
    .defined(isNumber)
    .digits(1);
  const band = area<number | null>(
    xAt,
    (_, index) => y(range?.lows[index] ?? 0),
    (_, index) => y(range?.highs[index] ?? 0),
  )
    .defined((_, index) => isNumber(range?.lows[index]) && isNumber(range?.highs[index]))
    .digits(1);
  const ticks = x.ticks(tickCounts.x);
  const timeText = tickFormat(ticks);
  const lineClass = (index: number) =>
    lines.length === 1 ? "chart-line" : `chart-line line-${index + 1}`;
  const title = `${label}, between ${format(low)} and ${format(high)}`;
  return (
    <figure class="stack-s">
      <Legend
        items={[
          ...lines.map(({ name }, index) => ({
            name,
            mark: "line" as const,
            class: lineClass(index),
          })),
          ...(range ? [{ name: range.name, mark: "area" as const, class: "chart-area" }] : []),
        ]}
      />
      <section class="chart-scroll" tabindex="0" aria-label={shortName(label)}>
        <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title}>
          <ValueAxis {...{ y, plot, format }} ticks={y.ticks(tickCounts.y)} />
          {ticks.map((tick) => (
            <>
              <path class="chart-base" d={`M${short(x(tick))} ${plot.base}v5`} />
              <text
                class="chart-label"
                x={short(x(tick))}
                y={plot.base + 22}
                text-anchor="middle"
                safe
              >
                {timeText(tick)}
              </text>
            </>
          ))}
          {range && <path class="chart-area" d={band([...(lines[0]?.values ?? [])]) ?? ""} />}
          {lines.map(({ values }, index) => (
            <path class={lineClass(index)} d={stroke([...values]) ?? ""} />
          ))}
        </svg>
      </section>
    </figure>
  );
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);
