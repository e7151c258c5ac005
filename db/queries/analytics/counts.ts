/** Writes and deletes counts for sellers. Both add to what other processes wrote. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { type Visits, visitKinds } from "../../vocabulary/analytics.ts";
import { intArray, textArray, uuidArray } from "../search/arrays.ts";

type VisitCounts = {
  day: string;
  visits: ReadonlyMap<string, Visits>;
  purchases: ReadonlyMap<string, number>;
};

/** Locks its rows in the order of listings. Counts of unknown ids are dropped. */
export async function addVisits(
  db: Database,
  { day, visits, purchases }: VisitCounts,
): Promise<void> {
  const ids = [...visits.keys()];
  const each = [...visits.values()];
  const columns = visitKinds.map((kind) => intArray(each.map((counts) => counts[kind])));
  await db.execute(sql`
    insert into listing_visits
      (listing_id, day, page_views, api_reads, samples, queries, downloads)
    select listing_id, ${day}::date, sum(page_views), sum(api_reads), sum(samples), sum(queries),
        sum(downloads)
      from (
        select l.id as listing_id, v.page_views, v.api_reads, v.samples, v.queries, v.downloads
          from unnest(${uuidArray(ids)}, ${sql.join(columns, sql`, `)})
            v (id, page_views, api_reads, samples, queries, downloads)
          join listings l on l.id = v.id
        union all
        select p.listing_id, 0, 0, 0, 0, v.downloads
          from unnest(${uuidArray([...purchases.keys()])}, ${intArray([...purchases.values()])})
            v (id, downloads)
          join purchases p on p.id = v.id) counted
      group by listing_id order by listing_id
    on conflict (listing_id, day) do update set
      page_views = listing_visits.page_views + excluded.page_views,
      api_reads = listing_visits.api_reads + excluded.api_reads,
      samples = listing_visits.samples + excluded.samples,
      queries = listing_visits.queries + excluded.queries,
      downloads = listing_visits.downloads + excluded.downloads`);
}

type UnmetCounts = {
  day: string;
  unmet: ReadonlyMap<string, { searches: number; marks: number }>;
  /** Days before it no longer count. */
  sinceDay: string;
  /** Different words of one day; further ones are dropped. */
  wordsPerDayMax: number;
};

/** Locks its rows in the order of words. */
export async function addUnmet(
  db: Database,
  { day, unmet, sinceDay, wordsPerDayMax }: UnmetCounts,
): Promise<void> {
  const counts = [...unmet.values()];
  await db.execute(sql`
    insert into unmet_searches (words, day, searches, marks)
    select v.words, ${day}::date, v.searches, v.marks | coalesce(earlier.marks, 0)
      from unnest(${textArray([...unmet.keys()])},
        ${intArray(counts.map(({ searches }) => searches))},
        ${intArray(counts.map(({ marks }) => marks))}) v (words, searches, marks)
      left join lateral (
        select bit_or(marks) as marks from unmet_searches u
          where u.words = v.words and u.day >= ${sinceDay}::date) earlier on true
      where earlier.marks is not null or (
        select count(*) from unmet_searches where day = ${day}::date) < ${wordsPerDayMax}
      order by v.words
    on conflict (words, day) do update set
      searches = unmet_searches.searches + excluded.searches,
      marks = unmet_searches.marks | excluded.marks`);
}

type Table = "listing_visits" | "unmet_searches";

/** Deletes rows of days before `beforeDay`; returns how many. Skips rows that others hold. */
export async function deleteCounts(
  db: Database,
  table: Table,
  { beforeDay, rowsMax }: { beforeDay: string; rowsMax: number },
): Promise<number> {
  const name = sql.identifier(table);
  const deleted = await db.execute(sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where day < ${beforeDay}::date
        order by day limit ${rowsMax} for update skip locked))
    returning 1`);
  return deleted.length;
}
