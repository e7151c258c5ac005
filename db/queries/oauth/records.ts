/** Rows of the OAuth authorisation server: clients, authorisations, grants, codes and tokens. */
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { oauthRecords } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";

export type OauthRecordRow = typeof oauthRecords.$inferSelect;
export type OauthRecordKey = Pick<OauthRecordRow, "kind" | "idHash">;

const isRecord = ({ kind, idHash }: OauthRecordKey) =>
  and(eq(oauthRecords.kind, kind), eq(oauthRecords.idHash, idHash));

/** Writes the record, over an earlier one of its id. */
export async function putOauthRecord(
  db: Database,
  row: Omit<OauthRecordRow, "consumedAt">,
): Promise<void> {
  const { payload, grantId, expiresAt } = row;
  await db
    .insert(oauthRecords)
    .values(row)
    .onConflictDoUpdate({
      target: [oauthRecords.kind, oauthRecords.idHash],
      set: { payload, grantId, expiresAt },
    });
}

/** The record though its time be over: who reads it tells an expired one from an unknown one. */
export async function findOauthRecord(
  db: Database,
  key: OauthRecordKey,
): Promise<OauthRecordRow | null> {
  const [row] = await db.select().from(oauthRecords).where(isRecord(key));
  return row ?? null;
}

/** Uses the record up; false where somebody has done so before, or at the same moment. */
export async function consumeOauthRecord(
  db: Database,
  key: OauthRecordKey,
  now: Date,
): Promise<boolean> {
  const consumed = await db
    .update(oauthRecords)
    .set({ consumedAt: now })
    .where(and(isRecord(key), isNull(oauthRecords.consumedAt)))
    .returning({ idHash: oauthRecords.idHash });
  return consumed.length > 0;
}

export async function deleteOauthRecord(db: Database, key: OauthRecordKey): Promise<void> {
  await db.delete(oauthRecords).where(isRecord(key));
}

/**
 * The grant with its codes and tokens, in one statement: whoever dies at it leaves all of them or
 * none. Rows are locked in one order, since a thief's second use ends a grant several times at once.
 */
export async function deleteOauthRecordsOfGrant(db: Database, grantId: string): Promise<void> {
  await deleteInOrder(db, eq(oauthRecords.grantId, grantId));
}

/** A code or token with its grant and all that was given out under it, as above. */
export async function deleteOauthRecordWithGrant(db: Database, key: OauthRecordKey): Promise<void> {
  const grant = db.select({ id: oauthRecords.grantId }).from(oauthRecords).where(isRecord(key));
  await deleteInOrder(db, or(isRecord(key), inArray(oauthRecords.grantId, grant)));
}

async function deleteInOrder(db: Database, which: SQL | undefined): Promise<void> {
  const held = db
    .select({ kind: oauthRecords.kind, idHash: oauthRecords.idHash })
    .from(oauthRecords)
    .where(which)
    .orderBy(oauthRecords.kind, oauthRecords.idHash)
    .for("update");
  await db
    .delete(oauthRecords)
    .where(inArray(sql`(${oauthRecords.kind}, ${oauthRecords.idHash})`, held));
}

/** Lets a record live until `expiresAt`, unless it lives to `staleBefore` anyway. */
export async function extendOauthRecord(
  db: Database,
  key: OauthRecordKey,
  { expiresAt, staleBefore }: { expiresAt: Date; staleBefore: Date },
): Promise<void> {
  await db
    .update(oauthRecords)
    .set({ expiresAt })
    .where(and(isRecord(key), lt(oauthRecords.expiresAt, staleBefore)));
}

/** Forgets records whose time was over before; says how many. */
export function deleteExpiredOauthRecords(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, oauthRecords.expiresAt, oldest);
}
