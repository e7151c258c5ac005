/** A distribution with a base line, a scale of counts, and an axis with minimum, median and maximum. */
import { scaleLinear } from "d3-scale";
import { formatCount, formatNumber } from "../../kit/format.ts";
import { type AxisValue, formatValue, positionOf, withUnit } from "./axis.ts";
import { barPath, short, shortName } from "./marks.ts";
import { ValueAxis } from "./value-axis.tsx";

const plot = { left: 52, right: 456, top: 10, base: 112 };
const size = { width: 460, height: 152 };
const lines = { first: 130, second: 147 };
/** The width of a character of a label, about. */
const charWidth = 6.2;

type AxisHistogramProps = {
  /** The name of the counted values. */
  label: string;
  unit?: string | null | undefined;
  /** One more than there are counts. */
  edges: readonly AxisValue[];
  counts: readonly number[];
  median?: AxisValue | null;
};

export function AxisHistogram(props: AxisHistogramProps): JSX.Element {
  const { label, unit, counts } = props;
  const most = Math.max(...counts, 1);
  const y = scaleLinear([0, most], [plot.base, plot.top]).nice(2);
  const ticks = y.ticks(2).filter((tick) => Number.isInteger(tick));
  const step = (plot.right - plot.left) / Math.max(1, counts.length);
  const bars = counts.map((count, bin) =>
    count > 0
      ? barPath(plot.left + bin * step, step * 0.9, plot.base, Math.max(1, plot.base - y(count)))
      : "",
  );
  const marks = axisMarks(props);
  const words = marks.map(({ name, value }) => `${name} ${formatValue(value)}`).join(", ");
  const title = withUnit(`Histogram of ${shortName(label)}: ${words}`, unit);
  return (
    <svg
      class="chart-wide"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={title}
    >
      <ValueAxis {...{ ticks, y, plot }} format={formatCount} />
      <path class="chart-bar" d={bars.join("")} />
      <path class="chart-base" d={`M${plot.left} ${plot.base}H${plot.right}`} />
      {marks.map((mark) => (
        <Mark {...mark} />
      ))}
    </svg>
  );
}

type AxisMark = {
  name: string;
  value: AxisValue;
  x: number;
  line: number;
  anchor: "start" | "middle" | "end";
};

/** The median moves to a second line where it would cover one of its neighbours. */
function axisMarks({ edges, median }: AxisHistogramProps): AxisMark[] {
  const [min, max] = [edges[0], edges.at(-1)];
  const [low, high] = [positionOf(min), positionOf(max)];
  if (min === undefined || max === undefined || low === null || high === null) return [];
  const x = scaleLinear([low, high === low ? low + 1 : high], [plot.left, plot.right]).clamp(true);
  const first = {
    name: "min",
    value: min,
    x: plot.left,
    line: lines.first,
    anchor: "start",
  } as const;
  const last = {
    name: "max",
    value: max,
    x: plot.right,
    line: lines.first,
    anchor: "end",
  } as const;
  const middle = median === null || median === undefined ? null : positionOf(median);
  if (middle === null || median === null || median === undefined) return [first, last];
  const at = x(middle);
  const half = widthOf("median", median) / 2 + 6;
  const isClear =
    at - half > plot.left + widthOf("min", min) && at + half < plot.right - widthOf("max", max);
  const anchor = at - half < 0 ? "start" : at + half > size.width ? "end" : "middle";
  const line = isClear ? lines.first : lines.second;
  return [first, { name: "median", value: median, x: at, line, anchor }, last];
}

const widthOf = (name: string, value: AxisValue): number =>
  (name.length + 1 + formatValue(value).length) * charWidth;

function Mark({ name, value, x, line, anchor }: AxisMark): JSX.Element {
  return (
    <>
      <path class="chart-base" d={`M${short(x)} ${plot.base}v6`} />
      <text class="chart-label" x={short(x)} y={line} text-anchor={anchor} safe>
        {`${name} ${typeof value === "number" ? formatNumber(value) : formatValue(value)}`}
      </text>
    </>
  );
}
