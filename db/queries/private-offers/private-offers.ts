/** Private offers with their moves. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  agents,
  listings,
  privateOfferMoves,
  privateOffers,
  purchases,
} from "../../schema/index.ts";
import type { ListingStatus } from "../../vocabulary/listing.ts";
import type { PrivateOfferState } from "../../vocabulary/private-offer.ts";
import { findAccount } from "../accounts/accounts.ts";
import type { Correspondent } from "../messages/threads.ts";
import { behindId, type Slice } from "../slice.ts";

type OfferRow = typeof privateOffers.$inferSelect;
export type PrivateOfferMoveRow = typeof privateOfferMoves.$inferSelect;

/** `purchaseId`: its purchase, unless that ended unpaid. */
export type PrivateOfferRow = OfferRow & { purchaseId: string | null };

/** Whose: an operator's, a seller agent's, or both for the account's person. */
export type PrivateOfferParty = Correspondent | { side: "either"; accountId: string };

export type PrivateOfferDetail = {
  offer: PrivateOfferRow;
  listing: { title: string; status: ListingStatus; priceCents: number };
  agentName: string;
  latestNote: string | null;
  /** The price of its purchase: the listing's, if that was lower; null: not used. */
  paidCents: number | null;
};

const unpaidStates = ["payment_failed", "cancelled", "expired"] as const;

const ownAgents = (db: Database, accountId: string) =>
  db.select({ id: agents.id }).from(agents).where(eq(agents.accountId, accountId));

function isOf(db: Database, of: PrivateOfferParty): SQL | undefined {
  if (of.side === "seller") return eq(privateOffers.sellerAgentId, of.agentId);
  const isBuyer = eq(privateOffers.buyerAccountId, of.accountId);
  if (of.side === "buyer") return isBuyer;
  return or(isBuyer, inArray(privateOffers.sellerAgentId, ownAgents(db, of.accountId)));
}

/** The offers of all agents of an account. */
function isOfAgents(db: Database, accountId: string): SQL {
  return inArray(privateOffers.sellerAgentId, ownAgents(db, accountId));
}

/** For a query of `private_offers`: the id of the purchase that uses the offer, or another column of it. */
export const purchaseOf = (
  db: Database,
  column: typeof purchases.id | typeof purchases.priceCents = purchases.id,
) =>
  db
    .select({ column })
    .from(purchases)
    .where(
      and(
        eq(purchases.privateOfferId, privateOffers.id),
        notInArray(purchases.state, [...unpaidStates]),
      ),
    )
    .limit(1);

/** The same as `presentState` of its rules. */
function isIn(db: Database, state: PrivateOfferState, now: Date): SQL | undefined {
  const isUsed = sql`exists ${purchaseOf(db)}`;
  const at = now.toISOString();
  const isPast = sql`${privateOffers.expiresAt} <= ${at}::timestamptz`;
  const isStored = (stored: OfferRow["state"]) => eq(privateOffers.state, stored);
  if (state === "used") return isUsed;
  if (state === "expired") {
    return and(inArray(privateOffers.state, ["open", "accepted"]), isPast, sql`not ${isUsed}`);
  }
  if (state === "open" || state === "accepted") {
    return and(isStored(state), sql`not ${isPast}`, sql`not ${isUsed}`);
  }
  return isStored(state);
}

export async function insertPrivateOffer(
  tx: Database,
  values: typeof privateOffers.$inferInsert,
): Promise<PrivateOfferRow> {
  const [row] = await tx.insert(privateOffers).values(values).returning();
  if (row === undefined) throw new Error("the insert of a private offer returned no row");
  return { ...row, purchaseId: null };
}

export async function insertMove(
  tx: Database,
  values: typeof privateOfferMoves.$inferInsert,
): Promise<void> {
  await tx.insert(privateOfferMoves).values(values);
}

