/** Figures from Postgres' statistics about the catalogue: number of listings, and common words. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings } from "../../schema/index.ts";
import { isActive } from "../catalogue/catalogue.ts";

export type CatalogueStatistics = {
  /** Number of active listings: counted if few, otherwise estimated by the last `analyze`. */
  listings: number;
  /** The thousand most common words with the share of listings that contain each. */
  commonWords: ReadonlyMap<string, number>;
};

/** With fewer listings, they are counted instead of estimated. */
const estimatedListingsMin = 1000;

/** For this long, cached statistics are used as they are. */
const freshMsMax = 60_000;
/**
 * For this long, old statistics are used while new ones are read, so that no search waits for them.
 */
const keptMsMax = 10 * freshMsMax;

type CachedStatistics = { readAt: number; statistics: CatalogueStatistics };

const keptByPool = new WeakMap<Database, CachedStatistics>();
const refreshed = new WeakSet<Database>();

/** Read once per minute and process for a large catalogue; every time for a small one. */
export async function readStatistics(
  db: Database,
  nowMs: () => number = () => performance.now(),
): Promise<CatalogueStatistics> {
  const kept = keptByPool.get(db);
  const ageMs = kept === undefined ? keptMsMax : nowMs() - kept.readAt;
  if (kept === undefined || ageMs >= keptMsMax) return await read(db, nowMs);
  if (ageMs >= freshMsMax && !refreshed.has(db)) {
    refreshed.add(db);
    // If reading fails, the next search tries again.
    read(db, nowMs)
      .catch(() => {})
      .finally(() => refreshed.delete(db));
  }
  return kept.statistics;
}

async function read(db: Database, nowMs: () => number): Promise<CatalogueStatistics> {
  const statistics = await askStatistics(db);
  if (statistics.listings < estimatedListingsMin) keptByPool.delete(db);
  else keptByPool.set(db, { readAt: nowMs(), statistics });
  return statistics;
}

async function askStatistics(db: Database): Promise<CatalogueStatistics> {
  const [row] = await db.execute<{ listings: number; common: Record<string, number> | null }>(sql`
    select case when estimate >= ${estimatedListingsMin} then estimate
        else (select count(*) from (
          select from ${listings} where ${isActive} limit ${estimatedListingsMin}) as few)
        end::float8 as listings,
      (select json_object_agg(word, freq::float8) from pg_stats,
        lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as elem (word, freq)
        where schemaname = 'public' and tablename = 'listings' and attname = 'search_vector'
          and word is not null) as common
    from (select reltuples as estimate from pg_class where oid = 'public.listings'::regclass) as known
  `);
  if (row === undefined) throw new Error("the table of listings has no statistics");
  return { listings: row.listings, commonWords: new Map(Object.entries(row.common ?? {})) };
}
