/** Bundles: several listings of one seller at one price. */
import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, bundleItems, bundles, listings } from "../../schema/index.ts";
import { type ShownSeller, sellerChecks } from "../agents/seller-checks.ts";
import { behindId, type Slice } from "../slice.ts";

export type BundleRow = typeof bundles.$inferSelect;

/** A listing of a bundle as it is now. */
export type BundledListing = {
  id: string;
  title: string;
  priceCents: number;
  /** Active and for sale at a fixed price. */
  isOnSale: boolean;
};

export type BundleDetail = { bundle: BundleRow; seller: ShownSeller; listings: BundledListing[] };

const isOnSale = sql`(${listings.status} = 'active' and ${listings.pricingType} = 'buy_it_now'
  and ${listings.priceCents} > 0 and ${listings.sha256} is not null)`;

const itemsOf = sql`from ${bundleItems} join ${listings} on ${listings.id} = ${bundleItems.listingId}
  where ${bundleItems.bundleId} = ${bundles.id}`;

/** The sum of the listings' prices in cents; null if one of them is not on sale. */
const separateCents = sql<number | null>`(
  select case when bool_and${isOnSale} then sum(${listings.priceCents}) end ${itemsOf})`;

/** Whether it can be bought: none of its listings has left the sale, and it saves something. */
const isOpen = and(isNull(bundles.endedAt), sql`${separateCents} > ${bundles.priceCents}`);

/** Nobody sees the words of a suspended or removed seller. */
const isSellerShown = and(
  isNull(agents.suspendedAt),
  isNull(agents.deletedAt),
  sql`not exists (select from ${accounts} where ${accounts.id} = ${agents.accountId}
    and ${accounts.suspendedAt} is not null)`,
);

/** Everybody sees it; with its agent. */
export const isShownBundle = and(isSellerShown, isNull(bundles.suspendedAt));

const detailColumns = {
  bundle: bundles,
  seller: { id: agents.id, name: agents.agentName, ...sellerChecks },
  listings: sql<BundledListing[]>`(
    select json_agg(json_build_object('id', ${listings.id}, 'title', ${listings.title},
'priceCents', ${listings.priceCents},
      'isOnSale', ${isOnSale}) order by ${bundleItems.position}) ${itemsOf})`,
};

const selectDetails = (db: Database) =>
  db.select(detailColumns).from(bundles).innerJoin(agents, eq(agents.id, bundles.agentId));

export async function findBundle(db: Database, id: string): Promise<BundleDetail | null> {
  const [row] = await selectDetails(db).where(and(eq(bundles.id, id), isShownBundle));
  return row ?? null;
}

/** One agent's bundles, or those of all agents of an account. */
export type BundlesOf = { agentId: string } | { accountId: string };

const isOf = (db: Database, of: BundlesOf): SQL =>
  "agentId" in of
    ? eq(bundles.agentId, of.agentId)
    : sql`${bundles.agentId} in ${db.select({ id: agents.id }).from(agents).where(eq(agents.accountId, of.accountId))}`;

export type BundleFilter = {
  status?: "open" | "unavailable" | "ended" | undefined;
  listingId?: string | undefined;
  of?: BundlesOf | undefined;
};

function matches(db: Database, { status, listingId, of }: BundleFilter): SQL | undefined {
  const conditions = {
    open: isOpen,
    unavailable: and(isNull(bundles.endedAt), sql`(${isOpen}) is not true`),
    ended: isNotNull(bundles.endedAt),
  };
  return and(
    // Its owner also sees one that an administrator suspended.
    of && "accountId" in of ? isSellerShown : isShownBundle,
    status && conditions[status],
    of && isOf(db, of),
    listingId === undefined ? undefined : isWith(db, listingId),
  );
}

/** All listings of a bundle are its agent's, who has few live ones. */
function isWith(db: Database, listingId: string): SQL | undefined {
  const seller = db
    .select({ id: listings.agentId })
    .from(listings)
    .where(eq(listings.id, listingId));
  return and(
    sql`${bundles.agentId} = ${seller}`,
    sql`exists (select from ${bundleItems} where ${bundleItems.listingId} = ${listingId}
      and ${bundleItems.bundleId} = ${bundles.id})`,
  );
}

/** Whether one is open is computed, so counting all would take seconds. */
export const bundlesCountedMax = 1000;
/** Live bundles that one page looks at for open or unavailable ones. */
const scannedMax = 2000;

/** The latest live bundles that the filter may match, at most {@link scannedMax}. */
async function scan(
  db: Database,
  { listingId, of }: BundleFilter,
  slice: Pick<Slice, "after">,
): Promise<string[]> {
  const rows = await db
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(
        isNull(bundles.endedAt),
        of && isOf(db, of),
        listingId === undefined ? undefined : isWith(db, listingId),
        behindId(bundles.id, slice),
      ),
    )
    .orderBy(desc(bundles.id))
    .limit(scannedMax);
  return rows.map(({ id }) => id);
}

/** A list of values: for a subquery PostgreSQL may compute the status of all bundles first. */
const isAmong = (ids: string[]): SQL => sql`${bundles.id} = any(${sql.param(ids)}::uuid[])`;

type BundlePage = {
  rows: BundleDetail[];
  total: number;
  /** The list goes on behind this bundle, however few rows the page has; null: it was read to its end. */
  scannedTo: string | null;
};

