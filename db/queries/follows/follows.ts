/** Follows of accounts and agents. */
import { and, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, collections, follows, listings } from "../../schema/index.ts";
import type { KeeperScope, Principal } from "../../vocabulary/event.ts";
import type { FollowMail, FollowTarget } from "../../vocabulary/follow.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { isPublicCollection } from "../collections/collections.ts";
import { isPublicSeller } from "../sellers/sellers.ts";
import { behindId, type Slice } from "../slice.ts";

export type FollowRow = typeof follows.$inferSelect;
type NewFollow = Omit<typeof follows.$inferInsert, "id">;

function within(scope: KeeperScope): SQL | undefined {
  if (scope.kind === "owner") return eq(follows.accountId, scope.accountId);
  return and(eq(follows.principalKind, scope.kind), eq(follows.principalId, scope.id));
}

const columns = {
  seller: follows.sellerId,
  dataset: follows.listingId,
  collection: follows.collectionId,
} as const;

const isOf = ({ kind, id }: FollowTarget): SQL => eq(columns[kind], id);

/**
 * Until the transaction ends, nobody else follows for this principal, so that follows are counted one
 * at a time.
 */
export async function lockFollowing(tx: Database, { id }: Principal): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('follows ' || ${id}::text, 0))`,
  );
}

export async function countFollows(tx: Database, principal: Principal): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(follows).where(within(principal));
  return row?.total ?? 0;
}

/** The principal's follow of a target, locked until the transaction ends. */
export async function lockFollowOf(
  tx: Database,
  principal: Principal,
  target: FollowTarget,
): Promise<FollowRow | null> {
  const [row] = await tx
    .select()
    .from(follows)
    .where(and(within(principal), isOf(target)))
    .for("update");
  return row ?? null;
}

/** A follow within the scope, by its own id or its target's, locked until the transaction ends; null for another owner's. */
export async function lockFollow(
  tx: Database,
  scope: KeeperScope,
  id: string,
): Promise<FollowRow | null> {
  const [row] = await tx
    .select()
    .from(follows)
    .where(
      and(
        or(eq(follows.id, id), ...Object.values(columns).map((column) => eq(column, id))),
        within(scope),
      ),
    )
    .limit(1)
    .for("update");
  return row ?? null;
}

export async function insertFollow(tx: Database, values: NewFollow): Promise<FollowRow> {
  const [row] = await tx.insert(follows).values(values).returning();
  if (row === undefined) throw new Error("the insert of a follow returned no row");
  return row;
}

export async function setFollowMail(
  tx: Database,
  followId: string,
  mail: FollowMail,
): Promise<FollowRow> {
  const change = mail === "none" ? { mail, mailDueAt: null } : { mail };
  const [row] = await tx.update(follows).set(change).where(eq(follows.id, followId)).returning();
  if (row === undefined) throw new Error(`follow ${followId} vanished under its lock`);
  return row;
}

/** Including its news that are still to be mailed. */
export async function deleteFollow(tx: Database, followId: string): Promise<void> {
  await tx.delete(follows).where(eq(follows.id, followId));
}

/** A followable target's name and the account behind it; null: not public. */
export async function findFollowTarget(
  db: Database,
  { kind, id }: FollowTarget,
): Promise<{ name: string; accountId: string | null } | null> {
  if (kind === "seller") {
    const [row] = await db
      .select({ name: agents.agentName, accountId: agents.accountId })
      .from(agents)
      .where(and(eq(agents.id, id), isPublicSeller));
    return row ?? null;
  }
  if (kind === "collection") {
    const [row] = await db
      .select({ name: collections.title, accountId: collections.accountId })
      .from(collections)
      .where(and(eq(collections.id, id), isPublicCollection));
    return row ?? null;
  }
  const [row] = await db
    .select({ name: listings.title, accountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(and(eq(listings.id, id), isActive));
  return row ?? null;
}

/** Makes processes drop cached answers about the listing, which contain its number of followers. */
export async function announceFollowers(tx: Database, listingId: string): Promise<void> {
  await tx.execute(sql`select tell('listing', ${listingId})`);
}

export type FollowWithTarget = {
  follow: FollowRow;
  /** The seller's name or the title; null: it is not public, or not any more. */
  name: string | null;
  /** The agent that follows; null: the account itself. */
  agentName: string | null;
};

/** One page of a scope's follows, newest first, and their total number. */
export async function pageFollows(
  db: Database,
  scope: KeeperScope,
  page: Slice,
): Promise<{ rows: FollowWithTarget[]; total: number }> {
  const where = within(scope);
  const [rows, totals] = await Promise.all([
    db
      .select({ follow: follows, agentName: agents.agentName })
      .from(follows)
      .leftJoin(agents, and(eq(follows.principalKind, "agent"), eq(agents.id, follows.principalId)))
      .where(and(where, behindId(follows.id, page)))
      .orderBy(desc(follows.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(follows).where(where),
  ]);
  return { rows: await withTargets(db, rows), total: totals[0]?.total ?? 0 };
}

export async function withTargets<Row extends { follow: FollowRow }>(
  db: Database,
  rows: Row[],
): Promise<(Row & Pick<FollowWithTarget, "name">)[]> {
  const ids = (column: "sellerId" | "listingId" | "collectionId") =>
    rows.flatMap(({ follow }) => follow[column] ?? []);
  const [sellers, titles, collected] = await Promise.all([
    db
      .select({ id: agents.id, name: agents.agentName })
      .from(agents)
      .where(and(inArray(agents.id, ids("sellerId")), isPublicSeller)),
    db
      .select({ id: listings.id, name: listings.title })
      .from(listings)
      .where(and(inArray(listings.id, ids("listingId")), isActive)),
    db
      .select({ id: collections.id, name: collections.title })
      .from(collections)
      .where(and(inArray(collections.id, ids("collectionId")), isPublicCollection)),
  ]);
  const names = new Map([...sellers, ...titles, ...collected].map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const { sellerId, listingId, collectionId } = row.follow;
    return { ...row, name: names.get(sellerId ?? listingId ?? collectionId ?? "") ?? null };
  });
}

/** The number of followers, counted up to `max`. */
export async function countFollowers(
  db: Database,
  target: FollowTarget,
  max: number,
): Promise<number> {
  const some = db
    .select({ id: follows.id })
    .from(follows)
    .where(isOf(target))
    .limit(max)
    .as("some");
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** Deletes an account's follows and those of its agents; returns how many. Locks them by id. */
export async function deleteFollowsOf(tx: Database, accountId: string): Promise<number> {
  const own = tx
    .select({ id: follows.id })
    .from(follows)
    .where(eq(follows.accountId, accountId))
    .orderBy(follows.id)
    .for("update");
  const gone = await tx
    .delete(follows)
    .where(inArray(follows.id, own))
    .returning({ listingId: follows.listingId });
  for (const { listingId } of gone) if (listingId !== null) await announceFollowers(tx, listingId);
  return gone.length;
}
