/**
 * Public figures about a seller, computed on demand: each query is bounded, or counts by an index
 * of the seller's own rows.
 */
import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, listingRatings, listings, purchases } from "../../schema/index.ts";
import type { SellerPart } from "../../vocabulary/report.ts";
import type { StarCounts } from "../../vocabulary/review.ts";
import { sellerChecks } from "../agents/seller-checks.ts";

export type SellerRow = {
  id: string;
  name: string;
  verified: boolean;
  identityChecked: boolean;
  since: Date;
  accountId: string | null;
  about: string | null;
  websites: string[];
  logoId: string | null;
};

/** The seller's agent, and buyers to ignore: their purchases and messages are not counted. */
export type SellerHistory = { agentId: string; exceptBuyers: readonly string[] };

/** An agent that its owner has approved, and that is not deleted. */
export const isStandingSeller = and(
  inArray(agents.state, ["verified", "revoked"]),
  isNull(agents.deletedAt),
);

/** One that everybody sees. */
export const isPublicSeller = and(isStandingSeller, isNull(agents.suspendedAt));

/** Whether no administrator hides this part of a seller's page. */
const isPartShown = (part: SellerPart) => sql`${part} <> all(${agents.hiddenParts})`;

export const shownLogoId = sql<
  string | null
>`case when ${isPartShown("logo")} then ${agents.logoId} end`;

/** Null if there is no public seller with this id. */
export async function findSeller(db: Database, agentId: string): Promise<SellerRow | null> {
  const [row] = await db
    .select({
      id: agents.id,
      name: agents.agentName,
      accountId: agents.accountId,
      about: sql<string | null>`case when ${isPartShown("text")} then ${agents.about} end`,
      websites: sql<
        string[]
      >`case when ${isPartShown("text")} then ${agents.websites} else '{}' end`,
      logoId: shownLogoId,
      ...sellerChecks,
      since: sql`coalesce(${agents.decidedAt}, ${agents.registeredAt})`.mapWith(agents.decidedAt),
    })
    .from(agents)
    .where(and(eq(agents.id, agentId), isPublicSeller));
  return row === undefined ? null : { ...row, since: row.since as Date };
}

export type Offered = { onSale: number; starCounts: StarCounts };

/** Number of its datasets on sale, and the stars of everything it ever offered. */
export async function readOffered(db: Database, agentId: string): Promise<Offered> {
  const total = (name: string) => sql`coalesce(sum(${sql.identifier(name)}), 0)::int`;
  const [row] = await db
    .select({
      onSale: sql<number>`(count(*) filter (where ${listings.status} = 'active'))::int`,
      starCounts: sql<StarCounts>`json_build_array(${total("stars1")}, ${total("stars2")},
        ${total("stars3")}, ${total("stars4")}, ${total("stars5")})`,
    })
    .from(listings)
    .leftJoin(listingRatings, eq(listingRatings.listingId, listings.id))
    .where(eq(listings.agentId, agentId));
  return row ?? { onSale: 0, starCounts: [0, 0, 0, 0, 0] };
}

/** A trial is no sale of the file: cheap ones would raise a seller's figures. */
const isSaleOf = ({ agentId, exceptBuyers }: SellerHistory) =>
  and(
    eq(purchases.sellerAgentId, agentId),
    isNull(purchases.trialRows),
    notInArray(purchases.accountId, [...exceptBuyers]),
  );

/** Condition for rows with the buyer in this column. */
const isCounted = (column: string, { exceptBuyers }: SellerHistory) =>
  notInArray(sql.identifier(column), [...exceptBuyers]);

/** Number of paid sales, read only from the index `purchases_sold_by_agent`. */
export async function countSales(db: Database, history: SellerHistory): Promise<number> {
  return db.$count(purchases, and(isSaleOf(history), sql`${purchases.paidAt} is not null`));
}

/** Sales with problems. */
export type Troubles = {
  opened: number;
  waiting: number;
  forSeller: number;
  forBuyer: number;
  filesChanged: number;
  chargebacksLost: number;
};

