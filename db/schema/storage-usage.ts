/** How much room the files take, by agent, by account and in all. */
import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/**
 * The sum of `uploads.held_bytes` and the number of the files that were not purged. A trigger keeps it
 * in the statement that changes an upload, deployment first: one who holds a row of it holds that one,
 * so that nobody waits in a circle, and two uploads at once are counted one after the other.
 */
export const storageUsage = pgTable(
  "storage_usage",
  {
    scope: text().$type<"deployment" | "account" | "agent">().notNull(),
    /** Of the account or agent; zeros for the deployment. */
    scopeId: uuid().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    files: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.scopeId] }),
    check("storage_usage_not_negative", sql`${table.bytes} >= 0 and ${table.files} >= 0`),
  ],
);
