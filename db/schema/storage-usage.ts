import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/**
 * Storage used by agent, by account and in total: the sum of `uploads.held_bytes`, and the number
 * of files that were not purged. A trigger updates it in the statement that changes an upload, the
 * deployment's row first. So everybody who locks a row here holds that one, which prevents
 * deadlocks and serialises concurrent uploads.
 */
export const storageUsage = pgTable(
  "storage_usage",
  {
    scope: text().$type<"deployment" | "account" | "agent">().notNull(),
    /** Id of the account or agent; zeros for the deployment. */
    scopeId: uuid().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    files: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.scopeId] }),
    check("storage_usage_not_negative", sql`${table.bytes} >= 0 and ${table.files} >= 0`),
  ],
);
