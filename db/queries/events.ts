/** Events: written with their effect, read by whom they concern. */
import { eq } from "drizzle-orm";
import type { EventSubjectKind, EventType, Principal } from "../../market/event/types.ts";
import type { Database } from "../client.ts";
import { agents, events, listings } from "../schema/index.ts";
import { enqueueJob } from "./journal.ts";

export type EventRow = typeof events.$inferSelect;

/** One row a principal, and the message that owes them to webhooks. */
export async function insertEvents(
  tx: Database,
  to: readonly Principal[],
  event: {
    type: EventType;
    subjectKind: EventSubjectKind;
    subjectId: string;
    data: Record<string, unknown>;
  },
  now: Date,
): Promise<void> {
  if (to.length === 0) return;
  const rows = to.map(({ kind, id }) => ({
    ...event,
    principalKind: kind,
    principalId: id,
    createdAt: now,
  }));
  await tx.insert(events).values(rows);
  const { type, subjectKind, subjectId } = event;
  const subject = { kind: subjectKind, id: subjectId };
  await enqueueJob(tx, "events.published", { type, subject }, now);
}

/** Who is told of a listing as its seller: the agent, and its owner once it has one. */
export async function findListingSeller(tx: Database, listingId: string): Promise<Principal[]> {
  const [row] = await tx
    .select({ agentId: agents.id, accountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(eq(listings.id, listingId));
  return row === undefined ? [] : sellerPrincipals(row.agentId, row.accountId);
}

export function sellerPrincipals(agentId: string, accountId: string | null): Principal[] {
  const agent: Principal = { kind: "agent", id: agentId };
  return accountId === null ? [agent] : [agent, { kind: "account", id: accountId }];
}
