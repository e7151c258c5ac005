/**
 * What an administrator suspends and restores. Locks are taken from the whole to its parts: account,
 * then agents, then listings.
 */
import { and, asc, eq, exists, gt, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Database } from "../client.ts";
import { accounts, agents, listings, purchases } from "../schema/index.ts";
import type { AccountRow } from "./accounts.ts";
import { type AgentRow, lockAgent } from "./agents.ts";
import { type ListingRow, listingColumns, notSuspended } from "./listings.ts";

export type Suspension<By> = { suspendedBy: By; suspendedReason: string; suspendedAt: Date };

/** Until the transaction ends nobody suspends or restores the account; others may hold it too. */
export async function holdAccount(tx: Database, accountId: string): Promise<AccountRow | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("share");
  return row ?? null;
}

/** Locks the agent, and holds its owner's account before it. */
export async function lockAgentAndAccount(
  tx: Database,
  agentId: string,
): Promise<{ agent: AgentRow; account: AccountRow | null } | null> {
  const [owner] = await tx
    .select({ accountId: agents.accountId })
    .from(agents)
    .where(eq(agents.id, agentId));
  if (owner === undefined) return null;
  const held = owner.accountId === null ? null : await holdAccount(tx, owner.accountId);
  const agent = await lockAgent(tx, agentId);
  if (agent === null) return null;
  // It was approved between the two looks.
  if (held === null && agent.accountId !== null) {
    return { agent, account: await holdAccount(tx, agent.accountId) };
  }
  return { agent, account: held };
}

/** Locks a listing of whichever agent. */
export async function lockListing(tx: Database, listingId: string): Promise<ListingRow | null> {
  const [row] = await tx
    .select(listingColumns)
    .from(listings)
    .where(eq(listings.id, listingId))
    .for("update");
  return row ?? null;
}

/** Whose listing it is; that never changes. */
export async function findListingAgentId(db: Database, listingId: string): Promise<string | null> {
  const [row] = await db
    .select({ agentId: listings.agentId })
    .from(listings)
    .where(eq(listings.id, listingId));
  return row?.agentId ?? null;
}

/** Suspends those of the account's agents that nothing has suspended yet; returns how many. */
export async function suspendAgentsOfAccount(
  tx: Database,
  accountId: string,
  suspension: Suspension<"account">,
): Promise<number> {
  const found = await lockAgents(
    tx,
    and(eq(agents.accountId, accountId), isNull(agents.suspendedAt)),
  );
  await tx.update(agents).set(suspension).where(inArray(agents.id, found));
  return found.length;
}

/** Restores the agents that went with their account; returns how many. */
export async function restoreAgentsOfAccount(tx: Database, accountId: string): Promise<number> {
  const found = await lockAgents(
    tx,
    and(eq(agents.accountId, accountId), eq(agents.suspendedBy, "account")),
  );
  await tx.update(agents).set(notSuspended).where(inArray(agents.id, found));
  return found.length;
}

/** In one order everywhere, so that two who lock several never wait for each other. */
async function lockAgents(tx: Database, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(where)
    .orderBy(asc(agents.id))
    .for("update");
  return rows.map((row) => row.id);
}

export type ListingsOf = { agentId: string } | { accountId: string };

/** Takes the owner's active listings off, and those that `takenFrom` holds; returns how many. */
export async function suspendListings(
  tx: Database,
  of: ListingsOf,
  { suspension, takenFrom }: { suspension: Suspension<"agent" | "account">; takenFrom?: "account" },
): Promise<number> {
  const active = eq(listings.status, "active");
  const which = takenFrom === undefined ? active : or(active, eq(listings.suspendedBy, takenFrom));
  const ids = await lockListings(tx, and(belongsTo(tx, of), which));
  await tx
    .update(listings)
    .set({ status: "suspended", ...suspension, updatedAt: suspension.suspendedAt })
    .where(inArray(listings.id, ids));
  return ids.length;
}

/** Brings back just those that were taken off together with what is restored; returns how many. */
export async function restoreListings(
  tx: Database,
  of: ListingsOf,
  { by, now }: { by: "agent" | "account"; now: Date },
): Promise<number> {
  const ids = await lockListings(tx, and(belongsTo(tx, of), eq(listings.suspendedBy, by)));
  await tx
    .update(listings)
    .set({ status: "active", ...notSuspended, updatedAt: now })
    .where(inArray(listings.id, ids));
  return ids.length;
}

/** What went with the agent is held by its account from now on; returns how many. */
export async function handListingsToAccount(
  tx: Database,
  agentId: string,
  suspension: Suspension<"account">,
): Promise<number> {
  const where = and(eq(listings.agentId, agentId), eq(listings.suspendedBy, "agent"));
  const ids = await lockListings(tx, where);
  await tx.update(listings).set(suspension).where(inArray(listings.id, ids));
  return ids.length;
}

async function lockListings(tx: Database, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: listings.id })
    .from(listings)
    .where(where)
    .orderBy(asc(listings.id))
    .for("update");
  return rows.map((row) => row.id);
}

function belongsTo(tx: Database, of: ListingsOf): SQL {
  if ("agentId" in of) return eq(listings.agentId, of.agentId);
  return exists(
    tx
      .select({ id: agents.id })
      .from(agents)
      .where(and(eq(agents.id, listings.agentId), eq(agents.accountId, of.accountId))),
  );
}

/**
 * Makes the money that waits for the seller due; returns of how many purchases. What a driver holds
 * just now is woken too: it may have seen the account as it was before.
 */
export async function wakeSellersMoney(
  tx: Database,
  accountId: string,
  now: Date,
): Promise<number> {
  const woken = await tx
    .update(purchases)
    .set({ settleDueAt: now })
    .where(
      and(
        eq(purchases.sellerAccountId, accountId),
        eq(purchases.state, "released"),
        isNull(purchases.transferredAt),
        or(isNull(purchases.settleDueAt), gt(purchases.settleDueAt, now)),
      ),
    )
    .returning({ id: purchases.id });
  return woken.length;
}
