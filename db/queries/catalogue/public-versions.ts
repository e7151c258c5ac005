/** A dataset's versions for the public: without storage paths. */
import { and, desc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { listings, profiles, uploads, versionChanges } from "../../schema/index.ts";
import { summaryColumns } from "../listings/changes-summary.ts";
import { isActive } from "./catalogue.ts";

export type PublicVersion = {
  version: number;
  publishedAt: Date;
  sha256: string | null;
  /** Null if neither a comparison nor a profile of moderate size states it. */
  rowCount: number | null;
  /** Changes since the previous version; null if the two were not compared. */
  sentences: string[] | null;
};

/**
 * Larger profiles are not parsed for a row count: for wide tables Postgres would parse megabytes.
 */
const countedProfileBytesMax = 64 * 1024;

const before = alias(uploads, "before");

/** Newest first, none later than `until`; empty if the listing is not on sale. */
export async function readPublicVersions(
  db: Database,
  wanted: { listingId: string; until: number; rowsMax: number },
): Promise<PublicVersion[]> {
  const rows = await db
    .select({
      version: uploads.version,
      publishedAt: uploads.publishedAt,
      issuedAt: uploads.issuedAt,
      sha256: uploads.sha256,
      rowCount: sql<string | null>`case when ${uploads.id} = ${listings.currentUploadId}
        then ${listings.rowCount}
        else coalesce(
          (${versionChanges.changes} -> 'rows' ->> 'after')::bigint,
          case when pg_column_size(${profiles.profile}) <= ${countedProfileBytesMax}
            then (${profiles.profile} ->> 'row_count')::bigint end
        ) end`,
      sentences: summaryColumns.sentences,
    })
    .from(uploads)
    .innerJoin(listings, and(eq(listings.id, uploads.listingId), isActive))
    .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
    .leftJoin(
      before,
      and(eq(before.listingId, uploads.listingId), sql`${before.version} = ${uploads.version} - 1`),
    )
    .leftJoin(
      versionChanges,
      and(eq(versionChanges.uploadId, uploads.id), eq(versionChanges.fromUploadId, before.id)),
    )
    .where(
      and(
        eq(uploads.listingId, wanted.listingId),
        isNotNull(uploads.version),
        lte(uploads.version, wanted.until),
      ),
    )
    .orderBy(desc(uploads.version))
    .limit(wanted.rowsMax);
  return rows.map(({ version, publishedAt, issuedAt, sha256, rowCount, sentences }) => ({
    version: version ?? 0,
    publishedAt: publishedAt ?? issuedAt,
    sha256,
    rowCount: rowCount === null ? null : Number(rowCount),
    sentences,
  }));
}
