/** What models of embeddings made of listings: empty as long as no model is configured. */
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

/** A model, and a way to write a listing down for it: vectors of two of these are never compared. */
export const embeddingModels = pgTable(
  "embedding_models",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    textVersion: integer().notNull(),
    /** Null until the first vector has come; all others have as many numbers. */
    dimensions: integer(),
    createdAt: instant().notNull(),
    /** Up to which listing the walk that looks for missing vectors has come; null: it begins. */
    filledTo: uuid(),
    /** When that walk was last at its end. */
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
    /** SHA-256 of the text that was embedded, in hex: the same text is not embedded again. */
    textHash: text().notNull(),
    /** A signed byte for each number, scaled by the largest of them; null where it failed. */
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
 * The signs of the same vectors, in a narrow table of their own: a search looks at all of them, in memory
 * or here, or at those that pgvector's index names, and weighs the nearest by their bytes.
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
    /** Of the last change: what keeps signs in memory reads those alone that are new to it. */
    changedIn: ofTransaction(),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.listingId] }),
    index("listing_embedding_signs_listing").on(table.listingId),
    index("listing_embedding_signs_changed").on(table.modelId, table.changedIn),
  ],
);
