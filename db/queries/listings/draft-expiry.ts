/** Warnings for unused drafts, and their expiry. */
import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, draftWarnings, listings, uploads } from "../../schema/index.ts";
import type { ListingChange } from "./listings.ts";

// As literals, so that prepared statements can use the partial indexes.
const isDraft = sql`${listings.status} = 'draft'`;
const isNotWarned = sql`${listings.draftWarnedAt} is null`;

type WarningLimits = { untouchedSince: Date; warnedBefore: Date };

/**
 * Agents with unused drafts and no warning, the longest unused first. Excludes agents that got a
 * mail since `warnedBefore`, or whose mail is still being sent.
 */
export async function findAgentsToWarn(
  db: Database,
  { untouchedSince, warnedBefore, rowsMax }: WarningLimits & { rowsMax: number },
): Promise<string[]> {
  const isWarned = db
    .select({ agentId: draftWarnings.agentId })
    .from(draftWarnings)
    .where(
      and(
        eq(draftWarnings.agentId, listings.agentId),
        or(isNull(draftWarnings.mailedAt), gte(draftWarnings.mailedAt, warnedBefore)),
      ),
    );
  const rows = await db
    .select({ agentId: listings.agentId })
    .from(listings)
    .where(and(isDraft, isNotWarned, lt(listings.updatedAt, untouchedSince), notExists(isWarned)))
    .orderBy(asc(listings.updatedAt), asc(listings.id))
    .limit(rowsMax);
  return [...new Set(rows.map(({ agentId }) => agentId))];
}

/** Locks an agent, so that one warning names all of its drafts; false if another process has it. */
export async function lockAgentToWarn(tx: Database, agentId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(eq(agents.id, agentId))
    .for("no key update", { skipLocked: true });
  return rows.length === 1;
}

export type DraftToWarn = { id: string; updatedAt: Date; accountId: string | null };

/** Locks the agent's drafts that are due for a warning; skips locked rows. */
export async function lockDraftsToWarn(
  tx: Database,
  { agentId, untouchedSince, rowsMax }: { agentId: string; untouchedSince: Date; rowsMax: number },
): Promise<DraftToWarn[]> {
  return tx
    .select({ id: listings.id, updatedAt: listings.updatedAt, accountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(
      and(
        eq(listings.agentId, agentId),
        isDraft,
        isNotWarned,
        lt(listings.updatedAt, untouchedSince),
      ),
    )
    .orderBy(asc(listings.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true, of: listings });
}

/**
 * Records a warning whose mail is due; false if another one was recorded, or its mail is being
 * sent.
 */
export async function noteDraftWarning(
  tx: Database,
  { agentId, now, warnedBefore }: { agentId: string; now: Date; warnedBefore: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(draftWarnings)
    .values({ agentId, warnedAt: now })
    .onConflictDoUpdate({
      target: draftWarnings.agentId,
      set: { warnedAt: now, mailedAt: null },
      // Null while the mail is being sent, so that nothing is recorded then.
      setWhere: lt(draftWarnings.mailedAt, warnedBefore),
    })
    .returning({ agentId: draftWarnings.agentId });
  return rows.length === 1;
}

/** For locked drafts; `updatedAt` stays, because a warning is not a change. */
export async function markDraftsWarned(tx: Database, ids: string[], now: Date): Promise<void> {
  await tx.update(listings).set({ draftWarnedAt: now }).where(inArray(listings.id, ids));
}

export type ExpiredDraft = {
  id: string;
  agentId: string;
  accountId: string | null;
  uploadId: string | null;
};

/**
 * Locks drafts that were neither changed nor warned about since these instants. Excludes those with
 * an unfinished file job, and all drafts of an agent whose warning is still being sent. Skips
 * locked rows, which are being changed or belong to another clock.
 */
export async function lockExpiredDrafts(
  tx: Database,
  { untouchedSince, warnedBefore, rowsMax }: WarningLimits & { rowsMax: number },
): Promise<ExpiredDraft[]> {
  const job = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, listings.currentUploadId), eq(uploads.state, "attached")));
  const ended = tx
    .select({ agentId: draftWarnings.agentId })
    .from(draftWarnings)
    .where(and(eq(draftWarnings.agentId, listings.agentId), isNotNull(draftWarnings.mailedAt)));
  return tx
    .select({
      id: listings.id,
      agentId: listings.agentId,
      accountId: agents.accountId,
      uploadId: listings.currentUploadId,
    })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(
      and(
        isDraft,
        sql`${listings.draftWarnedAt} is not null`,
        lte(listings.draftWarnedAt, warnedBefore),
        lte(listings.updatedAt, untouchedSince),
        notExists(job),
        exists(ended),
      ),
    )
    .orderBy(asc(listings.draftWarnedAt), asc(listings.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true, of: listings });
}

