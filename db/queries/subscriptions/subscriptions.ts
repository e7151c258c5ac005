/** Subscriptions, their periods (purchases), and those with a step that is due. */
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  apiKeys,
  listings,
  paymentMethods,
  purchases,
  subscriptions,
  uploads,
} from "../../schema/index.ts";
import type { SpendingWindows } from "../../vocabulary/account.ts";
import type { SubscriptionState } from "../../vocabulary/subscription.ts";
import { shownKeyName } from "../connections/shown-names.ts";
import type { PurchaseRow } from "../purchases/purchases.ts";
import { behindId, type Slice } from "../slice.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type SubscriptionChange = Partial<typeof subscriptions.$inferInsert>;

/** Null if the account has a live subscription of the listing. */
export async function insertSubscription(
  tx: Database,
  values: typeof subscriptions.$inferInsert,
): Promise<SubscriptionRow | null> {
  const [row] = await tx.insert(subscriptions).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findSubscription(db: Database, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** Locks it; its key and its listing, if needed, must be locked before, its purchases after. */
export async function lockSubscription(tx: Database, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for("update");
  return row ?? null;
}

/** Changes a locked subscription. */
export async function updateSubscription(
  tx: Database,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  const [row] = await tx
    .update(subscriptions)
    .set(change)
    .where(eq(subscriptions.id, id))
    .returning();
  if (row === undefined) throw new Error(`subscription ${id} vanished under its lock`);
  return row;
}

/** The account's live subscription of the listing, and whether it ever had one. */
export async function findEarlierSubscription(
  db: Database,
  of: { accountId: string; listingId: string },
): Promise<{ live: SubscriptionRow | null; hasAny: boolean }> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.accountId, of.accountId), eq(subscriptions.listingId, of.listingId)),
    )
    .orderBy(sql`${subscriptions.state} = 'ended'`)
    .limit(1);
  const [first] = rows;
  if (first === undefined) return { live: null, hasAny: false };
  return { live: first.state === "ended" ? null : first, hasAny: true };
}

/** The latest attempt to pay a period; null: there was none. */
export async function findLatestPeriod(
  db: Database,
  subscriptionId: string,
): Promise<PurchaseRow | null> {
  const [row] = await db
    .select()
    .from(purchases)
    .where(eq(purchases.subscriptionId, subscriptionId))
    .orderBy(desc(purchases.id))
    .limit(1);
  return row ?? null;
}

/** Those whose next step is due, the longest due first. */
export async function findDueSubscriptions(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(lte(subscriptions.nextStepAt, now))
    .orderBy(asc(subscriptions.nextStepAt))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Active yearly ones that renew by `dueBy`, whose subscriber was not reminded of it. */
export async function findUnremindedRenewals(
  db: Database,
  { now, dueBy, rowsMax }: { now: Date; dueBy: Date; rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        gt(subscriptions.nextStepAt, now),
        lte(subscriptions.nextStepAt, dueBy),
        eq(subscriptions.state, "active"),
        eq(subscriptions.renewal, "on"),
        eq(subscriptions.interval, "year"),
        isNull(subscriptions.planEndingAt),
        sql`${subscriptions.remindedPeriod} is distinct from ${subscriptions.periodNumber}`,
      ),
    )
    .orderBy(asc(subscriptions.nextStepAt))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Those that wait for the outcome of a charge that has one. */
export async function findChargedSubscriptions(db: Database, rowsMax: number): Promise<string[]> {
  const isPending = sql`exists (select 1 from ${purchases}
    where ${purchases.subscriptionId} = ${subscriptions.id} and ${purchases.state} = 'payment_pending')`;
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        isNull(subscriptions.nextStepAt),
        inArray(subscriptions.state, ["pending", "active", "past_due"]),
        sql`not ${isPending}`,
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Locks a listing's live subscriptions after one, in id order. */
export async function lockSubscribersAfter(
  tx: Database,
  { listingId, afterId, rowsMax }: { listingId: string; afterId: string | null; rowsMax: number },
): Promise<SubscriptionRow[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.listingId, listingId),
        ne(subscriptions.state, "ended"),
        afterId === null ? undefined : gt(subscriptions.id, afterId),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(rowsMax)
    .for("update");
}

/** Locks an account's live subscriptions in id order. */
export async function lockLiveSubscriptions(
  tx: Database,
  accountId: string,
): Promise<SubscriptionRow[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), ne(subscriptions.state, "ended")))
    .orderBy(asc(subscriptions.id))
    .for("update");
}

export type PeriodVersion = { uploadId: string; version: number; publishedAt: Date };

type Period = Pick<PurchaseRow, "listingId" | "periodStartsAt" | "periodEndsAt">;

/** The versions that a period's listing published in it, earliest first. */
export async function readPeriodVersions(
  db: Database,
  { listingId, periodStartsAt, periodEndsAt }: Period,
  rowsMax: number,
): Promise<PeriodVersion[]> {
  if (periodStartsAt === null || periodEndsAt === null) return [];
  const rows = await db
    .select({ uploadId: uploads.id, version: uploads.version, publishedAt: uploads.publishedAt })
    .from(uploads)
    .where(
      and(
        eq(uploads.listingId, listingId),
        gte(uploads.publishedAt, periodStartsAt),
        lt(uploads.publishedAt, periodEndsAt),
      ),
    )
    .orderBy(asc(uploads.version))
    .limit(rowsMax);
  return rows.flatMap(({ version, publishedAt, uploadId }) =>
    version === null || publishedAt === null ? [] : [{ uploadId, version, publishedAt }],
  );
}

