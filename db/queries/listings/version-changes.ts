/** Changes between a dataset's versions: written by profile jobs, public to read. */
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { listings, profiles, purchases, uploads, versionChanges } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { summaryColumns } from "./changes-summary.ts";

export type ChangesFrom = { fromUploadId: string; changes: Stored["versionChanges"] };
export type EarlierVersion = { uploadId: string; version: number; samplePath: string | null };

/** The files that were on sale under this listing, newest first, without the given one. */
export async function readEarlierVersions(
  db: Database,
  file: { listingId: string; uploadId: string },
  rowsMax: number,
): Promise<EarlierVersion[]> {
  const rows = await db
    .select({ uploadId: uploads.id, version: uploads.version, samplePath: uploads.samplePath })
    .from(uploads)
    .where(
      and(
        eq(uploads.listingId, file.listingId),
        isNotNull(uploads.version),
        ne(uploads.id, file.uploadId),
      ),
    )
    .orderBy(desc(uploads.version))
    .limit(rowsMax);
  return rows.map(({ version, ...row }) => ({ ...row, version: version ?? 0 }));
}

/** A file's profile as stored, possibly by an older release; null without one. */
export async function findStoredProfile(db: Database, uploadId: string): Promise<unknown> {
  const [row] = await db
    .select({ profile: profiles.profile })
    .from(profiles)
    .where(eq(profiles.uploadId, uploadId));
  return row?.profile ?? null;
}

/** A repeated job replaces its earlier result. */
export async function storeVersionChanges(
  tx: Database,
  uploadId: string,
  changes: readonly ChangesFrom[],
  now: Date,
): Promise<void> {
  await tx.delete(versionChanges).where(eq(versionChanges.uploadId, uploadId));
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ uploadId, ...change, createdAt: now }));
  await tx.insert(versionChanges).values(rows);
}

const earlierUploads = alias(uploads, "earlier_uploads");
const laterUploads = alias(uploads, "later_uploads");
const earlierProfiles = alias(profiles, "earlier_profiles");
const laterProfiles = alias(profiles, "later_profiles");

export type VersionPair = {
  from: { uploadId: string; publishedAt: Date | null };
  to: { uploadId: string; publishedAt: Date | null };
  /** Null if no job has compared the two. */
  changes: Stored["versionChanges"] | null;
  /** Bytes of both profiles; null if one is missing. */
  profileBytes: number | null;
};

/** The current version of an active listing, or null. */
export async function findCurrentVersion(db: Database, listingId: string): Promise<number | null> {
  const [row] = await db
    .select({ version: listings.version })
    .from(listings)
    .where(and(eq(listings.id, listingId), isActive));
  return row?.version ?? null;
}

/** Two versions of a listing and their difference; null if one is unknown. */
export async function findVersionPair(
  db: Database,
  { listingId, from, to }: { listingId: string; from: number; to: number },
): Promise<VersionPair | null> {
  const bytesOf = (table: typeof earlierProfiles | typeof laterProfiles) =>
    sql`octet_length(${table.profile}::text)`;
  const [row] = await db
    .select({
      from: { uploadId: earlierUploads.id, publishedAt: earlierUploads.publishedAt },
      to: { uploadId: laterUploads.id, publishedAt: laterUploads.publishedAt },
      changes: versionChanges.changes,
      profileBytes: sql<number | null>`${bytesOf(earlierProfiles)} + ${bytesOf(laterProfiles)}`,
    })
    .from(laterUploads)
    .innerJoin(
      earlierUploads,
      and(eq(earlierUploads.listingId, listingId), eq(earlierUploads.version, from)),
    )
    .leftJoin(earlierProfiles, eq(earlierProfiles.uploadId, earlierUploads.id))
    .leftJoin(laterProfiles, eq(laterProfiles.uploadId, laterUploads.id))
    .leftJoin(
      versionChanges,
      and(
        eq(versionChanges.uploadId, laterUploads.id),
        eq(versionChanges.fromUploadId, earlierUploads.id),
      ),
    )
    .where(and(eq(laterUploads.listingId, listingId), eq(laterUploads.version, to)));
  return row === undefined
    ? null
    : { ...row, changes: row.changes as Stored["versionChanges"] | null };
}

/** A short summary of a newer version. */
export type ChangesSummary = {
  fromVersion: number;
  sentences: string[];
  rows: Stored["versionChanges"]["rows"];
};

/** Changes in a file since the previous version; null if they were not compared. */
export async function findChangesSummary(
  db: Database,
  { uploadId, listingId, version }: { uploadId: string; listingId: string; version: number },
): Promise<ChangesSummary | null> {
  const [row] = await db
    .select(summaryColumns)
    .from(versionChanges)
    .innerJoin(uploads, eq(uploads.id, versionChanges.fromUploadId))
    .where(
      and(
        eq(versionChanges.uploadId, uploadId),
        eq(uploads.listingId, listingId),
        eq(uploads.version, version),
      ),
    );
  if (!row?.sentences || !row.rows) return null;
  return { fromVersion: version, sentences: row.sentences, rows: row.rows };
}

/** The changes from the listing's version to this file; null if no job has compared the two. */
export async function findChangesBetween(
  tx: Database,
  { uploadId, fromVersion }: { uploadId: string; fromVersion: number },
): Promise<Stored["versionChanges"] | null> {
  const [row] = await tx
    .select({ changes: versionChanges.changes })
    .from(versionChanges)
    .innerJoin(uploads, eq(uploads.id, versionChanges.fromUploadId))
    .where(and(eq(versionChanges.uploadId, uploadId), eq(uploads.version, fromVersion)));
  return (row?.changes as Stored["versionChanges"] | undefined) ?? null;
}

export type EarlierBuyers = {
  /** The latest version that each of them has bought. */
  version: number;
  accountIds: string[];
  changes: Stored["versionChanges"] | null;
};

/** Buyers who kept an earlier version of a listing, by their latest version; not those of trials. */
export async function findEarlierBuyers(
  tx: Database,
  { listingId, uploadId, version }: { listingId: string; uploadId: string; version: number },
): Promise<EarlierBuyers[]> {
  const latest = sql<number>`max(${purchases.version})`;
  const buyers = await tx
    .select({ accountId: purchases.accountId, version: latest })
    .from(purchases)
    .where(
      and(
        eq(purchases.listingId, listingId),
        lt(purchases.version, version),
        inArray(purchases.state, ["in_escrow", "disputed", "released"]),
        isNull(purchases.trialRows),
      ),
    )
    .groupBy(purchases.accountId);
  const byVersion = new Map<number, string[]>();
  for (const { version: bought, accountId } of buyers) {
    const others = byVersion.get(bought);
    if (others === undefined) byVersion.set(bought, [accountId]);
    else others.push(accountId);
  }
  if (byVersion.size === 0) return [];
  const compared = await tx
    .select({ version: uploads.version, changes: versionChanges.changes })
    .from(versionChanges)
    .innerJoin(uploads, eq(uploads.id, versionChanges.fromUploadId))
    .where(eq(versionChanges.uploadId, uploadId));
  const changesOf = new Map(
    compared.map((row) => [row.version, row.changes as Stored["versionChanges"]]),
  );
  return [...byVersion].map(([earlier, accountIds]) => {
    return { version: earlier, accountIds, changes: changesOf.get(earlier) ?? null };
  });
}
