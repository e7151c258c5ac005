/** The files of trials: jobs, results and look-ups. */
import { and, asc, eq, inArray, isNotNull, lte, ne, notExists, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, purchases, trialFiles, twinJobs, uploads } from "../../schema/index.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";
import { recordTwinPositions } from "../catalogue/twins.ts";
import type { UploadRow } from "./listings.ts";

export type TrialFileRow = typeof trialFiles.$inferSelect;

const isCurrent = ne(trialFiles.state, "superseded");

/** Requests the trial's file of a version, unless it was requested; a failed one is tried again. */
export async function insertTrialFile(
  tx: Database,
  values: Pick<TrialFileRow, "listingId" | "uploadId" | "rows" | "createdAt"> & { dueAt: Date },
): Promise<void> {
  await tx
    .insert(trialFiles)
    .values(values)
    .onConflictDoUpdate({
      target: [trialFiles.uploadId, trialFiles.rows],
      targetWhere: sql`state <> 'superseded'`,
      set: {
        state: "preparing",
        dueAt: values.dueAt,
        attempts: 0,
        errorCode: null,
        errorDetail: null,
        finishedAt: null,
      },
      setWhere: eq(trialFiles.state, "failed"),
    });
}

/** Makes a lost file again, if it is on offer; an attempt that runs goes on. */
export async function redrawTrialFile(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(trialFiles)
    .set({ state: "preparing", dueAt: now, attempts: 0, finishedAt: null })
    .where(and(eq(trialFiles.id, id), eq(trialFiles.state, "ready")));
}

/** A trial's file, and the stored one once it is ready. */
export type TrialFile = { file: TrialFileRow; upload: UploadRow | null };

/** The trial's file of a version with so many rows; null before it was requested. */
export async function findTrialFile(
  db: Database,
  { uploadId, rows }: { uploadId: string; rows: number },
): Promise<TrialFile | null> {
  const [row] = await db
    .select({ file: trialFiles, upload: uploads })
    .from(trialFiles)
    .leftJoin(uploads, eq(uploads.id, trialFiles.id))
    .where(and(eq(trialFiles.uploadId, uploadId), eq(trialFiles.rows, rows), isCurrent));
  return row ?? null;
}

/** The same, locked against being superseded until the transaction ends. */
export async function holdTrialFile(
  tx: Database,
  key: { uploadId: string; rows: number },
): Promise<TrialFile | null> {
  await tx
    .select({ id: trialFiles.id })
    .from(trialFiles)
    .where(and(eq(trialFiles.uploadId, key.uploadId), eq(trialFiles.rows, key.rows), isCurrent))
    .for("share");
  return findTrialFile(tx, key);
}

/** A trial's file that a worker is making; `attempts` distinguishes its claim from another one's. */
export type TrialJob = TrialFileRow & { fileSha256: string | null };

/** Claims the oldest due job until `until` and counts the attempt, once the version's twin is made. */
export async function claimTrialFile(
  tx: Database,
  { now, until }: { now: Date; until: Date },
): Promise<TrialJob | null> {
  const isTwinDue = tx
    .select({ one: sql`1` })
    .from(twinJobs)
    .where(and(eq(twinJobs.uploadId, trialFiles.uploadId), isNotNull(twinJobs.dueAt)));
  const [due] = await tx
    .select({ id: trialFiles.id, fileSha256: uploads.sha256 })
    .from(trialFiles)
    .innerJoin(uploads, eq(uploads.id, trialFiles.uploadId))
    .where(and(lte(trialFiles.dueAt, now), notExists(isTwinDue)))
    .orderBy(asc(trialFiles.dueAt))
    .limit(1)
    .for("update", { of: trialFiles, skipLocked: true });
  if (due === undefined) return null;
  const [claimed] = await tx
    .update(trialFiles)
    .set({ dueAt: until, attempts: sql`${trialFiles.attempts} + 1` })
    .where(eq(trialFiles.id, due.id))
    .returning();
  return claimed === undefined ? null : { ...claimed, fileSha256: due.fileSha256 };
}

/**
 * Writes the stored file's row before its objects exist, as superseded: however the attempt ends,
 * the purge of unused files finds them, once `finishedAt` is set.
 */
export async function openTrialUpload(
  tx: Database,
  {
    id,
    listingId,
    storagePath,
    now,
  }: Pick<TrialFileRow, "id" | "listingId"> & {
    storagePath: string;
    now: Date;
  },
): Promise<void> {
  const open = { finishedAt: null, purgedAt: null };
  await tx
    .insert(uploads)
    .values({
      ...{ id, listingId, storagePath, ...open, state: "superseded" },
      ...{ urlsEndAt: now, issuedAt: now, heldFiles: 0 },
    })
    .onConflictDoUpdate({ target: uploads.id, set: open });
  await recordTwinPositions(tx, id, 1);
}

/** Ends it: on sale with these facts, or to be purged. */
export async function endTrialUpload(
  tx: Database,
  id: string,
  change: Partial<typeof uploads.$inferInsert>,
): Promise<void> {
  await tx.update(uploads).set(change).where(eq(uploads.id, id));
}

type Hold = Pick<TrialFileRow, "id" | "attempts">;

const isHeld = ({ id, attempts }: Hold) =>
  and(eq(trialFiles.id, id), eq(trialFiles.attempts, attempts), eq(trialFiles.state, "preparing"));

/** Changes a claim, or ends it; false if it was lost. */
export async function moveTrialFile(
  db: Database,
  hold: Hold,
  change: Partial<TrialFileRow>,
): Promise<boolean> {
  const moved = await db
    .update(trialFiles)
    .set(change)
    .where(isHeld(hold))
    .returning({ id: trialFiles.id });
  return moved.length === 1;
}

type Unneeded = { states: readonly PurchaseState[]; now: Date; rowsMax: number };

/**
 * Supersedes files that are neither on offer nor bought in one of these states, so that their
 * objects are purged. Returns their number.
 */
export async function supersedeTrialFiles(
  tx: Database,
  { states, now, rowsMax }: Unneeded,
): Promise<number> {
  const isUnneeded = and(isCurrent, notExists(offered(tx)), notExists(bought(tx, states)));
  const due = await tx
    .select({ id: trialFiles.id })
    .from(trialFiles)
    .where(isUnneeded)
    .orderBy(asc(trialFiles.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  if (due.length === 0) return 0;
  // Asked again: the seller may have offered it again before the lock was taken.
  const superseded = await tx
    .update(trialFiles)
    .set({ state: "superseded", dueAt: null, finishedAt: now })
    .where(and(inArray(trialFiles.id, idsOf(due)), isUnneeded))
    .returning({ id: trialFiles.id });
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: now })
    .where(inArray(uploads.id, idsOf(superseded)));
  return superseded.length;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const offered = (tx: Database) =>
  tx
    .select({ one: sql`1` })
    .from(listings)
    .where(
      and(
        eq(listings.id, trialFiles.listingId),
        eq(listings.currentUploadId, trialFiles.uploadId),
        sql`(${listings.trial} ->> 'rows')::int = ${trialFiles.rows}`,
        inArray(listings.status, ["active", "suspended"]),
      ),
    );

const bought = (tx: Database, states: readonly PurchaseState[]) =>
  tx
    .select({ one: sql`1` })
    .from(purchases)
    .where(
      and(
        eq(purchases.listingId, trialFiles.listingId),
        eq(purchases.uploadId, trialFiles.id),
        inArray(purchases.state, [...states]),
      ),
    );
