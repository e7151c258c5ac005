/** The Parquet twins of files: jobs, results and look-ups. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  agents,
  listings,
  profiles,
  twinJobs,
  twins,
  uploads,
  workTurns,
} from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import { isTurnOf, longestSinceTurn, takeTurn, turnOwner } from "../operations/work-turns.ts";

export type TwinRow = typeof twins.$inferSelect;
export type NewTwin = Omit<typeof twins.$inferInsert, "createdAt">;

/** State of a file's twins; `isPending` is null if nobody has requested them. */
export type FileTwins = { isPending: boolean | null; rows: TwinRow[] };

/** Requests the twins of a file unless they were requested or made already. */
export async function enqueueTwins(tx: Database, uploadId: string, now: Date): Promise<void> {
  const isOpen = and(isNull(twinJobs.dueAt), isNull(twinJobs.finishedAt));
  await tx
    .insert(twinJobs)
    .values({ uploadId, dueAt: now })
    .onConflictDoUpdate({
      target: twinJobs.uploadId,
      set: { dueAt: now },
      setWhere: isOpen,
    });
}

/** Requests the twins of a file, and claims the job as its first attempt until `until`. */
export async function enqueueHeldTwins(tx: Database, uploadId: string, until: Date): Promise<void> {
  const held = { dueAt: until, attempts: 1 };
  await tx
    .insert(twinJobs)
    .values({ uploadId, ...held })
    .onConflictDoUpdate({ target: twinJobs.uploadId, set: held });
}

/**
 * Records which objects may exist before they are stored by the profile's job, so that they are
 * deleted with the file.
 */
export async function recordTwinPositions(
  db: Database,
  uploadId: string,
  positions: number,
): Promise<void> {
  const most = sql`greatest(${twinJobs.positions}, excluded.positions)`;
  await db
    .insert(twinJobs)
    .values({ uploadId, positions })
    .onConflictDoUpdate({ target: twinJobs.uploadId, set: { positions: most } });
}

/** A file's twins as the profile's job made them; without it, `enqueueTwins` requests them. */
export async function storeTwins(
  tx: Database,
  uploadId: string,
  { rows, now }: { rows: NewTwin[]; now: Date },
): Promise<void> {
  const ended = { dueAt: null, finishedAt: now };
  await tx
    .insert(twinJobs)
    .values({ uploadId, ...ended })
    .onConflictDoUpdate({ target: twinJobs.uploadId, set: ended });
  await replaceTwins(tx, uploadId, { rows, now });
}

async function replaceTwins(
  tx: Database,
  uploadId: string,
  { rows, now }: { rows: NewTwin[]; now: Date },
): Promise<void> {
  await tx.delete(twins).where(eq(twins.uploadId, uploadId));
  if (rows.length === 0) return;
  await tx.insert(twins).values(rows.map((row) => ({ ...row, createdAt: now })));
}

/** The state of a file's twins, by position. */
export async function readTwins(db: Database, uploadId: string): Promise<FileTwins> {
  const rows = await db
    .select({ dueAt: twinJobs.dueAt, twin: twins })
    .from(twinJobs)
    .leftJoin(twins, eq(twins.uploadId, twinJobs.uploadId))
    .where(eq(twinJobs.uploadId, uploadId))
    .orderBy(asc(twins.position));
  const [first] = rows;
  if (first === undefined) return { isPending: null, rows: [] };
  const made = rows.flatMap(({ twin }) => (twin === null ? [] : [twin]));
  return { isPending: first.dueAt !== null, rows: made };
}

/** The twins of several files whose job has ended, by position. */
export async function readMadeTwins(db: Database, uploadIds: string[]): Promise<TwinRow[]> {
  if (uploadIds.length === 0) return [];
  return db
    .select()
    .from(twins)
    .where(inArray(twins.uploadId, uploadIds))
    .orderBy(asc(twins.position));
}

/** The row of one table, by name, or of the default one; null if there is none. */
export async function findTwinRow(
  db: Database,
  { uploadId, table }: { uploadId: string; table?: string | undefined },
): Promise<TwinRow | null> {
  const isTable = table === undefined ? eq(twins.isDefault, true) : eq(twins.tableName, table);
  const [row] = await db
    .select()
    .from(twins)
    .where(and(eq(twins.uploadId, uploadId), isTable));
  return row ?? null;
}

/** How many objects may exist at each file's twin keys; files without twins are left out. */
export async function countTwinPositions(
  db: Database,
  uploadIds: string[],
): Promise<{ uploadId: string; positions: number }[]> {
  if (uploadIds.length === 0) return [];
  return db
    .select({ uploadId: twinJobs.uploadId, positions: twinJobs.positions })
    .from(twinJobs)
    .where(inArray(twinJobs.uploadId, uploadIds));
}

/** The objects of files' twins, except those that are the file itself. */
export async function readTwinObjects(
  db: Database,
  uploadIds: string[],
): Promise<{ path: string; byteSize: number | null }[]> {
  if (uploadIds.length === 0) return [];
  const rows = await db
    .select({ path: twins.objectKey, byteSize: twins.byteSize })
    .from(twins)
    .where(and(inArray(twins.uploadId, uploadIds), eq(twins.isSource, false)));
  return rows.flatMap(({ path, byteSize }) => (path === null ? [] : [{ path, byteSize }]));
}

