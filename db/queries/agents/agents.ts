/** Rows of seller agents and of the approvals that they wait for. */
import { and, count, desc, eq, gt, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals } from "../../schema/index.ts";

export type AgentRow = typeof agents.$inferSelect;
export type ApprovalRow = typeof approvals.$inferSelect;

/** Its owner may have given it another name since. */
const registeredName = sql`coalesce(${agents.registeredName}, ${agents.agentName})`;

/** Inserts the agent, or returns null where the pair of owner and name is taken, a former name too. */
export async function insertAgentOnce(
  tx: Database,
  values: typeof agents.$inferInsert,
): Promise<AgentRow | null> {
  const [row] = await tx.insert(agents).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** As {@link lockAgent}: the agent that registered by this name, else the one that bears it now. */
export async function lockAgentByName(
  tx: Database,
  key: { ownerEmail: string; agentName: string },
): Promise<AgentRow | null> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(hasName(key))
    .orderBy(desc(eq(registeredName, key.agentName)))
    .limit(1)
    .for("no key update");
  return row ?? null;
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
