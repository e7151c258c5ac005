/** Backlog sizes and ages. Every count is capped, whatever the size of the tables. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  chargebacks,
  eventCursors,
  events,
  outbox,
  purchases,
  purses,
  webhookDeliveries,
  webhookEndpoints,
} from "../../schema/index.ts";

/** `rows` is at most the requested cap; `oldestAt` is null if nothing waits. */
export type Depth = { rows: number; oldestAt: Date | null };

type Counted = { rows: number; oldest: string | null };

/** Counts what `of` selects as `at`, in index order, up to the cap. */
async function countUpTo(db: Database, of: SQL, rowsMax: number): Promise<Depth> {
  const [row] = await db.execute<Counted>(
    sql`select count(*)::int as rows, min(at) as oldest from (${of} limit ${rowsMax}) as counted`,
  );
  return depthOf(row);
}

function depthOf(row: Counted | undefined): Depth {
  const oldest = row?.oldest ?? null;
  return { rows: row?.rows ?? 0, oldestAt: oldest === null ? null : new Date(oldest) };
}

/** Counts per subject among the oldest `rowsMax` unpublished rows of the outbox. */
export async function readOutboxDepths(
  db: Database,
  rowsMax: number,
): Promise<(Depth & { subject: string })[]> {
  const rows = await db.execute<Counted & { subject: string }>(sql`
    select subject, count(*)::int as rows, min(at) as oldest from (
      select subject, created_at as at from ${outbox}
      where published_at is null order by id limit ${rowsMax}) as counted
    group by subject order by subject`);
  return [...rows].map((row) => ({ subject: row.subject, ...depthOf(row) }));
}

/** Events not yet turned into deliveries. */
export function readUnfannedEvents(db: Database, rowsMax: number): Promise<Depth> {
  const of = sql`select created_at as at from ${events}
    where position > (select position from ${eventCursors} where name = 'webhooks')
    order by position`;
  return countUpTo(db, of, rowsMax);
}

export function readPendingDeliveries(db: Database, rowsMax: number): Promise<Depth> {
  const of = sql`select created_at as at from ${webhookDeliveries}
    where state = 'pending' order by id`;
  return countUpTo(db, of, rowsMax);
}

/** Deliveries abandoned since an instant; `oldestAt` is the first of them. */
export function readFailedDeliveries(
  db: Database,
  { since, rowsMax }: { since: Date; rowsMax: number },
): Promise<Depth> {
  const of = sql`select ended_at as at from ${webhookDeliveries}
    where state = 'failed' and ended_at >= ${since.toISOString()} order by ended_at`;
  return countUpTo(db, of, rowsMax);
}

/** Webhooks that fail every attempt and are still called. */
export function readFailingEndpoints(db: Database, rowsMax: number): Promise<Depth> {
  const of = sql`select failing_since as at from ${webhookEndpoints}
    where failing_since is not null and disabled_at is null order by failing_since`;
  return countUpTo(db, of, rowsMax);
}

/** Purchases in one waiting state, and their money by currency. */
export type WaitingMoney = Depth & { cents: Record<string, number> };

// Literals that repeat the conditions of partial indexes, so that each is read in order and only up
// to the cap.
const waitingMoney = {
  // Purchases that were opened with a purse are part of its charge.
  payment_pending: sql`select * from (
    (select created_at as at, price_cents as cents, currency from ${purchases}
      where state = 'payment_pending' and purse_id is null)
    union all
    (select created_at, price_cents, currency from ${purses} where state = 'payment_pending')
  ) as pending order by at`,
  in_escrow: sql`select release_due_at as at, price_cents as cents, currency from ${purchases}
    where state = 'in_escrow' order by release_due_at`,
  payout_owed: sql`select released_at as at, price_cents - fee_cents - set_off_cents - kept_cents as cents,
      currency from ${purchases}
    where state = 'released' and transferred_at is null
      and price_cents > fee_cents + set_off_cents + kept_cents order by released_at`,
  refund_owed: sql`select * from (
    (select refunded_at as at, price_cents - charged_back_cents as cents, currency
      from ${purchases} where state = 'refunded' and refund_paid_at is null)
    union all
    (select refunded_at, refund_cents - charged_back_cents, currency from ${purses}
      where state = 'refunded' and refund_paid_at is null)
  ) as owed order by at`,
  disputed: sql`select disputed_at as at, price_cents as cents, currency from ${purchases}
    where state = 'disputed' order by disputed_at`,
  chargeback_open: sql`select opened_at as at, amount_cents as cents, currency from ${chargebacks}
    where state = 'open' order by opened_at`,
} as const;

export type WaitingMoneyKind = keyof typeof waitingMoney;

/** Purchases in one waiting state, up to the cap. */
export function readWaitingMoney(
  db: Database,
  kind: WaitingMoneyKind,
  rowsMax: number,
): Promise<WaitingMoney> {
  return sumUpTo(db, waitingMoney[kind], rowsMax);
}

/** Escrows whose release was due before an instant, which means that the clock is late. */
export function readOverdueEscrows(
  db: Database,
  { dueBefore, rowsMax }: { dueBefore: Date; rowsMax: number },
): Promise<WaitingMoney> {
  const of = sql`select release_due_at as at, price_cents as cents, currency from ${purchases}
    where state = 'in_escrow' and release_due_at < ${dueBefore.toISOString()}
    order by release_due_at`;
  return sumUpTo(db, of, rowsMax);
}

async function sumUpTo(db: Database, of: SQL, rowsMax: number): Promise<WaitingMoney> {
  const rows = await db.execute<Counted & { currency: string; cents: number }>(sql`
    select currency, count(*)::int as rows, min(at) as oldest, sum(cents)::float8 as cents
    from (${of} limit ${rowsMax}) as counted group by currency order by currency`);
  const sums = [...rows].map((row) => ({ ...row, ...depthOf(row) }));
  const dates = sums.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt.getTime()]));
  return {
    rows: sums.reduce((total, row) => total + row.rows, 0),
    oldestAt: dates.length === 0 ? null : new Date(Math.min(...dates)),
    cents: Object.fromEntries(sums.map(({ currency, cents }) => [currency, cents])),
  };
}
