/** Rows of seller agents and of their pending approvals. */
import { and, count, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals } from "../../schema/index.ts";

export type AgentRow = typeof agents.$inferSelect;
export type NewAgentRow = typeof agents.$inferInsert;
export type ApprovalRow = typeof approvals.$inferSelect;

/** The owner may have renamed the agent since. */
const registeredName = sql`coalesce(${agents.registeredName}, ${agents.agentName})`;

/** Inserts the agent; null if this owner already has or had an agent of that name. */
export async function insertAgentOnce(tx: Database, values: NewAgentRow): Promise<AgentRow | null> {
  const [row] = await tx.insert(agents).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** An owner's address, and the names under which the agent may have registered. */
export type RegistrationKey = { ownerEmail: string; names: string[] };

/** Serialises registrations for an owner's address until the transaction ends. */
export async function lockRegistrations(tx: Database, ownerEmail: string): Promise<void> {
  const name = `agent registrations ${ownerEmail}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The latest agent that one of these callers registered under this key. */
export async function lockLatestAgent(
  tx: Database,
  key: RegistrationKey,
  callerHashes: string[],
): Promise<AgentRow | null> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(registeredBy(key), inArray(agents.registeredFromHash, callerHashes)))
    .orderBy(desc(agents.registeredAt), desc(agents.id))
    .limit(1)
    .for("no key update");
  return row ?? null;
}

/** Whether the owner has rejected or ended an agent registered under this key. */
export async function hasRefusedAgent(db: Database, key: RegistrationKey): Promise<boolean> {
  const refused = inArray(agents.state, ["rejected", "revoked"]);
  const [row] = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(registeredBy(key), refused))
    .limit(1);
  return row !== undefined;
}

function registeredBy({ ownerEmail, names }: RegistrationKey) {
  const named = or(
    inArray(agents.agentName, names),
    inArray(registeredName, names),
    inArray(agents.askedName, names),
  );
  return and(eq(agents.ownerEmail, ownerEmail), named);
}

/**
 * The requested name, or the first free `stem` with a number if this owner has or had an agent of
 * that name. Always a single statement.
 */
export async function chooseAgentName(
  tx: Database,
  { ownerEmail, name, stem }: { ownerEmail: string; name: string; stem: string },
): Promise<string> {
  const [row] = await tx.execute<{ name: string }>(sql`
    select candidate.name
    from generate_series(
      1, 2 + 2 * (select count(*)::int from ${agents} where owner_email = ${ownerEmail})
    ) as number
    cross join lateral (
      select case when number = 1 then ${name}::text
        else ${stem}::text || ' no ' || number end as name
    ) as candidate
    where not exists (
      select from ${agents}
      where owner_email = ${ownerEmail}
        and (agent_name = candidate.name
          or coalesce(registered_name, agent_name) = candidate.name)
    )
    order by number limit 1`);
  if (row === undefined) throw new Error("no name is free for an agent");
  return row.name;
}

function hasName({ ownerEmail, agentName }: { ownerEmail: string; agentName: string }) {
  const named = or(eq(agents.agentName, agentName), eq(registeredName, agentName));
  return and(eq(agents.ownerEmail, ownerEmail), named);
}

/**
 * Renames a locked agent; its registered name stays reserved for it. Null if another agent of this
 * owner has, had, or is just taking the name.
 */
export async function renameAgentOnce(
  tx: Database,
  agent: AgentRow,
  agentName: string,
): Promise<AgentRow | null> {
  const key = { ownerEmail: agent.ownerEmail, agentName };
  const others = and(hasName(key), ne(agents.id, agent.id));
  const [taken] = await tx.select({ id: agents.id }).from(agents).where(others).limit(1);
  if (taken !== undefined) return null;
  const registered = agent.registeredName ?? agent.agentName;
  try {
    return await tx.transaction((inner) =>
      updateAgent(inner, agent.id, { agentName, registeredName: registered }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** SQLSTATE 23505; drizzle wraps the driver's errors. */
function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause && cause.code === "23505";
}

export async function findAgent(db: Database, agentId: string): Promise<AgentRow | null> {
  const [row] = await db.select().from(agents).where(eq(agents.id, agentId));
  return row ?? null;
}

/** Locks the row against changes; other rows, such as purchases, may still refer to it. */
export async function lockAgent(tx: Database, agentId: string): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, agentId)).for("no key update");
  return row ?? null;
}

/** Prevents changes to the agent until the transaction ends; the lock is shared. */
export async function holdAgent(tx: Database, agentId: string): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, agentId)).for("share");
  return row ?? null;
}

export async function updateAgent(
  tx: Database,
  agentId: string,
  change: Partial<typeof agents.$inferInsert>,
): Promise<AgentRow> {
  const [row] = await tx.update(agents).set(change).where(eq(agents.id, agentId)).returning();
  if (row === undefined) throw new Error(`agent ${agentId} vanished under its lock`);
  return row;
}

export async function insertApproval(
  tx: Database,
  values: typeof approvals.$inferInsert & { id: string },
): Promise<void> {
  await tx.insert(approvals).values(values);
}

/** When the last approval mail was requested, or null. */
export async function lastApprovalAt(db: Database, agentId: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: approvals.createdAt })
    .from(approvals)
    .where(eq(approvals.agentId, agentId))
    .orderBy(desc(approvals.createdAt))
    .limit(1);
  return row?.createdAt ?? null;
}

export async function countApprovalsOfOwner(
  db: Database,
  ownerEmail: string,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(approvals)
    .innerJoin(agents, eq(agents.id, approvals.agentId))
    .where(and(eq(agents.ownerEmail, ownerEmail), gt(approvals.createdAt, since)));
  return row?.total ?? 0;
}

export async function findApprovalByHash(
  db: Database,
  codeHash: string,
): Promise<{ approval: ApprovalRow; agent: AgentRow } | null> {
  const [row] = await db
    .select({ approval: approvals, agent: agents })
    .from(approvals)
    .innerJoin(agents, eq(agents.id, approvals.agentId))
    .where(eq(approvals.codeHash, codeHash));
  return row ?? null;
}
