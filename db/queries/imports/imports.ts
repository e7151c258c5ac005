/** Imports: created, claimed by workers, and ended. */
import { and, count, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploadImports, uploads } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import { behindId, type Slice } from "../slice.ts";

export type ImportRow = typeof uploadImports.$inferSelect;

export async function insertImport(
  tx: Database,
  values: typeof uploadImports.$inferInsert & { id: string },
): Promise<ImportRow> {
  const [row] = await tx.insert(uploadImports).values(values).returning();
  if (row === undefined) throw new Error("an inserted import is gone");
  return row;
}

/** Counts an agent's unfinished imports; concurrent counts wait until the transaction ends. */
export async function countOpenImportsAlone(tx: Database, agentId: string): Promise<number> {
  const name = `imports ${agentId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return tx.$count(
    uploadImports,
    and(eq(uploadImports.agentId, agentId), isNull(uploadImports.endedAt)),
  );
}

type ImportKey = { listingId: string; importId: string };

const isIt = ({ listingId, importId }: ImportKey) =>
  and(eq(uploadImports.id, importId), eq(uploadImports.listingId, listingId));

export async function findImport(db: Database, key: ImportKey): Promise<ImportRow | null> {
  const [row] = await db.select().from(uploadImports).where(isIt(key));
  return row ?? null;
}

export async function lockImport(tx: Database, key: ImportKey): Promise<ImportRow | null> {
  const [row] = await tx.select().from(uploadImports).where(isIt(key)).for("update");
  return row ?? null;
}

/** The listing's imports, newest first. */
export async function pageImports(
  db: Database,
  page: Slice & { listingId: string },
): Promise<{ rows: ImportRow[]; total: number }> {
  const where = eq(uploadImports.listingId, page.listingId);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(uploadImports)
      .where(and(where, behindId(uploadImports.id, page)))
      .orderBy(desc(uploadImports.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(uploadImports).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

export type ImportChange = Partial<Omit<ImportRow, "id" | "listingId" | "agentId">>;

export async function changeImport(
  tx: Database,
  importId: string,
  change: ImportChange,
): Promise<ImportRow> {
  const [row] = await tx
    .update(uploadImports)
    .set(change)
    .where(eq(uploadImports.id, importId))
    .returning();
  if (row === undefined) throw new Error(`the import ${importId} vanished under its lock`);
  return row;
}

/** Claims due imports until `leasedUntil`: waiting ones, those of dead workers, and cancelled ones. */
export async function claimImports(
  db: Database,
  { now, leasedUntil, rowsMax }: { now: Date; leasedUntil: Date; rowsMax: number },
): Promise<ImportRow[]> {
  const due = db
    .select({ id: uploadImports.id })
    .from(uploadImports)
    .where(lte(uploadImports.dueAt, now))
    .orderBy(uploadImports.dueAt)
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const { state, claims } = uploadImports;
  return db
    .update(uploadImports)
    .set({
      dueAt: leasedUntil,
      claims: sql`${claims} + 1`,
      state: sql`case when ${state} = 'waiting' then 'running' else ${state} end`,
    })
    .where(inArray(uploadImports.id, due))
    .returning();
}

/** A worker's change of its own claim; false if it was overtaken, or the import was cancelled. */
export async function changeOwnClaim(
  tx: Database,
  { id, claims }: Pick<ImportRow, "id" | "claims">,
  change: ImportChange,
): Promise<boolean> {
  const own = and(
    eq(uploadImports.id, id),
    eq(uploadImports.claims, claims),
    eq(uploadImports.state, "running"),
  );
  const rows = await tx
    .update(uploadImports)
    .set(change)
    .where(own)
    .returning({ id: uploadImports.id });
  return rows.length === 1;
}

/** Keeps an open upload's place in the store while its import runs. */
export async function extendUpload(
  tx: Database,
  uploadId: string,
  until: { urlsEndAt: Date; lookDueAt: Date },
): Promise<void> {
  const isOpen = and(eq(uploads.state, "issued"), isNull(uploads.purgedAt));
  await tx
    .update(uploads)
    .set(until)
    .where(and(eq(uploads.id, uploadId), isOpen));
}

export async function endCleanUp(tx: Database, importId: string): Promise<void> {
  await tx
    .update(uploadImports)
    .set({ dueAt: null })
    .where(and(eq(uploadImports.id, importId), eq(uploadImports.state, "cancelled")));
}

/** Ended imports older than the instant; returns how many. */
export function deleteEndedImports(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, uploadImports.endedAt, oldest);
}
