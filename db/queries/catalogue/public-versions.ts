/** The versions of a dataset as everybody may see them: never where a file lies. */
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
  /** Null where neither a comparison nor a profile of moderate size tells. */
  rowCount: number | null;
  /** What changed since the version before; null where the two were not compared. */
  sentences: string[] | null;
};

/** As stored: to count the rows of a wide table, Postgres would have to parse megabytes. */
const countedProfileBytesMax = 64 * 1024;

const before = alias(uploads, "before");

/** The newest first, none later than `until`; none of a listing that is not on sale. */
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
