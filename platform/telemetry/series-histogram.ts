import { Histogram } from "../metrics.ts";

type Options<Label extends string> = ConstructorParameters<typeof Histogram<Label>>[0];

/**
 * A histogram for very frequent observations, in which each series counts in its own array.
 * prom-client looks a series up by its labels each time, which takes longer than serving a cached
 * response.
 */
export class SeriesHistogram<Label extends string> extends Histogram<Label> {
  readonly #series: { labels: Record<Label, string>; series: Series }[] = [];
  readonly #bounds: readonly number[];
  readonly #facts: Pick<Options<Label>, "name" | "help">;
  readonly #beforeScrape: () => void;

  /** `collect` runs before each scrape. */
  constructor(options: Options<Label> & { buckets: number[]; collect: () => void }) {
    super(options);
    this.#bounds = options.buckets;
    this.#facts = options;
    this.#beforeScrape = options.collect;
  }

  /** Call it once for each set of labels, and keep the result. */
  seriesOf(labels: Record<Label, string>): Series {
    const series = new Series(this.#bounds);
    this.#series.push({ labels, series });
    return series;
  }

  override get(): Promise<HistogramSnapshot<Label>> {
    return this.getForPromString();
  }

  /** Called by prom-client when it writes text. */
  async getForPromString(): Promise<HistogramSnapshot<Label>> {
    this.#beforeScrape();
    const values = this.#series.flatMap(({ labels, series }) => this.#samplesOf(labels, series));
    const { name, help } = this.#facts;
    // prom-client's types use a number for the kind, its code uses this word.
    return {
      name,
      help,
      type: "histogram",
      aggregator: "sum",
      values,
    } as unknown as HistogramSnapshot<Label>;
  }

  #samplesOf(
    labels: Record<Label, string>,
    { counts, sum }: Series,
  ): HistogramSnapshot<Label>["values"] {
    const { name } = this.#facts;
    let below = 0;
    const buckets = Array.from(counts, (count, i) => {
      below += count;
      const le = this.#bounds[i] ?? "+Inf";
      return { labels: { ...labels, le }, value: below, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: below, metricName: `${name}_count` },
    ];
  }
}

type HistogramSnapshot<Label extends string> = Awaited<ReturnType<Histogram<Label>["get"]>>;

/** One set of labels. */
export class Series {
  /** By bucket; the last one counts values above all bounds. */
  readonly counts: Float64Array;
  sum = 0;
  readonly #bounds: readonly number[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let bucket = 0;
    for (const bound of this.#bounds) {
      if (value <= bound) break;
      bucket += 1;
    }
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}
