/** The most frequent values as bars; a full bar is 100 % of the rows. */
import { formatCount, formatShare } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";
import { shortName } from "./marks.ts";
import { Bar } from "./shares.tsx";

type TopValuesProps = {
  values: readonly { value: string | number | boolean; count: number }[];
  /** The number of rows, with missing ones. */
  total: number;
  /** Different values in all; null if unknown. */
  distinct: number | null;
};

export function TopValues({ values, total, distinct }: TopValuesProps): JSX.Element {
  const more = (distinct ?? 0) - values.length;
  return (
    <ul class="tops">
      {values.map(({ value, count }) => (
        <li>
          <Foreign text={value === "" ? "(empty)" : shortName(String(value))} />
          <Bar share={total > 0 ? count / total : 0} />
          <span safe>{formatShare(count, total)}</span>
          <span safe>{formatCount(count)}</span>
        </li>
      ))}
      {more > 0 && <li class="muted">{`${formatCount(more)} more`}</li>}
    </ul>
  );
}

const segmentsMax = 4;

/** One bar with a part for each of the most frequent values: the summary of a column of categories. */
export function SharesBar({ values, total }: Omit<TopValuesProps, "distinct">): JSX.Element {
  const shown = values.slice(0, segmentsMax);
  let from = 0;
  const parts = shown.map(({ count }) => {
    const share = total > 0 ? (100 * count) / total : 0;
    const part = `M${from.toFixed(1)} 0h${Math.max(0, share - 0.5).toFixed(1)}v18H${from.toFixed(1)}z`;
    from += share;
    return part;
  });
  const words = shown.map(
    ({ value, count }) => `${shortName(String(value))} ${formatShare(count, total)}`,
  );
  return (
    <svg
      class="shares-bar"
      viewBox="0 0 100 18"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Most frequent values: ${words.join(", ")}`}
    >
      <path class="chart-track" d="M0 0h100v18H0z" />
      {parts.map((part, index) => (
        <path class={`seq-${5 - index}`} d={part} />
      ))}
    </svg>
  );
}
