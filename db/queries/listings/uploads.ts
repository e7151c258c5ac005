/** Rows of uploads, from the path that was issued to the result of the job. */
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

/** When the earliest of a listing's last `max` uploads was issued; null where there are fewer since. */
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

/** The upload that this path was issued for, if it was issued to this very listing. */
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

/** Which of these are parts of an upload that its seller may go on with. */
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

/** The listing's uploads that can be gone on with, newest first. */
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

/** New URLs of an open upload count anew. False: it is not what it was any more. */
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

/** What an earlier job said of the upload counts no more: another one is owed. */
const noJobYet = {
  attempts: 0,
  heartbeatAt: null,
  serviceFailures: 0,
  retryAt: null,
  finishedAt: null,
  errorCode: null,
  errorDetail: null,
};

/** The file is there and named by its seller: from now on a job is owed for it. */
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

/** The file stays, its job is owed once more, and no earlier try counts. */
export async function reopenUpload(tx: Database, uploadId: string): Promise<UploadRow> {
  const [row] = await tx
    .update(uploads)
    .set({ state: "attached", ...noJobYet, samplePath: null })
    .where(eq(uploads.id, uploadId))
    .returning();
  if (row === undefined) throw new Error(`upload ${uploadId} vanished under its listing's lock`);
  return row;
}

/** Another upload took its place: a late result of this one is dropped. */
export async function supersedeUpload(tx: Database, uploadId: string, at: Date): Promise<void> {
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: at })
    .where(eq(uploads.id, uploadId));
}

/** The file goes on sale under this number. */
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
