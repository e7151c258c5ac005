/** An account's agents and their listings, for their owner. */

import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { agents, auctions, listings, uploads } from "../../schema/index.ts";
import type { AgentRow } from "../agents/agents.ts";
import { behindId, type Slice } from "../slice.ts";
import {
  isNotDeleted,
  type ListingRow,
  type ListingWithUpload,
  listingColumns,
  notSuspended,
} from "./listings.ts";

const nextUploads = alias(uploads, "next_uploads");

/**
 * Withdraws all published listings of the agent, including suspended ones, except running auctions
 * with bids, which bind both sides. The caller holds the agent's lock, so nothing is published in
 * the meantime. Returns their ids.
 */
export async function withdrawListings(
  tx: Database,
  agentId: string,
  now: Date,
): Promise<string[]> {
  const { id } = listings;
  const published = and(
    eq(listings.agentId, agentId),
    inArray(listings.status, ["active", "suspended"]),
  );
  await tx.select({ id }).from(listings).where(published).orderBy(asc(id)).for("update");
  // Every bid locks its listing, so bids are checked once the listings are locked.
  const binding = tx
    .select({ id: auctions.listingId })
    .from(auctions)
    .where(and(eq(auctions.listingId, id), isNull(auctions.closedAt), gt(auctions.bidCount, 0)));
  const free = and(published, notExists(binding));
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: now })
    .where(
      inArray(uploads.id, tx.select({ id: listings.nextUploadId }).from(listings).where(free)),
    );
  const withdrawn = await tx
    .update(listings)
    .set({
      status: "withdrawn",
      ...notSuspended,
      nextUploadId: null,
      nextVersionOpenedAt: null,
      withdrawnAt: now,
      updatedAt: now,
    })
    .where(free)
    .returning({ id });
  return withdrawn.map((row) => row.id);
}

/** Makes every process render the agent's active listings again. */
export async function markAgentListingsUpdated(
  tx: Database,
  agentId: string,
  now: Date,
): Promise<void> {
  await markActiveUpdated(tx, eq(listings.agentId, agentId), now);
}

/** Like {@link markAgentListingsUpdated}, for all agents of an account. */
export async function markAccountListingsUpdated(
  tx: Database,
  accountId: string,
  now: Date,
): Promise<void> {
  const own = tx.select({ id: agents.id }).from(agents).where(eq(agents.accountId, accountId));
  await markActiveUpdated(tx, inArray(listings.agentId, own), now);
}

/**
 * Locks them in id order first, like everything that changes several listings; a plain update locks
 * in physical order.
 */
async function markActiveUpdated(tx: Database, whose: SQL, now: Date): Promise<void> {
  const { id } = listings;
  const locked = tx
    .select({ id })
    .from(listings)
    .where(and(whose, eq(listings.status, "active")))
    .orderBy(asc(id))
    .for("no key update");
  await tx.update(listings).set({ updatedAt: now }).where(inArray(id, locked));
}

export type OwnAgentRow = AgentRow & {
  /** Number of the agent's listings in each state. */
  listings: Partial<Record<ListingRow["status"], number>>;
};

type Owner = { accountId: string; email: string | null };

/**
 * The account's agents, and those that name its address and wait for a decision; newest first.
 * `email` is null if the provider has not verified it.
 */
export async function pageOwnAgents(
  db: Database,
  page: Owner & Slice,
): Promise<{ rows: OwnAgentRow[]; total: number }> {
  const where = ownAgents(page);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(agents)
      .where(and(where, behindId(agents.id, page)))
      .orderBy(desc(agents.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(agents).where(where),
  ]);
  return { rows: await withListings(db, rows), total: totals[0]?.total ?? 0 };
}

/** One of {@link pageOwnAgents}, or null. */
export async function findOwnAgent(
  db: Database,
  { agentId, ...owner }: Owner & { agentId: string },
): Promise<OwnAgentRow | null> {
  const rows = await db
    .select()
    .from(agents)
    .where(and(ownAgents(owner), eq(agents.id, agentId)));
  const [found] = await withListings(db, rows);
  return found ?? null;
}

