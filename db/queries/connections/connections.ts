/** Rows of connections, and what each call with one of their tokens needs. */
import { and, count, desc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, apiKeys, connections } from "../../schema/index.ts";
import type { ApiKeyRow } from "../accounts/api-keys.ts";
import type { AgentRow } from "../agents/agents.ts";

export type ConnectionRow = typeof connections.$inferSelect;

export type ConnectionActors = {
  connection: ConnectionRow;
  key: ApiKeyRow | null;
  agent: AgentRow | null;
  account: { id: string; suspendedAt: Date | null };
};

const actors = {
  connection: connections,
  key: apiKeys,
  agent: agents,
  account: { id: accounts.id, suspendedAt: accounts.suspendedAt },
};

/**
 * The connection of an authorisation server's grant, with everything its tokens act as, in one
 * query.
 */
export async function findConnectionByGrant(
  db: Database,
  grantId: string,
): Promise<ConnectionActors | null> {
  const [row] = await db
    .select(actors)
    .from(connections)
    .innerJoin(accounts, eq(accounts.id, connections.accountId))
    .leftJoin(apiKeys, eq(apiKeys.id, connections.apiKeyId))
    .leftJoin(agents, eq(agents.id, connections.agentId))
    .where(eq(connections.grantId, grantId));
  return row ?? null;
}

/** A connection of the account, with its key and its agent. */
export async function findConnection(
  db: Database,
  own: { accountId: string; connectionId: string },
): Promise<ConnectionActors | null> {
  const [row] = await db
    .select(actors)
    .from(connections)
    .innerJoin(accounts, eq(accounts.id, connections.accountId))
    .leftJoin(apiKeys, eq(apiKeys.id, connections.apiKeyId))
    .leftJoin(agents, eq(agents.id, connections.agentId))
    .where(and(eq(connections.id, own.connectionId), eq(connections.accountId, own.accountId)));
  return row ?? null;
}

/** Locks a connection of the account, after its key and its agent. */
export async function lockConnection(
  tx: Database,
  own: { accountId: string; connectionId: string },
): Promise<ConnectionRow | null> {
  const [row] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.id, own.connectionId), eq(connections.accountId, own.accountId)))
    .for("no key update");
  return row ?? null;
}

export async function insertConnection(
  tx: Database,
  values: typeof connections.$inferInsert,
): Promise<ConnectionRow> {
  const [row] = await tx.insert(connections).values(values).returning();
  if (row === undefined) throw new Error("the insert of a connection returned no row");
  return row;
}

export async function updateConnection(
  tx: Database,
  connectionId: string,
  change: Partial<typeof connections.$inferInsert>,
): Promise<ConnectionRow> {
  const [row] = await tx
    .update(connections)
    .set(change)
    .where(eq(connections.id, connectionId))
    .returning();
  if (row === undefined) throw new Error(`connection ${connectionId} vanished under its lock`);
  return row;
}

/** Number of the account's connections that have not ended. */
export async function countLiveConnections(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(connections)
    .where(and(eq(connections.accountId, accountId), isNull(connections.endedAt)));
  return row?.total ?? 0;
}

/** Active connections first; the newest first within each group. */
export async function listConnections(
  db: Database,
  accountId: string,
  rowsMax: number,
): Promise<ConnectionActors[]> {
  return db
    .select(actors)
    .from(connections)
    .innerJoin(accounts, eq(accounts.id, connections.accountId))
    .leftJoin(apiKeys, eq(apiKeys.id, connections.apiKeyId))
    .leftJoin(agents, eq(agents.id, connections.agentId))
    .where(eq(connections.accountId, accountId))
    .orderBy(desc(isNull(connections.endedAt)), desc(connections.id))
    .limit(rowsMax);
}

type Named = Pick<ConnectionRow, "id" | "clientHost">;

/** Connections by the id of the key that they act by, including ended ones. */
export function findConnectionsOfKeys(db: Database, ids: string[]): Promise<Map<string, Named>> {
  return findNamed(db, connections.apiKeyId, ids);
}

/** Like {@link findConnectionsOfKeys}, by agent id. */
export function findConnectionsOfAgents(db: Database, ids: string[]): Promise<Map<string, Named>> {
  return findNamed(db, connections.agentId, ids);
}

async function findNamed(
  db: Database,
  by: typeof connections.apiKeyId | typeof connections.agentId,
  ids: string[],
): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map();
  const { id, clientHost } = connections;
  const rows = await db
    .select({ id, clientHost, of: by })
    .from(connections)
    .where(inArray(by, ids));
  return new Map(rows.map((row) => [row.of ?? "", { id: row.id, clientHost: row.clientHost }]));
}

/** Locks the connection that acts by this key or agent; those must be locked before. */
export async function lockConnectionOf(
  tx: Database,
  of: { apiKeyId: string } | { agentId: string },
): Promise<ConnectionRow | null> {
  const which =
    "apiKeyId" in of ? eq(connections.apiKeyId, of.apiKeyId) : eq(connections.agentId, of.agentId);
  const [row] = await tx.select().from(connections).where(which).for("no key update");
  return row ?? null;
}

/** Records a use unless one was recorded since `staleBefore`; never waits for a lock. */
export async function recordConnectionUse(
  db: Database,
  connectionId: string,
  { now, staleBefore }: { now: Date; staleBefore: Date },
): Promise<void> {
  const stale = db
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.id, connectionId),
        or(isNull(connections.lastUsedAt), lt(connections.lastUsedAt, staleBefore)),
      ),
    )
    .for("update", { skipLocked: true });
  await db.update(connections).set({ lastUsedAt: now }).where(inArray(connections.id, stale));
}
