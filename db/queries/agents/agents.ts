/** Rows of seller agents and of the approvals that they wait for. */
import { and, count, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals } from "../../schema/index.ts";

export type AgentRow = typeof agents.$inferSelect;
export type NewAgentRow = typeof agents.$inferInsert;
export type ApprovalRow = typeof approvals.$inferSelect;

/** Its owner may have given it another name since. */
const registeredName = sql`coalesce(${agents.registeredName}, ${agents.agentName})`;

/** Inserts the agent, or returns null where the pair of owner and name is taken, a former name too. */
export async function insertAgentOnce(tx: Database, values: NewAgentRow): Promise<AgentRow | null> {
  const [row] = await tx.insert(agents).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** An owner's address, and the names by which an agent of it may have registered. */
export type RegistrationKey = { ownerEmail: string; names: string[] };

/** Registrations for one owner's address come one after the other, until the transaction ends. */
export async function lockRegistrations(tx: Database, ownerEmail: string): Promise<void> {
  const name = `agent registrations ${ownerEmail}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The latest agent that one of these callers registered by this key. */
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

/** Whether the owner has turned down, or ended, an agent that registered by this key. */
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
 * The name that is asked for or, where an agent of this owner has it or had it, the first free one of
 * `stem` with a number. One statement, whether it is taken or not.
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
 * Gives a locked agent another name; the one by which it registered stays its own. Null: another agent
 * of this owner has it, had it, or takes it at this moment.
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

/** SQLSTATE 23505; drizzle wraps what the driver throws. */
function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause && cause.code === "23505";
}

export async function findAgent(db: Database, agentId: string): Promise<AgentRow | null> {
  const [row] = await db.select().from(agents).where(eq(agents.id, agentId));
  return row ?? null;
}

/** Locks the row against other changes; rows that only refer to it, such as purchases, go on. */
export async function lockAgent(tx: Database, agentId: string): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, agentId)).for("no key update");
  return row ?? null;
}

/** Until the transaction ends nobody changes the agent; others may hold it too. */
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

/** When the last approval mail was asked for, or null. */
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