/** Changes a locked offer. */
export async function updatePrivateOffer(
  tx: Database,
  id: string,
  change: Partial<typeof privateOffers.$inferInsert>,
): Promise<void> {
  await tx.update(privateOffers).set(change).where(eq(privateOffers.id, id));
}

/** Locks an offer; its listing must be locked before. Null: the party has none with this id. */
export async function lockPrivateOffer(
  tx: Database,
  id: string,
  of: PrivateOfferParty,
): Promise<PrivateOfferRow | null> {
  const [row] = await tx
    .select()
    .from(privateOffers)
    .where(and(eq(privateOffers.id, id), isOf(tx, of)))
    .for("update");
  if (row === undefined) return null;
  // Read after the lock, so that a purchase committed meanwhile is seen.
  const [used] = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.privateOfferId, id), notInArray(purchases.state, [...unpaidStates])))
    .limit(1);
  return { ...row, purchaseId: used?.id ?? null };
}

/** The listing of the party's offer, without a lock; null if it has none with this id. */
export async function findOfferedListing(
  db: Database,
  id: string,
  of: PrivateOfferParty,
): Promise<string | null> {
  const [row] = await db
    .select({ listingId: privateOffers.listingId })
    .from(privateOffers)
    .where(and(eq(privateOffers.id, id), isOf(db, of)));
  return row?.listingId ?? null;
}

/** The side on which an account's person is, with the agent; null: it is no party. */
export async function findOwnOfferSide(
  db: Database,
  accountId: string,
  id: string,
): Promise<Correspondent | null> {
  const [row] = await db
    .select({ buyer: privateOffers.buyerAccountId, agentId: privateOffers.sellerAgentId })
    .from(privateOffers)
    .where(and(eq(privateOffers.id, id), isOf(db, { side: "either", accountId })));
  if (row === undefined) return null;
  return row.buyer === accountId
    ? { side: "buyer", accountId }
    : { side: "seller", agentId: row.agentId };
}

function selectDetails(db: Database) {
  const note = db
    .select({ note: privateOfferMoves.note })
    .from(privateOfferMoves)
    .where(
      and(
        eq(privateOfferMoves.privateOfferId, privateOffers.id),
        eq(privateOfferMoves.position, privateOffers.moveCount),
      ),
    );
  return db
    .select({
      offer: privateOffers,
      purchaseId: sql<string | null>`${purchaseOf(db)}`,
      listing: {
        title: listings.title,
        status: listings.status,
        priceCents: listings.priceCents,
      },
      agentName: agents.agentName,
      latestNote: sql<string | null>`${note}`,
      paidCents: sql<number | null>`${purchaseOf(db, purchases.priceCents)}`,
    })
    .from(privateOffers)
    .innerJoin(listings, eq(listings.id, privateOffers.listingId))
    .innerJoin(agents, eq(agents.id, privateOffers.sellerAgentId));
}

type Selected = Omit<PrivateOfferDetail, "offer"> & { offer: OfferRow; purchaseId: string | null };

const detailOf = ({ offer, purchaseId, ...rest }: Selected): PrivateOfferDetail => ({
  offer: { ...offer, purchaseId },
  ...rest,
});

export async function findPrivateOffer(
  db: Database,
  id: string,
  of: PrivateOfferParty,
): Promise<PrivateOfferDetail | null> {
  const [row] = await selectDetails(db).where(and(eq(privateOffers.id, id), isOf(db, of)));
  return row === undefined ? null : detailOf(row);
}

type Filter = { status: PrivateOfferState | undefined; now: Date };