/** Deletes the twin rows of files whose objects are gone. */
export async function forgetTwins(tx: Database, uploadIds: string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  await tx.delete(twins).where(inArray(twins.uploadId, uploadIds));
  await tx.delete(twinJobs).where(inArray(twinJobs.uploadId, uploadIds));
}

/**
 * A file whose twins a worker is making; `attempt` distinguishes its claim from another worker's.
 */
export type TwinJob = {
  uploadId: string;
  listingId: string;
  attempt: number;
  storagePath: string;
  objectEtag: string | null;
  byteSize: number | null;
  sha256: string | null;
  attachedAt: Date | null;
  /** Number of files in a folder; null for a single file. */
  fileCount: number | null;
  samplePath: string | null;
  schemaFormat: string | null;
  profile: Stored["profile"] | null;
};

/**
 * Claims a due job until `until` and counts the attempt: the latest file of the seller who has
 * waited longest for a turn. Null if none is due. Call it under `lockTurns`.
 */
export async function claimTwinJob(
  tx: Database,
  { now, until }: { now: Date; until: Date },
): Promise<TwinJob | null> {
  const [due] = await tx
    .select({ uploadId: twinJobs.uploadId, owner: turnOwner })
    .from(twinJobs)
    .innerJoin(uploads, eq(uploads.id, twinJobs.uploadId))
    .innerJoin(listings, eq(listings.id, uploads.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(workTurns, isTurnOf("twins"))
    .where(lte(twinJobs.dueAt, now))
    .orderBy(longestSinceTurn, desc(twinJobs.uploadId))
    .limit(1)
    .for("update", { of: twinJobs, skipLocked: true });
  if (due === undefined) return null;
  await takeTurn(tx, "twins", due.owner);
  const [claimed] = await tx
    .update(twinJobs)
    .set({ dueAt: until, attempts: sql`${twinJobs.attempts} + 1` })
    .where(eq(twinJobs.uploadId, due.uploadId))
    .returning({ uploadId: twinJobs.uploadId, attempt: twinJobs.attempts });
  if (claimed === undefined) return null;
  const [file] = await tx
    .select({
      listingId: uploads.listingId,
      storagePath: uploads.storagePath,
      objectEtag: uploads.objectEtag,
      byteSize: uploads.byteSize,
      sha256: uploads.sha256,
      attachedAt: uploads.attachedAt,
      fileCount: uploads.fileCount,
      samplePath: uploads.samplePath,
      schemaFormat: listings.schemaFormat,
      profile: sql<Stored["profile"] | null>`${profiles.profile}`,
    })
    .from(uploads)
    .innerJoin(listings, eq(listings.id, uploads.listingId))
    .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
    .where(eq(uploads.id, claimed.uploadId));
  return file === undefined ? null : { ...claimed, ...file };
}

type Hold = Pick<TwinJob, "uploadId" | "attempt">;

const isHeld = ({ uploadId, attempt }: Hold) =>
  and(eq(twinJobs.uploadId, uploadId), eq(twinJobs.attempts, attempt), isNotNull(twinJobs.dueAt));

/** Changes when another worker may take the job; false if the claim was lost. */
export async function moveTwinJob(
  db: Database,
  hold: Hold,
  changes: { dueAt: Date; positions?: number; attempts?: number },
): Promise<boolean> {
  const moved = await db
    .update(twinJobs)
    .set(changes)
    .where(isHeld(hold))
    .returning({ uploadId: twinJobs.uploadId });
  return moved.length === 1;
}

/** Ends the job with the outcome for each table; false if the claim was lost. */
export async function finishTwinJob(
  tx: Database,
  hold: Hold,
  { rows, now }: { rows: NewTwin[]; now: Date },
): Promise<boolean> {
  const ended = await tx
    .update(twinJobs)
    .set({ dueAt: null, finishedAt: now })
    .where(isHeld(hold))
    .returning({ uploadId: twinJobs.uploadId });
  if (ended.length === 0) return false;
  await replaceTwins(tx, hold.uploadId, { rows, now });
  return true;
}

/** Whether the file itself is gone, so that nobody will request its twins. */
export async function isTwinJobGone(db: Database, uploadId: string): Promise<boolean> {
  return (await db.$count(twinJobs, eq(twinJobs.uploadId, uploadId))) === 0;
}

/**
 * Makes API processes drop what they have rendered of the listing, when the transaction commits.
 */
export async function notifyListingChange(tx: Database, listingId: string): Promise<void> {
  await tx.execute(sql`select public.tell('listing', ${listingId})`);
}

/**
 * Requests the twins of files that were profiled before twins existed, latest published first, but
 * only while no others are due. Returns how many.
 */
export async function enqueueOlderTwins(
  tx: Database,
  { rowsMax, now }: { rowsMax: number; now: Date },
): Promise<number> {
  if ((await tx.$count(twinJobs, isNotNull(twinJobs.dueAt))) > 0) return 0;
  const older = await tx
    .select({ uploadId: uploads.id })
    .from(uploads)
    .leftJoin(twinJobs, eq(twinJobs.uploadId, uploads.id))
    .where(and(eq(uploads.state, "generated"), isNull(uploads.purgedAt), isNull(twinJobs.uploadId)))
    .orderBy(desc(uploads.id))
    .limit(rowsMax);
  for (const { uploadId } of older) await enqueueTwins(tx, uploadId, now);
  return older.length;
}
