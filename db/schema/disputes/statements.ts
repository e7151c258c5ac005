/** The table of what buyers and sellers say in a dispute, and of the files that they attach to it. */
import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { DisputeSide, KeptAttachment } from "../../vocabulary/purchase.ts";
import { instant, primaryId } from "../columns.ts";
import { purchases } from "../purchases.ts";

/** Evidence about money: rows are added, and neither changed nor deleted. */
export const disputeStatements = pgTable(
  "dispute_statements",
  {
    id: primaryId(),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id),
    side: text().$type<DisputeSide>().notNull(),
    text: text().notNull(),
    /** The files lie in the store, under keys that their ids make. */
    attachments: jsonb().$type<KeptAttachment[]>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index("dispute_statements_purchase").on(table.purchaseId, table.id),
    check("dispute_statements_side", sql`${table.side} in ('buyer', 'seller')`),
  ],
);

/** Files that are on their way into the store for a statement: noted before, so that none is lost sight of. */
export const disputeFileNotes = pgTable(
  "dispute_file_notes",
  {
    /** The id that makes the file's key, and that its statement names. */
    fileId: uuid().primaryKey(),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id),
    createdAt: instant().notNull(),
  },
  (table) => [index("dispute_file_notes_due").on(table.createdAt)],
);
