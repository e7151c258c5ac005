/**
 * Distributions as pictures, each with a text alternative. No scripts. Each histogram is one path
 * whose bars are strokes, because a wide table has hundreds of histograms.
 */

const width = 160;
const height = 44;
const top = 2;

type HistogramProps = {
  /** The name of the counted values, for the text alternative. */
  label: string;
  edges: readonly (number | string)[];
  counts: readonly number[];
};

/** Bars of equal width. Empty bins stay empty, and a single value still gets a visible bar. */
export function Histogram({ label, edges, counts }: HistogramProps): JSX.Element {
  return (
    <svg
      class="histogram"
      {...frameOf(counts)}
      role="img"
      aria-label={describe({ label, edges, counts })}
    >
      <path d={barsOf(counts).join("")} />
      <path class="chart-base" d={`M-4 ${height - 0.5}H${width}`} />
    </svg>
  );
}

/**
 * The same with each bar as a link, for pointing devices only. Keyboard users type the filter
 * elsewhere instead of passing twenty stops for each column, and the text is next to the picture.
 */
export function LinkedHistogram(
  props: HistogramProps & { hrefOf: (bin: number) => string },
): JSX.Element {
  const { edges, counts, hrefOf } = props;
  return (
    <div>
      <svg class="histogram" {...frameOf(counts)} aria-hidden="true">
        {barsOf(counts).map((bar, bin) =>
          bar === "" ? (
            ""
          ) : (
            <a href={hrefOf(bin)} tabindex="-1" rel="nofollow">
              <title safe>
                {`${counts[bin]}: ${plain(edges[bin])} … ${plain(edges[bin + 1])}`}
              </title>
              <path d={bar} />
            </a>
          ),
        )}
      </svg>
      <span class="unseen" safe>
        {describe(props)}
      </span>
    </div>
  );
}

const stepOf = (counts: readonly number[]): number => width / counts.length;
const barOf = (step: number): number => Math.max(step - 1, step * 0.8);

/**
 * A stroke extends to both sides of its line, so the picture begins half a bar before the first
 * bar.
 */
function frameOf(counts: readonly number[]) {
  const bar = barOf(stepOf(counts));
  return {
    viewBox: `${short(-bar / 2)} 0 ${width} ${height}`,
    width: String(width),
    height: String(height),
    "stroke-width": short(bar),
  };
}

/** The line of each bar; an empty string for an empty bin. */
function barsOf(counts: readonly number[]): string[] {
  const most = Math.max(...counts, 1);
  return counts.map((count, index) => {
    if (count === 0) return "";
    const tall = Math.max(1, ((height - top) * count) / most);
    return `M${short(index * stepOf(counts))} ${height}v-${short(tall)}`;
  });
}

/** For example "temp_max from -1.6 to 35.6: most values, 158 of 1461, lie from 13.28 to 15.14". */
function describe({ label, edges, counts }: HistogramProps): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...counts);
  const peak = counts.indexOf(most);
  const [from, to] = [edges[0], edges.at(-1)].map(plain);
  const [low, high] = [edges[peak], edges[peak + 1]].map(plain);
  return `${label} from ${from} to ${to}: most, ${most} of ${total}, lie from ${low} to ${high}`;
}

/** A figure as tables show it: seven digits, without the noise of binary fractions. */
export function plain(value: number | string | undefined): string {
  if (typeof value !== "number") return value ?? "";
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(7)));
}

const short = (value: number): string => String(Number(value.toFixed(1)));
