/** Requests for access to gated listings. */
import { and, count, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accessRequests, agents, listings } from "../../schema/index.ts";
import type { AccessState } from "../../vocabulary/access.ts";
import { findAccount } from "../accounts/accounts.ts";
import type { Correspondent } from "../messages/threads.ts";
import { behindId, type Slice } from "../slice.ts";

export type AccessRow = typeof accessRequests.$inferSelect;
export type AccessDetail = { request: AccessRow; title: string; agentName: string };

type Pair = { listingId: string; accountId: string };

const isOfPair = ({ listingId, accountId }: Pair) =>
  and(eq(accessRequests.listingId, listingId), eq(accessRequests.buyerAccountId, accountId));

const approvalOf = (db: Database, pair: Pair) =>
  db
    .select({ id: accessRequests.id })
    .from(accessRequests)
    .where(and(isOfPair(pair), eq(accessRequests.state, "approved")));

/** Whether the buyer is approved. */
export async function hasAccess(db: Database, pair: Pair): Promise<boolean> {
  return (await approvalOf(db, pair)).length > 0;
}

/** The same. Holds the row, so that a withdrawal waits for the order. */
export async function holdAccess(tx: Database, pair: Pair): Promise<boolean> {
  return (await approvalOf(tx, pair).for("share")).length > 0;
}

/** The buyer's latest request for the listing. */
export async function findLatestAccess(db: Database, pair: Pair): Promise<AccessRow | null> {
  const [row] = await db
    .select()
    .from(accessRequests)
    .where(isOfPair(pair))
    .orderBy(desc(accessRequests.id))
    .limit(1);
  return row ?? null;
}