/** The party's offers, latest first, and their total number. */
export async function pagePrivateOffers(
  db: Database,
  of: Correspondent | { side: "agents"; accountId: string },
  { status, now }: Filter,
  slice: Slice,
): Promise<{ rows: PrivateOfferDetail[]; total: number }> {
  const whose = of.side === "agents" ? isOfAgents(db, of.accountId) : isOf(db, of);
  const where = and(whose, status && isIn(db, status, now));
  const [rows, totals] = await Promise.all([
    selectDetails(db)
      .where(and(where, behindId(privateOffers.id, slice)))
      .orderBy(desc(privateOffers.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(privateOffers).where(where),
  ]);
  return { rows: rows.map(detailOf), total: totals[0]?.total ?? 0 };
}

/** At most `rowsMax`, which is the number of moves that an offer can have. */
export async function listMoves(
  db: Database,
  id: string,
  rowsMax: number,
): Promise<PrivateOfferMoveRow[]> {
  return db
    .select()
    .from(privateOfferMoves)
    .where(eq(privateOfferMoves.privateOfferId, id))
    .orderBy(asc(privateOfferMoves.position))
    .limit(rowsMax);
}

const isLive = (now: Date) =>
  and(inArray(privateOffers.state, ["open", "accepted"]), gt(privateOffers.expiresAt, now));

/** Exact while the starter's account and the listing are locked. */
export async function countLiveOffers(
  tx: Database,
  of: { accountId: string; listingId: string; buyerAccountId: string; now: Date },
): Promise<{ ofAccount: number; ofListing: number; ofPair: number }> {
  const live = (where: SQL) =>
    tx.$count(privateOffers, and(where, isLive(of.now), sql`not exists ${purchaseOf(tx)}`));
  const ofListing = eq(privateOffers.listingId, of.listingId);
  const ofPair = sql`${ofListing} and ${eq(privateOffers.buyerAccountId, of.buyerAccountId)}`;
  return {
    ofAccount: await live(eq(privateOffers.startedByAccountId, of.accountId)),
    ofListing: await live(ofListing),
    ofPair: await live(ofPair),
  };
}

/**
 * When the earliest of the account's last `max` moves was made; null if there were fewer since
 * `since`.
 */
export async function firstOfLastMoves(
  db: Database,
  { accountId, since, max }: { accountId: string; since: Date; max: number },
): Promise<Date | null> {
  const { createdAt } = privateOfferMoves;
  const [row] = await db
    .select({ at: createdAt })
    .from(privateOfferMoves)
    .where(and(eq(privateOfferMoves.accountId, accountId), gt(createdAt, since)))
    .orderBy(desc(createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.at ?? null;
}

/** Ends the live offers of a closing account and of its agents; returns how many. Locks them by id. */
export async function withdrawOffersOf(
  tx: Database,
  { accountId, agentIds, now }: { accountId: string; agentIds: string[]; now: Date },
): Promise<number> {
  const isParty = or(
    eq(privateOffers.buyerAccountId, accountId),
    agentIds.length === 0 ? undefined : inArray(privateOffers.sellerAgentId, agentIds),
  );
  const rows = await tx
    .select({ id: privateOffers.id })
    .from(privateOffers)
    .where(and(isParty, inArray(privateOffers.state, ["open", "accepted"])))
    .orderBy(asc(privateOffers.id))
    .for("update");
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(privateOffers)
    .set({ state: "withdrawn", expiryDueAt: null, updatedAt: now })
    .where(inArray(privateOffers.id, ids));
  return rows.length;
}

/** Locks the next offer whose expiry is due, with its latest purchase that has not ended unpaid. */
export async function lockExpiredOffer(
  tx: Database,
  now: Date,
): Promise<(PrivateOfferRow & { isPending: boolean; sellerAccountId: string | null }) | null> {
  const [row] = await tx
    .select()
    .from(privateOffers)
    .where(lte(privateOffers.expiryDueAt, now))
    .orderBy(asc(privateOffers.expiryDueAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (row === undefined) return null;
  const [used] = await tx
    .select({ id: purchases.id, state: purchases.state })
    .from(purchases)
    .where(
      and(eq(purchases.privateOfferId, row.id), notInArray(purchases.state, [...unpaidStates])),
    )
    .limit(1);
  const [seller] = await tx
    .select({ accountId: agents.accountId })
    .from(agents)
    .where(eq(agents.id, row.sellerAgentId));
  return {
    ...row,
    purchaseId: used?.id ?? null,
    isPending: used?.state === "payment_pending",
    sellerAccountId: seller?.accountId ?? null,
  };
}

/** The poster of a request that the agent answered with this listing; null: no such answer stands. */
export async function findRequestBuyer(
  tx: Database,
  of: { requestId: string; listingId: string; agentId: string },
): Promise<{ accountId: string; isSuspended: boolean } | null> {
  const [row] = await tx.execute<{ account_id: string; is_suspended: boolean }>(
    sql`select a.id as account_id, a.suspended_at is not null or a.closed_at is not null as is_suspended
      from data_request_answers n
        join data_requests r on r.id = n.request_id
        join accounts a on a.id = r.account_id
      where r.id = ${of.requestId} and n.listing_id = ${of.listingId} and n.agent_id = ${of.agentId}
        and r.state <> 'removed' and n.state in ('pending', 'accepted')`,
  );
  return row === undefined ? null : { accountId: row.account_id, isSuspended: row.is_suspended };
}

/** The buyer that a seller agent knows by a thread; null if it has no thread with this id. */
export async function findThreadBuyer(
  db: Database,
  threadId: string,
  agentId: string,
): Promise<{ accountId: string; isSuspended: boolean; listingId: string } | null> {
  const [row] = await db.execute<{ account_id: string; is_suspended: boolean; listing_id: string }>(
    sql`select a.id as account_id, a.suspended_at is not null or a.closed_at is not null as is_suspended,
        t.listing_id
      from threads t join accounts a on a.id = t.buyer_account_id
      where t.id = ${threadId} and t.seller_agent_id = ${agentId}`,
  );
  if (row === undefined) return null;
  return {
    accountId: row.account_id,
    isSuspended: row.is_suspended,
    listingId: row.listing_id,
  };
}

/** Whether the buyer of an offer can still act. */
export async function isBuyerSuspended(db: Database, accountId: string): Promise<boolean> {
  const [row] = await db.execute<{ is_suspended: boolean }>(
    sql`select suspended_at is not null or closed_at is not null as is_suspended
      from accounts where id = ${accountId}`,
  );
  return row?.is_suspended ?? true;
}

type Person = { accountId: string; email: string; emailVerified: boolean };

export type PrivateOfferMailRow = {
  move: PrivateOfferMoveRow;
  moveCount: number;
  title: string;
  agentId: string;
  agentName: string;
  buyer: Person;
  /** Null if the agent has no owner any more. */
  seller: Person | null;
};

/** Recipients and contents of the mail about a move. */
export async function findPrivateOfferMail(
  db: Database,
  id: string,
  position: number,
): Promise<PrivateOfferMailRow | null> {
  const [row] = await db
    .select({
      move: privateOfferMoves,
      moveCount: privateOffers.moveCount,
      title: listings.title,
      agentId: agents.id,
      agentName: agents.agentName,
      sellerAccountId: agents.accountId,
      buyerAccountId: privateOffers.buyerAccountId,
    })
    .from(privateOfferMoves)
    .innerJoin(privateOffers, eq(privateOffers.id, privateOfferMoves.privateOfferId))
    .innerJoin(listings, eq(listings.id, privateOffers.listingId))
    .innerJoin(agents, eq(agents.id, privateOffers.sellerAgentId))
    .where(and(eq(privateOfferMoves.privateOfferId, id), eq(privateOfferMoves.position, position)));
  if (row === undefined) return null;
  const { sellerAccountId, buyerAccountId, ...facts } = row;
  const buyer = await findPerson(db, buyerAccountId);
  if (buyer === null) return null;
  const seller = sellerAccountId === null ? null : await findPerson(db, sellerAccountId);
  return { ...facts, buyer, seller };
}

async function findPerson(db: Database, accountId: string): Promise<Person | null> {
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  return { accountId, email: account.email, emailVerified: account.emailVerified };
}
