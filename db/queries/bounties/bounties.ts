/** Bounties of data requests, and the deliveries that compete for them. */
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { bounties, bountyDeliveries, dataRequests, purses } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import type { BountyMode, DeliveryState } from "../../vocabulary/bounty.ts";
import type { PurseState } from "../../vocabulary/purchase.ts";
import type { PurseRow } from "../purchases/charged.ts";
import { lockPurse } from "../purchases/purses.ts";

type BountyRow = typeof bounties.$inferSelect;
export type DeliveryRow = typeof bountyDeliveries.$inferSelect;

/** A bounty as a request shows it. Dates are ISO 8601. */
export type BountyDetail = {
  mode: BountyMode;
  prizeCents: number;
  winners: number;
  awarded: number;
  terms: Stored["acceptanceTerms"];
  endedAt: string | null;
  purseId: string;
  purseState: PurseState;
  actionAskedAt: string | null;
  actionDueAt: string | null;
  failureCode: string | null;
  /** Why the charge failed, or null. */
  failure: string | null;
  /** What went back to the poster, or is on its way. */
  refundCents: number;
  deliveries: Partial<Record<DeliveryState, number>>;
};

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** The bounty of the request that the outer query reads, as one JSON value; null: it has none. */
export const bountyOfRequest = sql<BountyDetail | null>`(
  select json_build_object('mode', bounty.mode, 'prizeCents', bounty.prize_cents,
      'winners', bounty.winners, 'awarded', bounty.awarded, 'terms', bounty.terms,
      'endedAt', ${iso("bounty.ended_at")},
      'purseId', purse.id, 'purseState', purse.state, 'failureCode', purse.failure_code,
      'actionAskedAt', ${iso("purse.action_asked_at")}, 'actionDueAt', ${iso("purse.action_due_at")},
      'failure', purse.failure_detail, 'refundCents', purse.refund_cents,
      'deliveries', (select coalesce(json_object_agg(state, total), '{}'::json) from (
        select delivery.state, count(*) as total from bounty_deliveries as delivery
          where delivery.request_id = bounty.request_id group by delivery.state) as counts))
    from bounties as bounty join purses as purse on purse.id = bounty.purse_id
    where bounty.request_id = ${dataRequests.id})`;

export async function insertBounty(
  tx: Database,
  values: typeof bounties.$inferInsert,
): Promise<void> {
  await tx.insert(bounties).values(values);
}

/** The bounty of a request, and the money that it holds; null: it has none. */
export type HeldBounty = { bounty: BountyRow; purse: PurseRow };

/** The caller has locked the request; this locks the bounty's purse. */
export async function lockBounty(tx: Database, requestId: string): Promise<HeldBounty | null> {
  const [bounty] = await tx.select().from(bounties).where(eq(bounties.requestId, requestId));
  if (bounty === undefined) return null;
  const purse = await lockPurse(tx, bounty.purseId);
  if (purse === null) throw new Error(`purse ${bounty.purseId} is gone`);
  return { bounty, purse };
}

export async function updateBounty(
  tx: Database,
  requestId: string,
  change: Partial<typeof bounties.$inferInsert>,
): Promise<void> {
  await tx.update(bounties).set(change).where(eq(bounties.requestId, requestId));
}

/** False: the same bytes were delivered before. */
export async function insertDelivery(
  tx: Database,
  values: typeof bountyDeliveries.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(bountyDeliveries)
    .values(values)
    .onConflictDoNothing({ target: [bountyDeliveries.requestId, bountyDeliveries.sha256] })
    .returning({ id: bountyDeliveries.answerId });
  return rows.length > 0;
}

/** All deliveries to a request, in the order of submission. */
export async function readDeliveries(
  db: Database,
  requestId: string,
  rowsMax: number,
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(bountyDeliveries)
    .where(eq(bountyDeliveries.requestId, requestId))
    .orderBy(asc(bountyDeliveries.position))
    .limit(rowsMax);
}

export async function findDelivery(db: Database, answerId: string): Promise<DeliveryRow | null> {
  const [row] = await db
    .select()
    .from(bountyDeliveries)
    .where(eq(bountyDeliveries.answerId, answerId));
  return row ?? null;
}

