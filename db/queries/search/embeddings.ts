/** Vectors of listings for workers: texts, models, results, and missing vectors. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  embeddingModels,
  listingEmbeddingSigns,
  listingEmbeddings,
  listings,
  profiles,
} from "../../schema/index.ts";
import type { EmbeddedColumn } from "../../vocabulary/search.ts";
import { isActive } from "../catalogue/catalogue.ts";

export type EmbeddingModel = typeof embeddingModels.$inferSelect;
export type ModelKey = { name: string; textVersion: number };

/** The model's row, inserted if there is none. */
export async function ensureModel(db: Database, key: ModelKey, now: Date): Promise<EmbeddingModel> {
  const known = await db.select().from(embeddingModels).where(isModel(key));
  const found = known[0] ?? (await insertModel(db, key, now));
  if (found === undefined) throw new Error("the model of embeddings has no row");
  return found;
}

async function insertModel(db: Database, key: ModelKey, now: Date) {
  await db
    .insert(embeddingModels)
    .values({ ...key, createdAt: now })
    .onConflictDoNothing();
  const [row] = await db.select().from(embeddingModels).where(isModel(key));
  return row;
}

function isModel({ name, textVersion }: ModelKey): SQL | undefined {
  return and(eq(embeddingModels.name, name), eq(embeddingModels.textVersion, textVersion));
}

/** Sets the length of the model's vectors once; returns the valid one, whoever set it first. */
export async function fixDimensions(
  db: Database,
  modelId: number,
  dimensions: number,
): Promise<number | null> {
  const [row] = await db
    .update(embeddingModels)
    .set({ dimensions: sql`coalesce(${embeddingModels.dimensions}, ${dimensions})` })
    .where(eq(embeddingModels.id, modelId))
    .returning({ dimensions: embeddingModels.dimensions });
  return row?.dimensions ?? null;
}

export type ListingToEmbed = {
  id: string;
  title: string;
  description: string;
  tags: string[];
  columns: EmbeddedColumn[];
  /** Hash of the text that is stored already; null if there is none. */
  storedHash: string | null;
  hasFailed: boolean;
};

/**
 * The texts to embed of those listings that are active. `lock` locks them in id order until the end
 * of the transaction, so that stored vectors belong to the texts read.
 */
export async function readListingsToEmbed(
  db: Database,
  modelId: number,
  options: { listingIds: string[]; columnsMax: number; lock: boolean },
): Promise<ListingToEmbed[]> {
  const { listingIds, columnsMax, lock } = options;
  const columns = sql<[string, string | null][] | null>`(
    select json_agg(json_build_array(c ->> 'name', c ->> 'semantic_type') order by position)
    from ${profiles} as found,
      json_array_elements(found.profile -> 'columns') with ordinality as t (c, position)
    where found.upload_id = ${listings.currentUploadId} and position <= ${columnsMax})`;
  const query = db
    .select({
      id: listings.id,
      title: listings.title,
      description: listings.description,
      tags: listings.tags,
      columns,
      storedHash: listingEmbeddings.textHash,
      errorCode: listingEmbeddings.errorCode,
    })
    .from(listings)
    .leftJoin(
      listingEmbeddings,
      and(eq(listingEmbeddings.listingId, listings.id), eq(listingEmbeddings.modelId, modelId)),
    )
    .where(and(inArray(listings.id, listingIds), isActive))
    .orderBy(listings.id);
  const rows = await (lock ? query.for("share", { of: listings }) : query);
  return rows.map(({ errorCode, ...row }) => ({
    ...row,
    columns: (row.columns ?? []).map(([name, semanticType]) => ({ name, semanticType })),
    hasFailed: errorCode !== null,
  }));
}

export type EmbeddedRow = {
  listingId: string;
  textHash: string;
  result: { vector: Int8Array; signs: string } | { errorCode: string };
};

/** Replaces earlier results. Call it inside a transaction that locks the listings. */
export async function storeEmbeddings(
  tx: Database,
  modelId: number,
  rows: EmbeddedRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ listingId, textHash, result }) => {
    const ended =
      "vector" in result
        ? { vector: Buffer.from(result.vector), errorCode: null }
        : { vector: null, errorCode: result.errorCode };
    return { modelId, listingId, textHash, updatedAt: now, ...ended };
  });
  await tx
    .insert(listingEmbeddings)
    .values(values)
    .onConflictDoUpdate({
      target: [listingEmbeddings.modelId, listingEmbeddings.listingId],
      set: {
        textHash: sql`excluded.text_hash`,
        vector: sql`excluded.vector`,
        errorCode: sql`excluded.error_code`,
        updatedAt: now,
      },
    });
  const signs = rows.flatMap(({ listingId, result }) =>
    "vector" in result ? [{ modelId, listingId, signs: result.signs }] : [],
  );
  const failed = rows.filter(({ result }) => "errorCode" in result);
  await storeSigns(tx, signs);
  await dropSigns(
    tx,
    modelId,
    failed.map(({ listingId }) => listingId),
  );
}