const none: Troubles = {
  opened: 0,
  waiting: 0,
  forSeller: 0,
  forBuyer: 0,
  filesChanged: 0,
  chargebacksLost: 0,
};

/**
 * Uses `purchases_troubled_of_agent`, which contains only these few. A bank's dispute does not
 * count as the buyer's.
 */
export async function readTroubles(db: Database, history: SellerHistory): Promise<Troubles> {
  const { disputedAt, disputeReason, state, releaseCause, refundCause, chargeback } = purchases;
  const isOpened = sql`${disputedAt} is not null
    and ${disputeReason} is distinct from 'chargeback'`;
  const countOf = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await db
    .select({
      opened: countOf(isOpened),
      waiting: countOf(sql`${isOpened} and ${state} = 'disputed'`),
      forSeller: countOf(sql`${isOpened} and ${releaseCause} = 'dispute_resolved'`),
      forBuyer: countOf(
        sql`${isOpened} and ${refundCause} in ('dispute_resolved', 'dispute_timed_out')`,
      ),
      filesChanged: countOf(sql`${refundCause} in ('file_changed', 'file_missing')`),
      chargebacksLost: countOf(sql`${chargeback} = 'lost'`),
    })
    .from(purchases)
    .where(and(isSaleOf(history), isTroubled));
  return row ?? none;
}

/** Identical to the index's condition. */
const isTroubled = sql`(disputed_at is not null or chargeback is not null
  or refund_cause is not null)`;

/** Among the latest ones: how many were answered, and the median response time. */
export type AnswerTimes = { answered: number; asked: number; medianSeconds: number | null };

/** For the latest conversations: from the buyer's first message to the seller's first one. */
export async function readMessageTimes(
  db: Database,
  history: SellerHistory,
  rowsMax: number,
): Promise<AnswerTimes> {
  return timesOf(
    db,
    sql`select extract(epoch from answered.at - thread.created_at) as seconds
      from (select id, created_at from threads where seller_agent_id = ${history.agentId}
          and ${isCounted("buyer_account_id", history)}
        order by last_message_at desc, id desc limit ${rowsMax}) as thread
      left join lateral (select created_at as at from messages
        where thread_id = thread.id and side = 'seller' order by position limit 1)
        as answered on true`,
  );
}

/**
 * For the latest disputes: to the seller's first answer, or next message to that buyer about it.
 */
export async function readDisputeTimes(
  db: Database,
  history: SellerHistory,
  rowsMax: number,
): Promise<AnswerTimes> {
  return timesOf(
    db,
    sql`select extract(epoch from least(written.at, stated.at) - dispute.disputed_at) as seconds
      from (select id, disputed_at, listing_id, account_id from purchases
        where seller_agent_id = ${history.agentId} and ${isCounted("account_id", history)}
          and ${isTroubled} and disputed_at is not null
          and dispute_reason is distinct from 'chargeback'
        order by id desc limit ${rowsMax}) as dispute
      left join lateral (select messages.created_at as at from threads
        join messages on messages.thread_id = threads.id
        where threads.listing_id = dispute.listing_id
          and threads.buyer_account_id = dispute.account_id and messages.side = 'seller'
          and messages.created_at >= dispute.disputed_at
        order by messages.position limit 1) as written on true
      left join lateral (select created_at as at from dispute_statements
        where purchase_id = dispute.id and side = 'seller'
        order by id limit 1) as stated on true`,
  );
}

async function timesOf(db: Database, times: ReturnType<typeof sql>): Promise<AnswerTimes> {
  const [row] = await db.execute<{ asked: number; answered: number; median: number | null }>(
    sql`select count(*)::int as asked, count(seconds)::int as answered,
      (percentile_cont(0.5) within group (order by seconds))::float8 as median
      from (${times}) as times`,
  );
  const { asked = 0, answered = 0, median = null } = row ?? {};
  return { asked, answered, medianSeconds: median };
}