/** Changes a delivery that is still in one of these states; false if it is not. */
export async function moveDelivery(
  tx: Database,
  { answerId, from }: { answerId: string; from: readonly DeliveryState[] },
  change: Partial<typeof bountyDeliveries.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(bountyDeliveries)
    .set(change)
    .where(and(eq(bountyDeliveries.answerId, answerId), inArray(bountyDeliveries.state, [...from])))
    .returning({ id: bountyDeliveries.answerId });
  return rows.length > 0;
}

/** Deliveries whose evaluation is due, longest due first. */
export async function findDueDeliveries(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: bountyDeliveries.answerId })
    .from(bountyDeliveries)
    .where(lte(bountyDeliveries.dueAt, now))
    .orderBy(asc(bountyDeliveries.dueAt))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Claims an evaluation for one process until `leaseUntil`; null: another one was faster. */
export async function claimDueDelivery(
  db: Database,
  answerId: string,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<{ delivery: DeliveryRow; terms: Stored["acceptanceTerms"]; listingId: string } | null> {
  const [delivery] = await db
    .update(bountyDeliveries)
    .set({ dueAt: leaseUntil, attempts: sql`${bountyDeliveries.attempts} + 1` })
    .where(and(eq(bountyDeliveries.answerId, answerId), lte(bountyDeliveries.dueAt, now)))
    .returning();
  if (delivery === undefined) return null;
  const [of] = await db.execute<{ terms: Stored["acceptanceTerms"]; listingId: string }>(sql`
    select bounty.terms, upload.listing_id as "listingId" from bounties as bounty, uploads as upload
      where bounty.request_id = ${delivery.requestId} and upload.id = ${delivery.uploadId}`);
  if (of === undefined) throw new Error(`the bounty of delivery ${answerId} is gone`);
  return { delivery, ...of };
}

/**
 * Requests whose bounty has a next step: its charge has ended, a delivery can win, its deadline has passed
 * with nothing left to evaluate, or its rest has to go back. Nothing happens while a bank disputes the charge.
 * The first condition lets two partial indexes find the few that are live among all that have ended.
 */
export async function findDueBounties(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db.execute<{ id: string }>(sql`
    select bounty.request_id as id from bounties as bounty
        join purses as purse on purse.id = bounty.purse_id
        join data_requests as request on request.id = bounty.request_id
      where bounty.purse_id in (
          select id from purses where state = 'in_escrow'
          union select purse_id from bounties where ended_at is null)
        and ((bounty.ended_at is null and purse.state not in ('payment_pending', 'in_escrow'))
        or (purse.state = 'in_escrow' and purse.chargeback is distinct from 'open' and (
          bounty.ended_at is not null
          or (bounty.mode = 'first_to_pass' and exists (
            select from bounty_deliveries as one where one.request_id = bounty.request_id
              and one.state = 'passed' and not exists (
                select from bounty_deliveries as other where other.request_id = bounty.request_id
                  and other.state = 'pending' and other.position < one.position)))
          or ((request.state <> 'open' or request.expires_at <= ${at}::timestamptz) and not exists (
            select from bounty_deliveries as one
              where one.request_id = bounty.request_id and one.state = 'pending')))))
      order by bounty.request_id limit ${rowsMax}`);
  return rows.map(({ id }) => id);
}

/** Checks about values in the account's bounties for a file that did not win. */
export async function sumDeliveryProbes(
  db: Database,
  { accountId, uploadId }: { accountId: string; uploadId: string },
): Promise<number> {
  const [row] = await db
    .select({ probes: sql<string>`coalesce(sum(${bounties.probes}), 0)`.mapWith(Number) })
    .from(bountyDeliveries)
    .innerJoin(bounties, eq(bounties.requestId, bountyDeliveries.requestId))
    .innerJoin(purses, eq(purses.id, bounties.purseId))
    .where(and(eq(bountyDeliveries.uploadId, uploadId), eq(purses.accountId, accountId)));
  return row?.probes ?? 0;
}
