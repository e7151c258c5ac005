/** A histogram for what is observed very often: a series counts in an array of its own. */
import { Histogram } from "../metrics.ts";

type Options<Label extends string> = ConstructorParameters<typeof Histogram<Label>>[0];

/** prom-client looks a series up by its labels each time, which takes longer than to serve a held answer. */
export class SeriesHistogram<Label extends string> extends Histogram<Label> {
  readonly #series: { labels: Record<Label, string>; series: Series }[] = [];
  readonly #bounds: readonly number[];
  readonly #facts: Pick<Options<Label>, "name" | "help">;
  readonly #beforeScrape: () => void;

  /** `collect`: runs before each scrape. */
  constructor(options: Options<Label> & { buckets: number[]; collect: () => void }) {
    super(options);
    this.#bounds = options.buckets;
    this.#facts = options;
    this.#beforeScrape = options.collect;
  }

  /** To be asked for once for each set of labels, and kept. */
  seriesOf(labels: Record<Label, string>): Series {
    const series = new Series(this.#bounds);
    this.#series.push({ labels, series });
    return series;
  }

  override get(): Promise<HistogramSnapshot<Label>> {
    return this.getForPromString();
  }

  /** What prom-client asks for where it writes text. */
  async getForPromString(): Promise<HistogramSnapshot<Label>> {
    this.#beforeScrape();
    const values = this.#series.flatMap(({ labels, series }) => this.#samplesOf(labels, series));
    const { name, help } = this.#facts;
    // Its types name the kind by a number, its code by this word.
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
  /** By bucket; the last one has what is above all bounds. */
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
