/** Horizontal lines at round values, each with its number on the left. */
import { short } from "./marks.ts";

type ValueAxisProps = {
  ticks: readonly number[];
  y: (value: number) => number;
  plot: { left: number; right: number };
  format: (value: number) => string;
};

export function ValueAxis({ ticks, y, plot, format }: ValueAxisProps): JSX.Element {
  return (
    <>
      {ticks.map((tick) => (
        <>
          <path class="chart-grid" d={`M${plot.left} ${short(y(tick))}H${plot.right}`} />
          <text class="chart-label" x={plot.left - 6} y={short(y(tick) + 4)} text-anchor="end" safe>
            {format(tick)}
          </text>
        </>
      ))}
    </>
  );
}
