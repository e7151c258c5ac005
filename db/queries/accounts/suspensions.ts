/** Suspending and restoring by administrators. Lock order: account, then agents, then listings. */
import { and, asc, eq, exists, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, listings } from "../../schema/index.ts";
import { type AgentRow, holdAgent, lockAgent } from "../agents/agents.ts";
import {
  type ListingChange,
  type ListingRow,
  listingColumns,
  notSuspended,
} from "../listings/listings.ts";
import { enqueueMatchingAgain } from "../saved-searches/matching.ts";
import type { AccountRow } from "./accounts.ts";

export type Suspension<By> = { suspendedBy: By; suspendedReason: string; suspendedAt: Date };

/** Prevents suspending and restoring the account until the transaction ends; the lock is shared. */
export async function holdAccount(tx: Database, accountId: string): Promise<AccountRow | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("share");
  return row ?? null;
}

/** Locks the agent, after a shared lock on its owner's account. */
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
  // The agent was approved between the two reads.
  if (held === null && agent.accountId !== null) {
    return { agent, account: await holdAccount(tx, agent.accountId) };
  }
  return { agent, account: held };
}

/** Locks a listing of any agent. */
export async function lockListing(tx: Database, listingId: string): Promise<ListingRow | null> {
  const [row] = await tx
    .select(listingColumns)
    .from(listings)
    .where(eq(listings.id, listingId))
    .for("update");
  return row ?? null;
}

/** The agent of a listing, which never changes. */
export async function findListingAgentId(db: Database, listingId: string): Promise<string | null> {
  const [row] = await db
    .select({ agentId: listings.agentId })
    .from(listings)
    .where(eq(listings.id, listingId));
  return row?.agentId ?? null;
}

/**
 * Locks a listing, after a shared lock on its agent, which prevents suspending or restoring the
 * agent.
 */
export async function lockListingWithAgent(
  tx: Database,
  listingId: string,
): Promise<{ listing: ListingRow; agent: AgentRow } | null> {
  const agentId = await findListingAgentId(tx, listingId);
  const agent = agentId === null ? null : await holdAgent(tx, agentId);
  const listing = agent === null ? null : await lockListing(tx, listingId);
  return agent === null || listing === null ? null : { agent, listing };
}

/** Suspends the account's agents that are not suspended yet; returns how many. */
export async function suspendAgentsOfAccount(
  tx: Database,
  accountId: string,
  suspension: Suspension<"account">,
): Promise<number> {
  const free = and(eq(agents.accountId, accountId), isNull(agents.suspendedAt));
  return changeAgents(tx, free, suspension);
}

/** Restores the agents that were suspended with their account; returns how many. */
export async function restoreAgentsOfAccount(tx: Database, accountId: string): Promise<number> {
  const gone = and(eq(agents.accountId, accountId), eq(agents.suspendedBy, "account"));
  return changeAgents(tx, gone, notSuspended);
}

export type ListingsOf = { agentId: string } | { accountId: string };

/** Suspends the owner's active listings, and those held by `takenFrom`; returns how many. */
export async function suspendListings(
  tx: Database,
  of: ListingsOf,
  { suspension, takenFrom }: { suspension: Suspension<"agent" | "account">; takenFrom?: "account" },
): Promise<number> {
  const active = eq(listings.status, "active");
  const which = takenFrom === undefined ? active : or(active, eq(listings.suspendedBy, takenFrom));
  const change = { ...suspension, updatedAt: suspension.suspendedAt };
  const where = and(belongsTo(tx, of), which);
  return (await changeListings(tx, where, { status: "suspended", ...change })).length;
}

/**
 * Restores exactly the listings that were suspended together with the restored subject; returns how
 * many.
 */
export async function restoreListings(
  tx: Database,
  of: ListingsOf,
  { by, now }: { by: "agent" | "account"; now: Date },
): Promise<number> {
  const gone = and(belongsTo(tx, of), eq(listings.suspendedBy, by));
  const back = { status: "active", ...notSuspended, updatedAt: now } as const;
  const restored = await changeListings(tx, gone, back);
  await enqueueMatchingAgain(tx, restored, now);
  return restored.length;
}

/**
 * Passes listings that were suspended with the agent on to its account's suspension; returns how
 * many.
 */
export async function handListingsToAccount(
  tx: Database,
  agentId: string,
  suspension: Suspension<"account">,
): Promise<number> {
  const gone = and(belongsTo(tx, { agentId }), eq(listings.suspendedBy, "agent"));
  return (await changeListings(tx, gone, suspension)).length;
}

/** Rows are locked in the same order everywhere, so that concurrent changes never deadlock. */
async function changeAgents(
  tx: Database,
  where: SQL | undefined,
  change: Partial<typeof agents.$inferInsert>,
): Promise<number> {
  const { id } = agents;
  const rows = tx.select({ id }).from(agents).where(where).orderBy(asc(id));
  const locked = rows.for("no key update");
  const changed = await tx.update(agents).set(change).where(inArray(id, locked)).returning({ id });
  return changed.length;
}

/** Like {@link changeAgents}. */
async function changeListings(
  tx: Database,
  where: SQL | undefined,
  change: ListingChange,
): Promise<string[]> {
  const { id } = listings;
  const locked = tx.select({ id }).from(listings).where(where).orderBy(asc(id)).for("update");
  const changed = await tx
    .update(listings)
    .set(change)
    .where(inArray(id, locked))
    .returning({ id });
  return changed.map((listing) => listing.id);
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