async function storeSigns(
  tx: Database,
  signs: (typeof listingEmbeddingSigns.$inferInsert)[],
): Promise<void> {
  if (signs.length === 0) return;
  await tx
    .insert(listingEmbeddingSigns)
    .values(signs)
    .onConflictDoUpdate({
      target: [listingEmbeddingSigns.modelId, listingEmbeddingSigns.listingId],
      set: { signs: sql`excluded.signs`, changedIn: sql`excluded.changed_in` },
    });
}

async function dropSigns(tx: Database, modelId: number, listingIds: string[]): Promise<void> {
  if (listingIds.length === 0) return;
  const { modelId: model, listingId } = listingEmbeddingSigns;
  await tx
    .delete(listingEmbeddingSigns)
    .where(and(eq(model, modelId), inArray(listingId, listingIds)));
}

/**
 * The model's row, locked; null while another process is filling it. Call it inside a transaction.
 */
export async function lockModelToFill(tx: Database, id: number): Promise<EmbeddingModel | null> {
  const [row] = await tx
    .select()
    .from(embeddingModels)
    .where(eq(embeddingModels.id, id))
    .for("no key update", { skipLocked: true });
  return row ?? null;
}

export type FillStep = { missing: string[]; lastId: string | null };

/**
 * Checks the next `rowsMax` active listings for those without a vector of this model, or with a
 * failure before `failedBefore`. `lastId` is null at the end.
 */
export async function findMissingEmbeddings(
  db: Database,
  model: EmbeddingModel,
  { rowsMax, failedBefore }: { rowsMax: number; failedBefore: Date },
): Promise<FillStep> {
  const after = model.filledTo === null ? undefined : sql`${listings.id} > ${model.filledTo}`;
  const walked = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isActive, after))
    .orderBy(listings.id)
    .limit(rowsMax)
    .as("walked");
  const isMissing = sql<boolean>`${listingEmbeddings.listingId} is null or (
    ${listingEmbeddings.errorCode} is not null
    and ${listingEmbeddings.updatedAt} < ${failedBefore.toISOString()}::timestamptz)`;
  const rows = await db
    .select({ id: walked.id, isMissing })
    .from(walked)
    .leftJoin(
      listingEmbeddings,
      and(eq(listingEmbeddings.listingId, walked.id), eq(listingEmbeddings.modelId, model.id)),
    )
    .orderBy(walked.id);
  const missing = rows.filter((row) => row.isMissing).map(({ id }) => id);
  return { missing, lastId: rows.length < rowsMax ? null : (rows.at(-1)?.id ?? null) };
}

export async function recordFillStep(
  tx: Database,
  modelId: number,
  step: { filledTo: string | null; filledAt?: Date },
): Promise<void> {
  await tx.update(embeddingModels).set(step).where(eq(embeddingModels.id, modelId));
}

/**
 * Deletes at most `rowsMax` unused vectors: of ended listings, and of models other than
 * `keptModelId` if that is given. Returns how many.
 */
export async function deleteUnusedEmbeddings(
  db: Database,
  { keptModelId, rowsMax }: { keptModelId: number | null; rowsMax: number },
): Promise<number> {
  const isOver = sql`${listings.status} in ('withdrawn', 'sold')`;
  const isOther = keptModelId === null ? sql`false` : sql`model_id <> ${keptModelId}`;
  const rows = await db.execute<{ deleted: number }>(sql`
    with unused as materialized (
      select model_id, listing_id from ${listingEmbeddings}
      join ${listings} on ${listings.id} = listing_id
      where ${isOther} or ${isOver}
      limit ${rowsMax} for update of ${listingEmbeddings} skip locked
    ), signs as (
      delete from ${listingEmbeddingSigns} as gone using unused
      where gone.model_id = unused.model_id and gone.listing_id = unused.listing_id
    )
    delete from ${listingEmbeddings} as gone using unused
    where gone.model_id = unused.model_id and gone.listing_id = unused.listing_id
    returning 1 as deleted
  `);
  return rows.length;
}

/** Number of listings that a model could not embed. */
export async function countRefusedEmbeddings(db: Database): Promise<number> {
  // A literal, so that prepared statements can use the partial index.
  return await db.$count(listingEmbeddings, sql`${listingEmbeddings.errorCode} is not null`);
}
