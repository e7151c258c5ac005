/** Mails that gather an account's news, of what it follows or of its saved searches. */
import { and, asc, eq, exists, gte, inArray, isNull, lte, notExists } from "drizzle-orm";
import type { Database } from "../client.ts";
import { accounts, followDigests, follows, savedSearches, searchDigests } from "../schema/index.ts";
import { deleteOldest, type Oldest } from "./delete-oldest.ts";

/** `sources`: rows whose `mailDueAt` says that something about them waits for a mail. */
const kinds = {
  follow: { sources: follows, digests: followDigests },
  search: { sources: savedSearches, digests: searchDigests },
};
export type DigestKind = keyof typeof kinds;

/**
 * Locks accounts that are due a mail and had none since `mailedSince`. Skips rows locked by another
 * clock.
 */
export async function lockAccountsToMail(
  tx: Database,
  kind: DigestKind,
  { now, mailedSince, rowsMax }: { now: Date; mailedSince: Date; rowsMax: number },
): Promise<string[]> {
  const { sources, digests } = kinds[kind];
  const due = tx
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.accountId, accounts.id), lte(sources.mailDueAt, now)));
  const mailed = tx
    .select({ id: digests.id })
    .from(digests)
    .where(and(eq(digests.accountId, accounts.id), gte(digests.createdAt, mailedSince)));
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isNull(accounts.suspendedAt), exists(due), notExists(mailed)))
    .orderBy(asc(accounts.id))
    .limit(rowsMax)
    .for("no key update", { skipLocked: true });
  return rows.map(({ id }) => id);
}

type Fill = (digestId: string, sourceIds: string[]) => Promise<{ length: number }>;

/**
 * Starts a mail of a locked account about its due sources. `fill` adds their news, which no mail had
 * yet; null if there are none.
 */
export async function beginDigest(
  tx: Database,
  kind: DigestKind,
  { accountId, now }: { accountId: string; now: Date },
  fill: Fill,
): Promise<string | null> {
  const { sources, digests } = kinds[kind];
  const waiting = await tx
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.accountId, accountId), lte(sources.mailDueAt, now)))
    .orderBy(asc(sources.id))
    .for("no key update");
  const ids = waiting.map(({ id }) => id);
  if (ids.length === 0) return null;
  await tx.update(sources).set({ mailDueAt: null }).where(inArray(sources.id, ids));
  const [digest] = await tx
    .insert(digests)
    .values({ accountId, createdAt: now })
    .returning({ id: digests.id });
  if (digest === undefined) throw new Error("the insert of a digest returned no row");
  const { length } = await fill(digest.id, ids);
  if (length > 0) return digest.id;
  await tx.delete(digests).where(eq(digests.id, digest.id));
  return null;
}

export type DigestRow = {
  accountId: string;
  email: string;
  emailVerified: boolean;
  createdAt: Date;
  endedAt: Date | null;
  isSuspended: boolean;
};

export async function findDigest(
  db: Database,
  kind: DigestKind,
  digestId: string,
): Promise<DigestRow | null> {
  const { digests } = kinds[kind];
  const [row] = await db
    .select({
      accountId: accounts.id,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      createdAt: digests.createdAt,
      endedAt: digests.endedAt,
      suspendedAt: accounts.suspendedAt,
    })
    .from(digests)
    .innerJoin(accounts, eq(accounts.id, digests.accountId))
    .where(eq(digests.id, digestId));
  if (row === undefined) return null;
  const { suspendedAt, ...digest } = row;
  return { ...digest, isSuspended: suspendedAt !== null };
}

/** Ends the attempts for a digest. */
export async function endDigest(
  tx: Database,
  kind: DigestKind,
  { digestId, now }: { digestId: string; now: Date },
): Promise<void> {
  const { digests } = kinds[kind];
  await tx
    .update(digests)
    .set({ endedAt: now })
    .where(and(eq(digests.id, digestId), isNull(digests.endedAt)));
}

/** Deletes at most `rowsMax` digests that began before the instant; returns how many. */
export function deleteOldDigests(db: Database, kind: DigestKind, oldest: Oldest): Promise<number> {
  return deleteOldest(db, kinds[kind].digests.createdAt, oldest);
}
