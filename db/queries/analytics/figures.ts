/** What sellers read of their counts: visits of listings by day or listing, and unmet searches. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, listings, listingVisits, purchases, unmetSearches } from "../../schema/index.ts";
import type { VisitKind } from "../../vocabulary/analytics.ts";
import type { Seller } from "../purchases/earnings.ts";

/** Whose listings, from this day (UTC) on. */
export type Audience = {
  seller: Seller;
  listingIds?: readonly string[] | undefined;
  sinceDay: string;
};

const sum = (column: SQL | (typeof listingVisits)[VisitKind]) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

const visitSums = {
  pageViews: sum(listingVisits.pageViews),
  apiReads: sum(listingVisits.apiReads),
  samples: sum(listingVisits.samples),
  queries: sum(listingVisits.queries),
  downloads: sum(listingVisits.downloads),
};

function visited({ seller, listingIds, sinceDay }: Audience): SQL | undefined {
  return and(
    eq(agents.accountId, seller.accountId),
    seller.agentId === undefined ? undefined : eq(agents.id, seller.agentId),
    listingIds === undefined ? undefined : inArray(listings.id, [...listingIds]),
    gte(listingVisits.day, sinceDay),
  );
}

/** Ids are UUIDv7, so the index of sales by id finds recent ones; a payment takes days at most. */
const payingDaysMax = 14;

function sold({ seller, listingIds, sinceDay }: Audience): SQL | undefined {
  const ms = Date.parse(`${sinceDay}T00:00:00Z`);
  const oldest = Math.max(0, ms - payingDaysMax * 86_400_000);
  const hex = oldest.toString(16).padStart(12, "0");
  const firstId = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  return and(
    eq(purchases.sellerAccountId, seller.accountId),
    seller.agentId === undefined ? undefined : eq(purchases.sellerAgentId, seller.agentId),
    listingIds === undefined ? undefined : inArray(purchases.listingId, [...listingIds]),
    gte(purchases.id, firstId),
    isNull(purchases.trialRows),
    isNotNull(purchases.paidAt),
    gte(purchases.paidAt, new Date(ms)),
  );
}

/** Days with visits; at most one row a day. */
export function sumVisitsByDay(db: Database, audience: Audience) {
  return db
    .select({ day: listingVisits.day, ...visitSums })
    .from(listingVisits)
    .innerJoin(listings, eq(listings.id, listingVisits.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(visited(audience))
    .groupBy(listingVisits.day);
}

/** Days with sales; at most one row a day. */
export function countSalesByDay(db: Database, audience: Audience) {
  const day = sql<string>`to_char(${purchases.paidAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({ day, purchases: count() })
    .from(purchases)
    .where(sold(audience))
    .groupBy(sql`1`);
}

/** The seller's listings, latest first; `after` is an id. Drafts have no visits and are left out. */
export function pageListings(
  db: Database,
  { seller, listingIds }: Omit<Audience, "sinceDay">,
  { after, rowsMax }: { after: string | null; rowsMax: number },
) {
  return db
    .select({ id: listings.id, title: listings.title })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(
      and(
        eq(agents.accountId, seller.accountId),
        seller.agentId === undefined ? undefined : eq(agents.id, seller.agentId),
        listingIds === undefined ? undefined : inArray(listings.id, [...listingIds]),
        sql`${listings.status} <> 'draft'`,
        after === null ? undefined : sql`${listings.id} < ${after}`,
      ),
    )
    .orderBy(desc(listings.id))
    .limit(rowsMax);
}

/** One row for each of these listings with visits. */
export function sumVisitsByListing(db: Database, audience: Audience) {
  return db
    .select({ listingId: listingVisits.listingId, ...visitSums })
    .from(listingVisits)
    .innerJoin(listings, eq(listings.id, listingVisits.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(visited(audience))
    .groupBy(listingVisits.listingId);
}

/** One row for each of these listings with sales. */
export function countSalesByListing(db: Database, audience: Audience) {
  return db
    .select({ listingId: purchases.listingId, purchases: count() })
    .from(purchases)
    .where(sold(audience))
    .groupBy(purchases.listingId);
}

type UnmetPage = { sinceDay: string; callersMin: number; rowsMax: number };

/** Words of at least so many callers, the most searched first, with the searches of each day. */
export async function listUnmet(db: Database, { sinceDay, callersMin, rowsMax }: UnmetPage) {
  const { words, day, searches, callers } = unmetSearches;
  const wanted = db
    .selectDistinct({ words })
    .from(unmetSearches)
    .where(and(gte(callers, callersMin), gte(day, sinceDay)));
  const all = sql<number>`sum(${searches})`.mapWith(Number);
  const days = sql<{ day: string; searches: number }[]>`
    json_agg(json_build_object('day', ${day}, 'searches', ${searches}) order by ${day} desc)`;
  return await db
    .select({ words, searches: all, days })
    .from(unmetSearches)
    .where(and(inArray(words, wanted), gte(day, sinceDay)))
    .groupBy(words)
    .orderBy(desc(all), asc(words))
    .limit(rowsMax);
}
