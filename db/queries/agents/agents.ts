/** Rows of seller agents and of the approvals that they wait for. */
import { and, count, desc, eq, gt } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals } from "../../schema/index.ts";

export type AgentRow = typeof agents.$inferSelect;
export type ApprovalRow = typeof approvals.$inferSelect;

/** Inserts the agent, or returns null where the pair of owner and name is taken. */
export async function insertAgentOnce(
  tx: Database,
  values: typeof agents.$inferInsert,
): Promise<AgentRow | null> {
  const [row] = await tx
    .insert(agents)
    .values(values)
    .onConflictDoNothing({ target: [agents.ownerEmail, agents.agentName] })
    .returning();
  return row ?? null;
}

/** As {@link lockAgent}. */
export async function lockAgentByName(
  tx: Database,
  key: { ownerEmail: string; agentName: string },
): Promise<AgentRow | null> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(eq(agents.ownerEmail, key.ownerEmail), eq(agents.agentName, key.agentName)))
    .for("no key update");
  return row ?? null;
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