async function withListings(db: Database, rows: AgentRow[]): Promise<OwnAgentRow[]> {
  const ids = rows.map((row) => row.id);
  const counts = await countListings(db, ids);
  return rows.map((row) => ({ ...row, listings: counts.get(row.id) ?? {} }));
}

/** Numbers of the account's agents that are verified, and that wait for its decision. */
export async function countOwnAgents(
  db: Database,
  owner: { accountId: string; email: string | null },
): Promise<{ verified: number; pending: number }> {
  const ofState = (state: AgentRow["state"]) =>
    sql<number>`count(*) filter (where ${agents.state} = ${state})`.mapWith(Number);
  const [row] = await db
    .select({ verified: ofState("verified"), pending: ofState("pending") })
    .from(agents)
    .where(ownAgents(owner));
  return row ?? { verified: 0, pending: 0 };
}

/**
 * Number of the account's listings whose file could not be read: the next file if a version is in
 * preparation (`uploadSlot`), otherwise the current one. Withdrawn and sold listings do not count.
 */
export async function countFailedListings(db: Database, accountId: string): Promise<number> {
  const isVersionOpen = sql`${listings.nextVersionOpenedAt} is not null
    and (${listings.status} = 'active' or ${listings.suspendedBy} = 'file')`;
  const file = sql`case when ${isVersionOpen} then ${listings.nextUploadId}
    else ${listings.currentUploadId} end`;
  const [row] = await db
    .select({ total: count() })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, file))
    .where(
      and(
        eq(agents.accountId, accountId),
        notInArray(listings.status, ["withdrawn", "sold"]),
        inArray(uploads.state, ["generated", "no_sample", "issued"]),
        isNotNull(uploads.errorCode),
      ),
    );
  return row?.total ?? 0;
}

function ownAgents({ accountId, email }: Owner) {
  const mine = and(eq(agents.accountId, accountId), isNull(agents.deletedAt));
  if (email === null) return mine;
  return or(mine, and(eq(agents.ownerEmail, email), eq(agents.state, "pending")));
}

async function countListings(
  db: Database,
  agentIds: string[],
): Promise<Map<string, OwnAgentRow["listings"]>> {
  const rows = await db
    .select({ agentId: listings.agentId, status: listings.status, total: count() })
    .from(listings)
    .where(inArray(listings.agentId, agentIds))
    .groupBy(listings.agentId, listings.status);
  const counts = new Map<string, OwnAgentRow["listings"]>();
  for (const { agentId, status, total } of rows) {
    counts.set(agentId, { ...counts.get(agentId), [status]: total });
  }
  return counts;
}

export type OwnerListingRow = ListingWithUpload & { agent: { id: string; agentName: string } };

type OwnerListingsPage = {
  accountId: string;
  agentId: string | undefined;
  status: ListingRow["status"] | undefined;
  limit: number;
  offset: number;
};

/** The listings of all agents of the account, newest first. */
export async function pageOwnerListings(
  db: Database,
  page: OwnerListingsPage,
): Promise<{ rows: OwnerListingRow[]; total: number }> {
  const conditions: (SQL | undefined)[] = [
    eq(agents.accountId, page.accountId),
    isNotDeleted,
    page.agentId === undefined ? undefined : eq(agents.id, page.agentId),
    page.status === undefined ? undefined : eq(listings.status, page.status),
  ];
  const where = and(...conditions);
  const [rows, totals] = await Promise.all([
    db
      .select({
        listing: listingColumns,
        upload: uploads,
        next: nextUploads,
        auction: auctions,
        agent: { id: agents.id, agentName: agents.agentName },
      })
      .from(listings)
      .innerJoin(agents, eq(agents.id, listings.agentId))
      .leftJoin(uploads, eq(uploads.id, listings.currentUploadId))
      .leftJoin(nextUploads, eq(nextUploads.id, listings.nextUploadId))
      .leftJoin(auctions, eq(auctions.listingId, listings.id))
      .where(where)
      .orderBy(desc(listings.id))
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(listings)
      .innerJoin(agents, eq(agents.id, listings.agentId))
      .where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}
