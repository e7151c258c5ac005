/** Uploads, from the issued path to the result of the job. */
import { and, count, desc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploads } from "../../schema/index.ts";
import { behindId, behindNumber, type Slice } from "../slice.ts";
import type { UploadRow } from "./listings.ts";

export async function insertUpload(
  tx: Database,
  values: typeof uploads.$inferInsert & { id: string },
): Promise<void> {
  await tx.insert(uploads).values(values);
}

/**
 * When the earliest of a listing's last `max` uploads was issued; null if there were fewer since
 * then.
 */
export async function findFirstOfFull(
  db: Database,
  { listingId, since, max }: { listingId: string; since: Date; max: number },
): Promise<Date | null> {
  const [row] = await db
    .select({ issuedAt: uploads.issuedAt })
    .from(uploads)
    .where(and(eq(uploads.listingId, listingId), gt(uploads.issuedAt, since)))
    .orderBy(desc(uploads.issuedAt))
    .offset(max - 1)
    .limit(1);
  return row?.issuedAt ?? null;
}

/** The upload of this path, if it was issued to this listing. */
export async function findUploadByPath(
  db: Database,
  key: { listingId: string; storagePath: string },
): Promise<UploadRow | null> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.storagePath, key.storagePath), eq(uploads.listingId, key.listingId)));
  return row ?? null;
}

export async function findUpload(
  db: Database,
  key: { listingId: string; uploadId: string },
): Promise<UploadRow | null> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, key.uploadId), eq(uploads.listingId, key.listingId)));
  return row ?? null;
}

const isOpen = and(eq(uploads.state, "issued"), isNull(uploads.purgedAt));

/** The multipart uploads that the seller may still continue. */
export async function findOpenMultiparts(
  db: Database,
  running: { key: string; multipartId: string }[],
): Promise<Set<string>> {
  const paths = running.map(({ key }) => key);
  if (paths.length === 0) return new Set();
  const rows = await db
    .select({ multipartId: uploads.multipartId })
    .from(uploads)
    .where(and(inArray(uploads.storagePath, paths), isOpen, isNotNull(uploads.multipartId)));
  return new Set(rows.flatMap(({ multipartId }) => multipartId ?? []));
}

/** The listing's uploads that can be continued, newest first. */
export async function pageOpenUploads(
  db: Database,
  page: Slice & { listingId: string },
): Promise<{ rows: UploadRow[]; total: number }> {
  const where = and(eq(uploads.listingId, page.listingId), isOpen);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(uploads)
      .where(and(where, behindId(uploads.id, page)))
      .orderBy(desc(uploads.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(uploads).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

type Resumption = Pick<
  typeof uploads.$inferInsert,
  "partsExpected" | "partBytes" | "urlsEndAt" | "heldBytes" | "lookDueAt"
> & { multipartId: string; expectedMultipartId: string | null };

/** New URLs extend an open upload's deadline. False if it is not open any more. */
export async function resumeUpload(
  tx: Database,
  uploadId: string,
  { expectedMultipartId: expected, ...values }: Resumption,
): Promise<boolean> {
  const isSame =
    expected === null ? isNull(uploads.multipartId) : eq(uploads.multipartId, expected);
  const rows = await tx
    .update(uploads)
    .set(values)
    .where(and(eq(uploads.id, uploadId), isOpen, isSame))
    .returning({ id: uploads.id });
  return rows.length === 1;
}

/** Resets the results of an earlier job, because a new one is due. */
const noJobYet = {
  attempts: 0,
  heartbeatAt: null,
  serviceFailures: 0,
  retryAt: null,
  finishedAt: null,
  errorCode: null,
  errorDetail: null,
};

/** The file has arrived and its seller has attached it, so a job is due. */
export async function attachUpload(
  tx: Database,
  uploadId: string,
  facts: { byteSize: number; heldBytes: number; objectEtag: string; attachedAt: Date },
): Promise<UploadRow> {
  const [row] = await tx
    .update(uploads)
    .set({ state: "attached", ...noJobYet, ...facts })
    .where(eq(uploads.id, uploadId))
    .returning();
  if (row === undefined) throw new Error(`upload ${uploadId} vanished under its listing's lock`);
  return row;
}

/** The file stays, its job is due again, and earlier attempts do not count. */
export async function reopenUpload(tx: Database, uploadId: string): Promise<UploadRow> {
  const [row] = await tx
    .update(uploads)
    .set({ state: "attached", ...noJobYet, samplePath: null })
    .where(eq(uploads.id, uploadId))
    .returning();
  if (row === undefined) throw new Error(`upload ${uploadId} vanished under its listing's lock`);
  return row;
}

/** Another upload replaced it: a late result of this one is dropped. */
export async function supersedeUpload(tx: Database, uploadId: string, at: Date): Promise<void> {
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: at })
    .where(eq(uploads.id, uploadId));
}

/** Puts the file on sale under this version number. */
export async function numberUpload(
  tx: Database,
  uploadId: string,
  facts: { version: number; publishedAt: Date },
): Promise<void> {
  await tx.update(uploads).set(facts).where(eq(uploads.id, uploadId));
}

/** The files that were ever on sale under this listing, newest first. */
export async function pageVersions(
  db: Database,
  page: Slice & { listingId: string },
): Promise<{ rows: UploadRow[]; total: number }> {
  const where = and(eq(uploads.listingId, page.listingId), isNotNull(uploads.version));
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(uploads)
      .where(and(where, behindNumber(uploads.version, page)))
      .orderBy(desc(uploads.version))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(uploads).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}
