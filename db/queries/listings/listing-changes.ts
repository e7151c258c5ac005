/** The history of published listings: changes and prices. */
import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listingChanges, listings } from "../../schema/index.ts";

export type ListingChangeRow = typeof listingChanges.$inferSelect;

/** The caller holds the listing's lock, which orders the positions. */
export async function insertChange(tx: Database, values: ListingChangeRow): Promise<void> {
  await tx.insert(listingChanges).values(values);
}

/** The latest changes of a listing, newest first. */
export async function readLastChanges(
  db: Database,
  listingId: string,
  rowsMax: number,
): Promise<ListingChangeRow[]> {
  return db
    .select()
    .from(listingChanges)
    .where(eq(listingChanges.listingId, listingId))
    .orderBy(desc(listingChanges.position))
    .limit(rowsMax);
}

export type PriceStanding = {
  changes: number;
  /** Time of the last price change. */
  changedAt: Date;
  previousCents: number;
  /** Lowest price ever, including the current one. */
  lowestCents: number;
  /** Lowest price in the days before the last change. */
  lowestBeforeCents: number;
};

/** Compares the current price with earlier ones; null if there are none. */
export async function findPriceStanding(
  db: Database,
  listingId: string,
  lowestOfDays: number,
): Promise<PriceStanding | null> {
  const [row] = await db.execute<{
    changes: number;
    changed_at: string;
    previous_cents: number;
    lowest_cents: number;
    lowest_before_cents: number;
  }>(sql`
    with prices as (
      select position, changed_at, from_price_cents, price_cents,
        max(changed_at) over () - make_interval(days => ${lowestOfDays}) as since
      from ${listingChanges} where listing_id = ${listingId} and price_cents is not null
    )
    select count(*)::int as changes, max(changed_at) as changed_at,
      (array_agg(from_price_cents order by position desc))[1] as previous_cents,
      min(least(from_price_cents, price_cents)) as lowest_cents,
      min(from_price_cents) filter (where changed_at > since) as lowest_before_cents
    from prices having count(*) > 0
  `);
  if (row === undefined) return null;
  return {
    changes: row.changes,
    changedAt: new Date(row.changed_at),
    previousCents: row.previous_cents,
    lowestCents: row.lowest_cents,
    lowestBeforeCents: row.lowest_before_cents,
  };
}

/** One price and its period; `position` 0 is the price at the first publication. */
export type PriceSpan = { position: number; priceCents: number; from: Date; until: Date | null };

type PricesPage = { listingId: string; before: number | null; limit: number };

/**
 * An active listing's prices, current first, and their number; null if the listing is not active.
 */
export async function pagePrices(
  db: Database,
  { listingId, before, limit }: PricesPage,
): Promise<{ rows: PriceSpan[]; total: number } | null> {
  const rows = await db.execute<{
    position: number;
    price_cents: number;
    from_at: string;
    until_at: string | null;
    total: number;
  }>(sql`
    with changes as (
      select position, from_price_cents, price_cents, changed_at
      from ${listingChanges} where listing_id = ${listingId} and price_cents is not null
    ), prices as (
      select position, price_cents, changed_at as from_at from changes
      union all
      select 0, coalesce((select from_price_cents from changes order by position limit 1),
        stated_price_cents, price_cents), published_at
      from ${listings} where id = ${listingId} and status = 'active'
    ), spans as (
      select *, lead(from_at) over (order by position) as until_at, count(*) over () as total,
        bool_or(position = 0) over () as is_active
      from prices
    )
    select position, price_cents, from_at, until_at, total::int from spans
    where is_active and (${before}::int is null or position < ${before}::int)
    order by position desc limit ${limit}
  `);
  const [first] = rows;
  if (first === undefined) return null;
  return {
    total: first.total,
    rows: rows.map((row) => ({
      position: row.position,
      priceCents: row.price_cents,
      from: new Date(row.from_at),
      until: row.until_at === null ? null : new Date(row.until_at),
    })),
  };
}
