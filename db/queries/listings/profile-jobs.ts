/** Uploads for the profile job. */
import { and, asc, desc, eq, exists, gt, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { pipelined } from "../../pipelined.ts";
import {
  agents,
  listings,
  outbox,
  profiles,
  type UploadProgress,
  uploads,
  workTurns,
} from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import type { DistributionLevel } from "../../vocabulary/listing.ts";
import { sellerPrincipals } from "../events/events.ts";
import { isTurnOf, longestSinceTurn, takeTurn, turnOwner } from "../operations/work-turns.ts";
import { listingColumns } from "./listings.ts";

export type ProfileJobRow = {
  uploadId: string;
  listingId: string;
  state: (typeof uploads.$inferSelect)["state"];
  /** Whether the listing waits for this file, as its current one or as its next version. */
  slot: "current" | "next" | null;
  attempts: number;
  heartbeatAt: Date | null;
  attachedAt: Date | null;
  /** Consecutive attempts that failed for reasons on our side, and when the next one may start. */
  serviceFailures: number;
  retryAt: Date | null;
  storagePath: string;
  objectEtag: string | null;
  byteSize: number | null;
  /** From an earlier job: the file is already hashed. */
  sha256: string | null;
  /**
   * Number of files in a folder, whose manifest is written to `storagePath`; null for a single
   * file.
   */
  fileCount: number | null;
  title: string;
  description: string;
  tags: string[];
  license: string | null;
  priceCents: number;
  pricingType: string;
  distributions: DistributionLevel;
  schemaFormat: string | null;
  /** Principals notified of the outcome. */
  seller: Principal[];
  /** Whose other jobs it takes turns with. */
  turnOwner: string;
};

/**
 * Locks the listing, then the upload, in the same order as `PATCH` and `publish`. Null if there is
 * no such upload.
 */
export async function lockProfileJob(
  tx: Database,
  uploadId: string,
): Promise<ProfileJobRow | null> {
  const ofUpload = tx
    .select({ id: uploads.listingId })
    .from(uploads)
    .where(eq(uploads.id, uploadId));
  const [[listing], [found]] = await pipelined([
    () => tx.select(listingColumns).from(listings).where(eq(listings.id, ofUpload)).for("update"),
    () =>
      tx
        .select({ upload: uploads, agentId: agents.id, accountId: agents.accountId, turnOwner })
        .from(uploads)
        .innerJoin(listings, eq(listings.id, uploads.listingId))
        .innerJoin(agents, eq(agents.id, listings.agentId))
        .where(eq(uploads.id, uploadId))
        .for("update", { of: uploads }),
  ]);
  if (listing === undefined || found === undefined) return null;
  const { upload } = found;
  return {
    uploadId,
    listingId: listing.id,
    state: upload.state,
    slot: slotOf(listing, uploadId),
    attempts: upload.attempts,
    heartbeatAt: upload.heartbeatAt,
    attachedAt: upload.attachedAt,
    serviceFailures: upload.serviceFailures,
    retryAt: upload.retryAt,
    storagePath: upload.storagePath,
    objectEtag: upload.objectEtag,
    byteSize: upload.byteSize,
    sha256: upload.sha256,
    fileCount: upload.fileCount,
    title: listing.title,
    description: listing.description,
    tags: listing.tags,
    license: listing.license ?? listing.licenseUrl,
    priceCents: listing.priceCents,
    pricingType: listing.pricingType,
    distributions: listing.distributions,
    schemaFormat: listing.schemaFormat,
    seller: sellerPrincipals(found.agentId, found.accountId),
    turnOwner: found.turnOwner,
  };
}

function slotOf(
  listing: { currentUploadId: string | null; nextUploadId: string | null },
  uploadId: string,
): ProfileJobRow["slot"] {
  if (listing.currentUploadId === uploadId) return "current";
  return listing.nextUploadId === uploadId ? "next" : null;
}

const waitsForUpload = or(
  eq(listings.currentUploadId, uploads.id),
  eq(listings.nextUploadId, uploads.id),
);

/**
 * The job whose turn it is: of the seller who has waited longest, and `queuedId` before that
 * seller's older jobs. Null if no job waits. Call it under `lockTurns`.
 */
export async function findJobInTurn(
  tx: Database,
  { queuedId, aliveSince, now }: { queuedId: string; aliveSince: Date; now: Date },
): Promise<string | null> {
  const [next] = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .innerJoin(listings, and(eq(listings.id, uploads.listingId), waitsForUpload))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(workTurns, isTurnOf("profile"))
    .where(
      and(
        eq(uploads.state, "attached"),
        or(isNull(uploads.heartbeatAt), lte(uploads.heartbeatAt, aliveSince)),
        or(isNull(uploads.retryAt), lte(uploads.retryAt, now)),
      ),
    )
    .orderBy(longestSinceTurn, desc(eq(uploads.id, queuedId)), asc(uploads.attachedAt))
    .limit(1);
  return next?.id ?? null;
}

/**
 * Takes the seller's turn and counts the attempt before the work starts, so that a crashed worker
 * is counted. Commits asynchronously: a database crash may lose the count, which grants the file
 * one more attempt.
 */
export async function countAttempt(
  tx: Database,
  { uploadId, turnOwner: owner }: Pick<ProfileJobRow, "uploadId" | "turnOwner">,
  now: Date,
): Promise<void> {
  const attempts = sql`${uploads.attempts} + 1`;
  await pipelined([
    () => tx.execute(sql`set local synchronous_commit = off`),
    () => takeTurn(tx, "profile", owner),
    () =>
      tx
        .update(uploads)
        .set({ attempts, heartbeatAt: now, progress: null })
        .where(eq(uploads.id, uploadId)),
  ]);
}

/**
 * Returns the job: another worker may start at once, or at `retryAt`. `refund` also takes back the
 * attempt, for an end that was nobody's fault; `postponeUpload` is for failures on our side.
 */
export async function releaseProfileJob(
  db: Database,
  uploadId: string,
  { refund, retryAt = null }: { refund: boolean; retryAt?: Date | null },
): Promise<void> {
  const refunded = sql`greatest(${uploads.attempts} - 1, 0)`;
  await db
    .update(uploads)
    .set({ heartbeatAt: null, retryAt, ...(refund ? { attempts: refunded } : {}) })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "attached")));
}