/** Null: a request of the pair is pending or approved. */
export async function insertAccess(
  tx: Database,
  values: typeof accessRequests.$inferInsert,
): Promise<AccessRow | null> {
  const [row] = await tx.insert(accessRequests).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** When the earliest of the account's last `max` requests was made; null: fewer since `since`. */
export async function firstOfLastAccess(
  db: Database,
  { accountId, since, max }: { accountId: string; since: Date; max: number },
): Promise<Date | null> {
  const { createdAt, buyerAccountId } = accessRequests;
  const [row] = await db
    .select({ at: createdAt })
    .from(accessRequests)
    .where(and(eq(buyerAccountId, accountId), gt(createdAt, since)))
    .orderBy(desc(createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.at ?? null;
}

/** Whose: an operator's, an agent's, or those of all agents of an account. */
export type AccessOf = Correspondent | { side: "agents"; accountId: string };

function isOf(db: Database, of: AccessOf): SQL {
  if (of.side === "seller") return eq(accessRequests.sellerAgentId, of.agentId);
  if (of.side === "buyer") return eq(accessRequests.buyerAccountId, of.accountId);
  const own = db.select({ id: agents.id }).from(agents).where(eq(agents.accountId, of.accountId));
  return inArray(accessRequests.sellerAgentId, own);
}

/** Locks a request of the seller's; null: there is none with this id. */
export async function lockAccess(
  tx: Database,
  of: AccessOf,
  id: string,
): Promise<AccessRow | null> {
  const [row] = await tx
    .select()
    .from(accessRequests)
    .where(and(eq(accessRequests.id, id), isOf(tx, of)))
    .for("update");
  return row ?? null;
}

/** Locks pending requests of a listing, which is locked before, in the order of their ids. */
export function lockPendingAccess(
  tx: Database,
  { listingId, rowsMax }: { listingId: string; rowsMax: number },
): Promise<AccessRow[]> {
  const { id, state } = accessRequests;
  return tx
    .select()
    .from(accessRequests)
    .where(and(eq(accessRequests.listingId, listingId), eq(state, "pending")))
    .orderBy(id)
    .limit(rowsMax)
    .for("update");
}

export async function updateAccess(
  tx: Database,
  id: string,
  change: Partial<typeof accessRequests.$inferInsert>,
): Promise<void> {
  await tx.update(accessRequests).set(change).where(eq(accessRequests.id, id));
}

const selectDetails = (db: Database) =>
  db
    .select({ request: accessRequests, title: listings.title, agentName: agents.agentName })
    .from(accessRequests)
    .innerJoin(listings, eq(listings.id, accessRequests.listingId))
    .innerJoin(agents, eq(agents.id, accessRequests.sellerAgentId));

export async function findAccess(db: Database, id: string): Promise<AccessDetail | null> {
  const [row] = await selectDetails(db).where(eq(accessRequests.id, id));
  return row ?? null;
}

/** Latest first, and their total number. */
export async function pageAccess(
  db: Database,
  of: AccessOf,
  state: AccessState | undefined,
  slice: Slice,
): Promise<{ rows: AccessDetail[]; total: number }> {
  const where = and(isOf(db, of), state && eq(accessRequests.state, state));
  const [rows, totals] = await Promise.all([
    selectDetails(db)
      .where(and(where, behindId(accessRequests.id, slice)))
      .orderBy(desc(accessRequests.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(accessRequests).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Ends the pending requests of a closing account, and empties all its words. */
export async function emptyAccessOf(tx: Database, accountId: string, now: Date): Promise<void> {
  const ofBuyer = eq(accessRequests.buyerAccountId, accountId);
  await tx.select().from(accessRequests).where(ofBuyer).orderBy(accessRequests.id).for("update");
  await tx
    .update(accessRequests)
    .set({
      answers: sql`'{}'`,
      state: sql`case when state = 'pending' then 'withdrawn' else state end`,
      decidedAt: sql`coalesce(decided_at, ${now.toISOString()}::timestamptz)`,
    })
    .where(ofBuyer);
}

export type Gate = {
  /** What a buyer answers; null: the listing has no gate. */
  questions: string[] | null;
  isSampleHidden: boolean;
};

export async function updateGate(
  tx: Database,
  { listingId, questions, isSampleHidden, now }: Gate & { listingId: string; now: Date },
): Promise<void> {
  await tx
    .update(listings)
    .set({ accessQuestions: questions, sampleHidden: isSampleHidden, updatedAt: now })
    .where(eq(listings.id, listingId));
}

type Person = { accountId: string; email: string; emailVerified: boolean };
export type AccessMailRow = AccessDetail & { buyer: Person | null; seller: Person | null };

export async function findAccessMail(db: Database, id: string): Promise<AccessMailRow | null> {
  const found = await findAccess(db, id);
  if (found === null) return null;
  const [agent] = await db
    .select({ accountId: agents.accountId })
    .from(agents)
    .where(eq(agents.id, found.request.sellerAgentId));
  const [buyer, seller] = await Promise.all([
    findPerson(db, found.request.buyerAccountId),
    findPerson(db, agent?.accountId ?? null),
  ]);
  return { ...found, buyer, seller };
}

async function findPerson(db: Database, accountId: string | null): Promise<Person | null> {
  const account = accountId === null ? null : await findAccount(db, accountId);
  if (account === null) return null;
  return { accountId: account.id, email: account.email, emailVerified: account.emailVerified };
}

export type GatedListing = Gate & { id: string; title: string; agentId: string };

const selectGates = (db: Database) =>
  db
    .select({
      id: listings.id,
      title: listings.title,
      agentId: listings.agentId,
      questions: listings.accessQuestions,
      isSampleHidden: listings.sampleHidden,
    })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId));

/** The account's listings on sale for money, latest first. */
export function listGates(
  db: Database,
  accountId: string,
  rowsMax: number,
): Promise<GatedListing[]> {
  return selectGates(db)
    .where(
      and(
        eq(agents.accountId, accountId),
        eq(listings.status, "active"),
        sql`(${listings.pricingType} <> 'buy_it_now' or ${listings.priceCents} > 0)`,
      ),
    )
    .orderBy(desc(listings.id))
    .limit(rowsMax);
}

/** One of the account's listings on sale; null: it has none with this id. */
export async function findGate(
  db: Database,
  accountId: string,
  listingId: string,
): Promise<GatedListing | null> {
  const [row] = await selectGates(db).where(
    and(eq(agents.accountId, accountId), eq(listings.status, "active"), eq(listings.id, listingId)),
  );
  return row ?? null;
}
