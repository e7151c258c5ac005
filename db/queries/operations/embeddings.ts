/** Listings that a model could not embed, for administrators. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { embeddingModels, listingEmbeddings, listings } from "../../schema/index.ts";

const columns = {
  id: listingEmbeddings.listingId,
  title: listings.title,
  model: embeddingModels.name,
  errorCode: listingEmbeddings.errorCode,
  updatedAt: listingEmbeddings.updatedAt,
};

export type RefusedEmbeddingRow = Awaited<ReturnType<typeof listRefusedEmbeddings>>[number];

// A literal, so that the partial index is used.
const isRefused = sql`${listingEmbeddings.errorCode} is not null`;

const selectRefused = (db: Database) =>
  db
    .select(columns)
    .from(listingEmbeddings)
    .innerJoin(listings, eq(listings.id, listingEmbeddings.listingId))
    .innerJoin(embeddingModels, eq(embeddingModels.id, listingEmbeddings.modelId));

/** Latest first. */
export async function listRefusedEmbeddings(db: Database, rowsMax: number) {
  return await selectRefused(db)
    .where(isRefused)
    .orderBy(desc(listingEmbeddings.updatedAt))
    .limit(rowsMax);
}

/** The latest of one listing; `lock` locks it until the end of the transaction. */
export async function findRefusedEmbedding(
  db: Database,
  listingId: string,
  { lock }: { lock: boolean },
): Promise<RefusedEmbeddingRow | null> {
  const query = selectRefused(db)
    .where(and(isRefused, eq(listingEmbeddings.listingId, listingId)))
    .orderBy(desc(listingEmbeddings.updatedAt))
    .limit(1);
  const [row] = await (lock ? query.for("update", { of: listingEmbeddings }) : query);
  return row ?? null;
}
