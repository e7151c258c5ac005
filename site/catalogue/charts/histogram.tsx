/** Distributions as pictures with words for who does not see them: one path a histogram, no script. */

const width = 160;
const height = 44;
const top = 2;

type HistogramProps = {
  /** What is counted, for the words. */
  label: string;
  edges: readonly (number | string)[];
  counts: readonly number[];
};

/** Bars of equal width; bins of nothing stay empty, and a single value keeps a visible bar. */
export function Histogram({ label, edges, counts }: HistogramProps): JSX.Element {
  const most = Math.max(...counts, 1);
  const step = width / counts.length;
  const bars = counts.map((count, index) => {
    if (count === 0) return "";
    const tall = Math.max(1, ((height - top) * count) / most);
    const bar = Math.max(step - 1, step * 0.8);
    return `M${short(index * step)} ${height}v-${short(tall)}h${short(bar)}v${short(tall)}z`;
  });
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${width} ${height}`}
      width={String(width)}
      height={String(height)}
      role="img"
      aria-label={describe({ label, edges, counts })}
    >
      <path d={bars.join("")} />
    </svg>
  );
}

/** As "temp_max from -1.6 to 35.6: most values, 158 of 1461, lie from 13.28 to 15.14". */
function describe({ label, edges, counts }: HistogramProps): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...counts);
  const peak = counts.indexOf(most);
  const [from, to] = [edges[0], edges.at(-1)].map(plain);
  const [low, high] = [edges[peak], edges[peak + 1]].map(plain);
  return `${label} from ${from} to ${to}: most, ${most} of ${total}, lie from ${low} to ${high}`;
}

/** A figure as a table shows it: seven digits, without the noise of binary fractions. */
export function plain(value: number | string | undefined): string {
  if (typeof value !== "number") return value ?? "";
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(7)));
}

const short = (value: number): string => String(Number(value.toFixed(1)));
