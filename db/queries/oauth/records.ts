/** Records of the OAuth authorisation server: clients, authorisations, grants, codes and tokens. */
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { oauthRecords } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";

export type OauthRecordRow = typeof oauthRecords.$inferSelect;
export type OauthRecordKey = Pick<OauthRecordRow, "kind" | "idHash">;

const isRecord = ({ kind, idHash }: OauthRecordKey) =>
  and(eq(oauthRecords.kind, kind), eq(oauthRecords.idHash, idHash));

/** Inserts the record or replaces the one with its id. */
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

/** Also returns an expired record, so that the caller can distinguish expired from unknown. */
export async function findOauthRecord(
  db: Database,
  key: OauthRecordKey,
): Promise<OauthRecordRow | null> {
  const [row] = await db.select().from(oauthRecords).where(isRecord(key));
  return row ?? null;
}

/** Marks the record as used; false if it was used before or at the same time. */
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
 * Deletes the grant with its codes and tokens in one statement, so that a crash leaves all or none.
 * Rows are locked in one order, because a thief's second use may end a grant several times at once.
 */
export async function deleteOauthRecordsOfGrant(db: Database, grantId: string): Promise<void> {
  await deleteInOrder(db, eq(oauthRecords.grantId, grantId));
}

/** Deletes a code or token with its grant and everything issued under it, as above. */
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

/** Extends a record to `expiresAt`, unless it lasts until `staleBefore` anyway. */
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

/** Deletes records that expired before the instant; returns how many. */
export function deleteExpiredOauthRecords(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, oauthRecords.expiresAt, oldest);
}
