/** Embeddings of listings; empty while no model is configured. */
import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, ofTransaction } from "./columns.ts";
import { listings } from "./listings.ts";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
const bits = customType<{ data: string }>({ dataType: () => "bit varying" });

/**
 * A model together with a way to describe a listing to it. Vectors of different rows are never
 * compared.
 */
export const embeddingModels = pgTable(
  "embedding_models",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    textVersion: integer().notNull(),
    /** Null until the first vector arrives; all others must have the same length. */
    dimensions: integer(),
    createdAt: instant().notNull(),
    /** Progress of the walk that looks for missing vectors; null at its beginning. */
    filledTo: uuid(),
    /** When that walk last finished. */
    filledAt: instant(),
  },
  (table) => [unique("embedding_models_name").on(table.name, table.textVersion)],
);

/** One listing's vector by one model, or why it has none. */
export const listingEmbeddings = pgTable(
  "listing_embeddings",
  {
    modelId: integer()
      .notNull()
      .references(() => embeddingModels.id),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** SHA-256 (hex) of the embedded text: the same text is not embedded again. */
    textHash: text().notNull(),
    /** One signed byte per number, scaled by the largest number; null if it failed. */
    vector: bytea(),
    errorCode: text(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.listingId] }),
    index("listing_embeddings_listing").on(table.listingId),
    index("listing_embeddings_failed").on(table.updatedAt).where(sql`error_code is not null`),
    check(
      "listing_embeddings_vector_or_reason",
      sql`(${table.vector} is null) = (${table.errorCode} is not null)`,
    ),
  ],
);

/**
 * The signs of the same vectors in a narrow table. A search scans all of them (in memory or here)
 * or uses pgvector's index, and weighs the nearest by their bytes.
 */
export const listingEmbeddingSigns = pgTable(
  "listing_embedding_signs",
  {
    modelId: integer()
      .notNull()
      .references(() => embeddingModels.id),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    signs: bits().notNull(),
    /** The last change, so that processes with signs in memory read only what is new. */
    changedIn: ofTransaction(),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.listingId] }),
    index("listing_embedding_signs_listing").on(table.listingId),
    index("listing_embedding_signs_changed").on(table.modelId, table.changedIn),
  ],
);