/**
 * Latest first, and their total number, counted up to {@link bundlesCountedMax} plus one. A page of open or
 * unavailable ones looks at a bounded number of bundles, so that a market of unavailable ones costs no more.
 */
export async function pageBundles(
  db: Database,
  filter: BundleFilter,
  slice: Slice,
): Promise<BundlePage> {
  const { status } = filter;
  const isComputed = status === "open" || status === "unavailable";
  const ids = isComputed ? await scan(db, filter, slice) : null;
  const firstIds =
    isComputed && slice.after != null ? await scan(db, filter, { after: null }) : ids;
  const where = matches(db, filter);
  const counted = db
    .select({ id: bundles.id })
    .from(bundles)
    .innerJoin(agents, eq(agents.id, bundles.agentId))
    .where(and(where, firstIds === null ? undefined : isAmong(firstIds)))
    .limit(bundlesCountedMax + 1)
    .as("counted");
  const [rows, totals] = await Promise.all([
    selectDetails(db)
      .where(and(where, ids === null ? behindId(bundles.id, slice) : isAmong(ids)))
      .orderBy(desc(bundles.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(counted),
  ]);
  const scannedTo = ids?.[scannedMax - 1] ?? null;
  return { rows, total: totals[0]?.total ?? 0, scannedTo };
}

export type OfferedBundle = { id: string; title: string; priceCents: number; savingCents: number };

/** The open bundles with a listing, the largest saving first. */
export async function findBundlesWith(
  db: Database,
  listingId: string,
  rowsMax: number,
): Promise<OfferedBundle[]> {
  const savingCents = sql<number>`${separateCents} - ${bundles.priceCents}`.mapWith(Number);
  return db
    .select({ id: bundles.id, title: bundles.title, priceCents: bundles.priceCents, savingCents })
    .from(bundles)
    .innerJoin(agents, eq(agents.id, bundles.agentId))
    .where(matches(db, { status: "open", listingId }))
    .orderBy(desc(savingCents), asc(bundles.id))
    .limit(rowsMax);
}

/** Listings of the agent, by these ids. */
export async function readOwnListings(
  tx: Database,
  { agentId, ids }: { agentId: string; ids: string[] },
): Promise<Map<string, BundledListing & { sha256: string | null }>> {
  const rows = await tx
    .select({
      id: listings.id,
      title: listings.title,
      priceCents: listings.priceCents,
      isOnSale: sql<boolean>`${isOnSale}`,
      sha256: listings.sha256,
    })
    .from(listings)
    .where(
      and(eq(listings.agentId, agentId), sql`${listings.id} = any(${sql.param(ids)}::uuid[])`),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Items lock their listings, so they are written by id, in which suspensions lock listings, too. */
export async function insertBundle(
  tx: Database,
  values: typeof bundles.$inferInsert,
  listingIds: string[],
): Promise<BundleRow> {
  const [row] = await tx.insert(bundles).values(values).returning();
  if (row === undefined) throw new Error("the bundle was not written");
  const items = listingIds.map((listingId, position) => ({
    bundleId: row.id,
    position,
    listingId,
  }));
  await tx.insert(bundleItems).values(items.sort((a, b) => (a.listingId < b.listingId ? -1 : 1)));
  return row;
}

export function countLiveBundles(tx: Database, agentId: string): Promise<number> {
  return tx.$count(bundles, and(eq(bundles.agentId, agentId), isNull(bundles.endedAt)));
}

export async function findOwnBundle(
  db: Database,
  of: BundlesOf,
  id: string,
): Promise<BundleDetail | null> {
  const [row] = await selectDetails(db).where(and(eq(bundles.id, id), isOf(db, of)));
  return row ?? null;
}

/** Ends a bundle; false: it has ended before, or is not theirs. Waits for orders that hold it. */
export async function endBundleRow(
  tx: Database,
  { id, of, now }: { id: string; of: BundlesOf; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(bundles)
    .set({ endedAt: now })
    .where(and(eq(bundles.id, id), isOf(tx, of), isNull(bundles.endedAt)))
    .returning({ id: bundles.id });
  return rows.length > 0;
}

/** Ends all bundles of an agent that is removed; returns how many. */
export async function endBundlesOf(tx: Database, agentId: string, now: Date): Promise<number> {
  const ids = tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.agentId, agentId), isNull(bundles.endedAt)))
    .orderBy(asc(bundles.id))
    .for("no key update");
  const rows = await tx
    .update(bundles)
    .set({ endedAt: now })
    .where(sql`${bundles.id} in ${ids}`)
    .returning({ id: bundles.id });
  return rows.length;
}

/** The listings of a bundle in its order; empty: there is no such bundle. They never change. */
export async function readBundledIds(tx: Database, bundleId: string): Promise<string[]> {
  const rows = await tx
    .select({ listingId: bundleItems.listingId })
    .from(bundleItems)
    .where(eq(bundleItems.bundleId, bundleId))
    .orderBy(asc(bundleItems.position));
  return rows.map(({ listingId }) => listingId);
}

/**
 * Holds a bundle until the transaction ends, so that its end or suspension waits; after key and listings.
 * Null: there is none, or it is suspended.
 */
export async function holdBundle(tx: Database, id: string): Promise<BundleRow | null> {
  const [row] = await tx
    .select()
    .from(bundles)
    .where(and(eq(bundles.id, id), isNull(bundles.suspendedAt)))
    .for("share");
  return row ?? null;
}