/** A subscription with related data for its view. */
export type SubscriptionDetail = {
  subscription: SubscriptionRow;
  keyName: string;
  card: { brand: string; last4: string };
  listing: Pick<typeof listings.$inferSelect, "status" | "version">;
};

function selectDetails(db: Database) {
  return db
    .select({
      subscription: subscriptions,
      keyName: shownKeyName,
      card: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
      listing: { status: listings.status, version: listings.version },
    })
    .from(subscriptions)
    .innerJoin(listings, eq(listings.id, subscriptions.listingId))
    .innerJoin(apiKeys, eq(apiKeys.id, subscriptions.apiKeyId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, subscriptions.paymentMethodId));
}

export async function findSubscriptionDetail(
  db: Database,
  id: string,
): Promise<SubscriptionDetail | null> {
  const [row] = await selectDetails(db).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** The account's subscriptions, newest first. */
export async function pageSubscriptions(
  db: Database,
  {
    accountId,
    status,
    limit,
    offset,
    after,
  }: { accountId: string; status: SubscriptionState | undefined } & Slice,
): Promise<{ rows: SubscriptionDetail[]; total: number }> {
  const where = and(
    eq(subscriptions.accountId, accountId),
    status === undefined ? undefined : eq(subscriptions.state, status),
  );
  const [rows, total] = await Promise.all([
    selectDetails(db)
      .where(and(where, behindId(subscriptions.id, { after })))
      .orderBy(desc(subscriptions.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(subscriptions).where(where),
  ]);
  return { rows, total: total[0]?.total ?? 0 };
}

/** A subscription's periods, latest first. */
export async function readPeriods(
  db: Database,
  subscriptionId: string,
  rowsMax: number,
): Promise<PurchaseRow[]> {
  return db
    .select()
    .from(purchases)
    .where(eq(purchases.subscriptionId, subscriptionId))
    .orderBy(desc(purchases.id))
    .limit(rowsMax);
}

/**
 * Cents that the keys reserve for renewals within the current window of their budget; keys without
 * any are absent. Exact under the key's lock.
 */
export async function renewalCentsByKey(
  db: Database,
  apiKeyIds: string[],
  { windows, exceptListingId }: { windows: SpendingWindows; exceptListingId?: string },
): Promise<Map<string, number>> {
  if (apiKeyIds.length === 0) return new Map();
  const { day, week, month } = windows.starts;
  const after = (start: Date, length: string) =>
    sql`(${start.toISOString()}::timestamptz at time zone 'UTC' + ${length}::interval) at time zone 'UTC'`;
  const windowEnd = sql`case ${apiKeys.budgetPeriod}
    when 'day' then ${after(day, "1 day")} when 'week' then ${after(week, "7 days")}
    when 'month' then ${after(month, "1 month")} else 'infinity' end`;
  const { nextPriceAt, nextPriceCents, nextStepAt, priceCents } = subscriptions;
  const price = sql`case when ${nextPriceAt} <= ${nextStepAt} then ${nextPriceCents} else ${priceCents} end`;
  const rows = await db
    .select({ apiKeyId: subscriptions.apiKeyId, cents: sql`sum(${price})`.mapWith(Number) })
    .from(subscriptions)
    .innerJoin(apiKeys, eq(apiKeys.id, subscriptions.apiKeyId))
    .where(
      and(
        inArray(subscriptions.apiKeyId, apiKeyIds),
        ne(subscriptions.state, "ended"),
        eq(subscriptions.renewal, "on"),
        sql`${nextStepAt} < ${windowEnd}`,
        exceptListingId === undefined ? undefined : ne(subscriptions.listingId, exceptListingId),
      ),
    )
    .groupBy(subscriptions.apiKeyId);
  return new Map(rows.map(({ apiKeyId, cents }) => [apiKeyId, cents]));
}

export type RecurringRevenue = { subscribers: number; monthlyCents: number; pastDue: number };

/** A seller's live subscriptions that renew, and their price per month in cents, before the fee. */
export async function sumRecurringRevenue(
  db: Database,
  {
    sellerAccountId,
    sellerAgentId,
    listingId,
  }: {
    sellerAccountId: string;
    sellerAgentId?: string | undefined;
    listingId?: string | undefined;
  },
): Promise<RecurringRevenue> {
  const { interval, priceCents, state, renewal } = subscriptions;
  const isCounted = sql`${renewal} = 'on' and ${state} in ('active', 'past_due')`;
  const monthly = sql`case ${interval} when 'year' then ${priceCents} / 12.0 else ${priceCents} end`;
  const [row] = await db
    .select({
      subscribers: sql`count(*) filter (where ${state} <> 'pending')`.mapWith(Number),
      monthlyCents: sql`coalesce(round(sum(${monthly}) filter (where ${isCounted})), 0)`.mapWith(
        Number,
      ),
      pastDue: sql`count(*) filter (where ${state} = 'past_due')`.mapWith(Number),
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.sellerAccountId, sellerAccountId),
        ne(state, "ended"),
        sellerAgentId === undefined ? undefined : eq(subscriptions.sellerAgentId, sellerAgentId),
        listingId === undefined ? undefined : eq(subscriptions.listingId, listingId),
      ),
    );
  return row ?? { subscribers: 0, monthlyCents: 0, pastDue: 0 };
}
