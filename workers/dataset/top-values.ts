import pl, { type Series } from "nodejs-polars";

const PER_CHUNK_MAX = 1000;
const HELD_MAX = 5000;
const SHOWN_MAX = 10;
const REPEATING_ROWS_MIN = 100;

/**
 * The most frequent values of a column. Counts are exact while the column has few values; beyond
 * that each chunk's most frequent ones are summed, which never counts too many.
 */
export class TopValues {
  private readonly counts = new Map<string, number>();
  private undercount = 0;
  private active = true;
  private chunks = 0;

  /** Adds a chunk's values (no nulls); `distinct` of `total` values were different so far. */
  add(values: Series, distinct: number, total: number): void {
    if (!this.active || values.len() === 0) return;
    if (total > REPEATING_ROWS_MIN && distinct > total / 4) {
      this.active = false;
      this.counts.clear();
      return;
    }
    this.chunks++;
    const { keys, counts } = values.len() <= FEW_ROWS ? countFew(values) : countMany(values);
    for (let i = 0; i < Math.min(keys.length, PER_CHUNK_MAX); i++) {
      const key = keys[i] as string;
      this.counts.set(key, (this.counts.get(key) ?? 0) + (counts[i] as number));
    }
    if (keys.length > PER_CHUNK_MAX) this.undercount += counts[PER_CHUNK_MAX] ?? 0;
    this.prune();
  }

  /** The most frequent values, by count and then by value; null when values hardly repeat. */
  result(): { values: { key: string; count: number }[]; error: number } | null {
    if (!this.active || this.counts.size === 0) return null;
    const values = [...this.counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, SHOWN_MAX);
    return { values, error: this.chunks > 1 ? this.undercount : 0 };
  }

  private prune(): void {
    if (this.counts.size <= HELD_MAX) return;
    const ordered = [...this.counts].sort((a, b) => b[1] - a[1]);
    this.undercount += ordered[PER_CHUNK_MAX]?.[1] ?? 0;
    this.counts.clear();
    for (const [key, count] of ordered.slice(0, PER_CHUNK_MAX)) this.counts.set(key, count);
  }
}

type Counted = { keys: string[]; counts: number[] };

/** A query costs more than counting a few values here. */
const FEW_ROWS = 1000;

function countFew(values: Series): Counted {
  const counts = new Map<string, number>();
  for (const key of values.cast(pl.Utf8).toArray() as string[]) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { keys: [...counts.keys()], counts: [...counts.values()] };
}

function countMany(values: Series): Counted {
  const { name } = values;
  const grouped = values
    .toFrame()
    .lazy()
    .groupBy(name)
    .agg(pl.len().alias("count"))
    .sort([pl.col("count"), pl.col(name)], [true, false])
    .limit(PER_CHUNK_MAX + 1)
    .select(pl.col(name).cast(pl.Utf8), pl.col("count").cast(pl.Float64))
    .collectSync();
  return {
    keys: grouped.getColumn(name).toArray() as string[],
    counts: grouped.getColumn("count").toArray() as number[],
  };
}
