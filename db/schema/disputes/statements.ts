import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { DisputeSide, KeptAttachment } from "../../vocabulary/purchase.ts";
import { instant, primaryId } from "../columns.ts";
import { purchases } from "../purchases.ts";

/**
 * Statements of buyers and sellers in a dispute. Evidence about money: rows are added, and never
 * changed or deleted.
 */
export const disputeStatements = pgTable(
  "dispute_statements",
  {
    id: primaryId(),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id),
    side: text().$type<DisputeSide>().notNull(),
    text: text().notNull(),
    /** The files are in the store, under keys made from their ids. */
    attachments: jsonb().$type<KeptAttachment[]>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index("dispute_statements_purchase").on(table.purchaseId, table.id),
    check("dispute_statements_side", sql`${table.side} in ('buyer', 'seller')`),
  ],
);

/**
 * Files on their way into the store for a statement: recorded before the upload, so that none is
 * orphaned.
 */
export const disputeFileNotes = pgTable(
  "dispute_file_notes",
  {
    /** The id in the file's key and in its statement. */
    fileId: uuid().primaryKey(),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id),
    createdAt: instant().notNull(),
  },
  (table) => [index("dispute_file_notes_due").on(table.createdAt)],
);
