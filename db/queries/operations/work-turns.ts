/** Fair queueing: sellers take turns, so that many jobs of one seller delay nobody else's. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, type TurnWork, workTurns } from "../../schema/index.ts";

/**
 * The parties that take turns: an account with all of its agents; unapproved agents by their
 * network.
 */
export const turnOwner = sql<string>`coalesce(${agents.accountId}::text, 'network ' || ${agents.registeredFromHash})`;

/** Serialises the workers' choices until the transaction ends. No row may be locked before it. */
export async function lockTurns(tx: Database, work: TurnWork): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`work turns ${work}`}, 0))`);
}

export const isTurnOf = (work: TurnWork): SQL | undefined =>
  and(eq(workTurns.work, work), eq(workTurns.owner, turnOwner));

/** Orders by time since the last turn; those without any turn come first. */
export const longestSinceTurn = sql`${workTurns.takenAt} asc nulls first`;

export async function takeTurn(tx: Database, work: TurnWork, owner: string): Promise<void> {
  const takenAt = sql`clock_timestamp()`;
  await tx
    .insert(workTurns)
    .values({ work, owner, takenAt })
    .onConflictDoUpdate({ target: [workTurns.work, workTurns.owner], set: { takenAt } });
}
