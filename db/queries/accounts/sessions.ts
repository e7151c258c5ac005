/** Sign-in sessions of browsers. */
import { and, desc, eq, gt, ne, notInArray } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { sessions } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";

export type SessionRow = typeof sessions.$inferSelect;
type Own = { accountId: string; sessionId: string };

const isOwn = ({ accountId, sessionId }: Own) =>
  and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
const isLive = (accountId: string, now: Date) =>
  and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now));

export async function insertSession(
  tx: Database,
  row: typeof sessions.$inferInsert,
): Promise<SessionRow> {
  const [inserted] = await tx.insert(sessions).values(row).returning();
  if (inserted === undefined) throw new Error("no session was inserted");
  return inserted;
}

/** A session that has neither ended nor expired, by its primary key. */
export async function findSession(
  db: Database,
  own: Own,
  now: Date,
): Promise<Pick<SessionRow, "lastSeenAt"> | null> {
  const [row] = await db
    .select({ lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .where(and(isOwn(own), gt(sessions.expiresAt, now)));
  return row ?? null;
}

export async function recordSessionUse(db: Database, own: Own, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(isOwn(own));
}

/** The most recently used first. */
export async function listSessions(
  db: Database,
  accountId: string,
  now: Date,
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(isLive(accountId, now))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

export async function deleteSession(tx: Database, own: Own): Promise<SessionRow | null> {
  const [row] = await tx.delete(sessions).where(isOwn(own)).returning();
  return row ?? null;
}

/** Deletes all other sessions of the account; returns how many. */
export async function deleteOtherSessions(
  tx: Database,
  { accountId, sessionId }: Own,
): Promise<number> {
  const deleted = await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return deleted.length;
}

/** Keeps the `rowsMax` most recently used sessions of an account and deletes the others. */
export async function deleteOldestSessions(
  tx: Database,
  accountId: string,
  rowsMax: number,
): Promise<void> {
  const newest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(rowsMax);
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), notInArray(sessions.id, newest)));
}

/** Deletes at most `rowsMax` expired sessions; returns how many. */
export function deleteExpiredSessions(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, sessions.expiresAt, oldest);
}