/** Records that the job is alive. False if the upload is no longer awaited. */
export async function recordHeartbeat(
  db: Database,
  uploadId: string,
  beat: { progress: UploadProgress | null; now: Date },
): Promise<boolean> {
  const touched = await db
    .update(uploads)
    .set({ heartbeatAt: beat.now, progress: beat.progress })
    .where(
      and(
        eq(uploads.id, uploadId),
        eq(uploads.state, "attached"),
        exists(
          db
            .select({ id: listings.id })
            .from(listings)
            .where(and(eq(listings.id, uploads.listingId), waitsForUpload)),
        ),
      ),
    )
    .returning({ id: uploads.id });
  return touched.length === 1;
}

/** Takes back an attempt that failed for a reason on our side; nobody starts before `retryAt`. */
export async function postponeUpload(
  tx: Database,
  uploadId: string,
  postponed: { serviceFailures: number; retryAt: Date },
): Promise<void> {
  const attempts = sql`greatest(${uploads.attempts} - 1, 0)`;
  await tx
    .update(uploads)
    .set({ ...postponed, attempts, heartbeatAt: null, progress: null })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "attached")));
}

/** Number of uploads that wait because their last attempt failed for a reason on our side. */
export async function countPostponed(db: Database): Promise<number> {
  return await db.$count(
    uploads,
    and(eq(uploads.state, "attached"), gt(uploads.serviceFailures, 0)),
  );
}

/** Whether a job for the upload is still awaited. */
export async function isAwaited(db: Database, uploadId: string): Promise<boolean> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .innerJoin(listings, and(eq(listings.id, uploads.listingId), waitsForUpload))
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "attached")));
  return rows.length === 1;
}

export type UploadResult = Pick<
  typeof uploads.$inferInsert,
  | "byteSize"
  | "sha256"
  | "objectEtag"
  | "format"
  | "compression"
  | "samplePath"
  | "errorCode"
  | "errorDetail"
> & { state: "generated" | "no_sample" };

export async function finishUpload(
  tx: Database,
  uploadId: string,
  result: UploadResult,
  now: Date,
): Promise<void> {
  await tx
    .update(uploads)
    .set({ ...result, finishedAt: now, heartbeatAt: now, progress: null })
    .where(eq(uploads.id, uploadId));
}

/** Replaces the profile if the job ran again because a price change required another sample. */
export async function storeProfile(
  tx: Database,
  uploadId: string,
  { profile, facts, charts }: Pick<typeof profiles.$inferInsert, "profile" | "facts" | "charts">,
  now: Date,
): Promise<void> {
  const values = { profile, facts, charts, createdAt: now };
  await tx
    .insert(profiles)
    .values({ uploadId, ...values })
    .onConflictDoUpdate({ target: profiles.uploadId, set: values });
}

/**
 * Wakes callers that wait for the listing, although its own row has not changed. Also keeps a draft
 * from expiring.
 */
export async function markListingUpdated(
  tx: Database,
  listingId: string,
  now: Date,
): Promise<void> {
  await tx.update(listings).set({ updatedAt: now }).where(eq(listings.id, listingId));
}

/**
 * Locks uploads with an unfinished job that was neither started nor renewed since `silentSince`,
 * nor queued since `lostSince`. Skips rows locked by another clock. Call it inside a transaction.
 */
export async function lockStalledUploads(
  tx: Database,
  options: { silentSince: Date; lostSince: Date; rowsMax: number },
): Promise<string[]> {
  const queuedSince = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.subject, "jobs.profile"),
        sql`${outbox.payload}->>'upload_id' = ${uploads.id}::text`,
        or(isNull(outbox.publishedAt), gt(outbox.publishedAt, options.lostSince)),
      ),
    );
  const rows = await tx
    .select({ uploadId: uploads.id })
    .from(uploads)
    .where(
      and(
        eq(uploads.state, "attached"),
        lt(uploads.attachedAt, options.silentSince),
        or(isNull(uploads.heartbeatAt), lt(uploads.heartbeatAt, options.silentSince)),
        or(isNull(uploads.retryAt), lt(uploads.retryAt, options.silentSince)),
        notExists(queuedSince),
      ),
    )
    .orderBy(asc(uploads.attachedAt))
    .limit(options.rowsMax)
    .for("update", { skipLocked: true, of: uploads });
  return rows.map((row) => row.uploadId);
}
