/** New secrets that are still shown to the session that created them. */
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { shownSecrets } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";

type Own = { accountId: string; subjectId: string };

const isOwn = ({ accountId, subjectId }: Own) =>
  and(eq(shownSecrets.subjectId, subjectId), eq(shownSecrets.accountId, accountId));

/** A newer secret of the same key or webhook replaces the earlier one. */
export async function putShownSecret(
  tx: Database,
  row: typeof shownSecrets.$inferInsert,
): Promise<void> {
  const { subjectId: _subjectId, ...set } = row;
  await tx
    .insert(shownSecrets)
    .values(row)
    .onConflictDoUpdate({ target: shownSecrets.subjectId, set });
}

/** The sealed secret; null if there is none or it has expired. */
export async function findShownSecret(db: Database, own: Own, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ sealed: shownSecrets.sealed })
    .from(shownSecrets)
    .where(and(isOwn(own), gt(shownSecrets.expiresAt, now)));
  return row?.sealed ?? null;
}

export async function deleteShownSecret(db: Database, own: Own): Promise<void> {
  await db.delete(shownSecrets).where(isOwn(own));
}

/** Deletes at most `rowsMax` expired secrets; returns how many. */
export function deleteExpiredShownSecrets(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, shownSecrets.expiresAt, oldest);
}