/** Ends locked drafts with `change`, and gives up their files to the purge. */
export async function endDrafts(
  tx: Database,
  drafts: readonly ExpiredDraft[],
  { change, now }: { change: ListingChange; now: Date },
): Promise<void> {
  const ids = drafts.map(({ id }) => id);
  const uploadIds = drafts.flatMap(({ uploadId }) => (uploadId === null ? [] : [uploadId]));
  await tx
    .update(listings)
    .set({ ...change, updatedAt: now })
    .where(inArray(listings.id, ids));
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: now })
    .where(inArray(uploads.id, uploadIds));
}

type WarnedDraft = { title: string; updatedAt: Date; draftWarnedAt: Date | null };

export type DraftMailRow = {
  agentName: string;
  /** Null if the agent has no owner any more. */
  accountId: string | null;
  email: string;
  emailVerified: boolean;
  warnedAt: Date;
  mailedAt: Date | null;
  /** Those that expire first. */
  drafts: WarnedDraft[];
  draftCount: number;
};

/**
 * The contents of a warning, and whether it is still due; null if nobody was warned about the
 * agent's drafts.
 */
export async function findDraftMail(
  db: Database,
  { agentId, rowsMax }: { agentId: string; rowsMax: number },
): Promise<DraftMailRow | null> {
  const [row] = await db
    .select({
      agentName: agents.agentName,
      accountId: agents.accountId,
      email: sql<string>`coalesce(${accounts.email}, '')`,
      emailVerified: sql<boolean>`coalesce(${accounts.emailVerified}, false)`,
      warnedAt: draftWarnings.warnedAt,
      mailedAt: draftWarnings.mailedAt,
    })
    .from(draftWarnings)
    .innerJoin(agents, eq(agents.id, draftWarnings.agentId))
    .leftJoin(accounts, eq(accounts.id, agents.accountId))
    .where(eq(draftWarnings.agentId, agentId));
  if (row === undefined) return null;
  const isWarned = and(eq(listings.agentId, agentId), isDraft, isNotNull(listings.draftWarnedAt));
  const { title, updatedAt, draftWarnedAt } = listings;
  const drafts = await db
    .select({ title, updatedAt, draftWarnedAt })
    .from(listings)
    .where(isWarned)
    .orderBy(asc(updatedAt), asc(listings.id))
    .limit(rowsMax);
  return { ...row, drafts, draftCount: await db.$count(listings, isWarned) };
}

/**
 * Ends the attempts for a warning's mail. If it was sent, its deadline counts from that moment,
 * however long sending took.
 */
export async function endDraftWarning(
  tx: Database,
  {
    agentId,
    warnedAt,
    isSent,
    now,
  }: { agentId: string; warnedAt: Date; isSent: boolean; now: Date },
): Promise<void> {
  const ended = await tx
    .update(draftWarnings)
    .set({ mailedAt: now })
    .where(
      and(
        eq(draftWarnings.agentId, agentId),
        eq(draftWarnings.warnedAt, warnedAt),
        isNull(draftWarnings.mailedAt),
      ),
    )
    .returning({ agentId: draftWarnings.agentId });
  if (ended.length === 0 || !isSent) return;
  await tx
    .update(listings)
    .set({ draftWarnedAt: now })
    .where(and(eq(listings.agentId, agentId), isDraft, eq(listings.draftWarnedAt, warnedAt)));
}
