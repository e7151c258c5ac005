/** Column types shared by many tables, and settings for text search indexes. */
import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";

/** A UUIDv7 made by the application, so that ids sort by creation on any Postgres version. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7());

/** Milliseconds, like JavaScript's Date: values read back equal what was written. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** The transaction that wrote the row: readers use it to follow commits, whatever their order. */
export const ofTransaction = () => transactionId().notNull().default(sql`pg_current_xact_id()`);

/**
 * Every search reads an index's pending entries. By default Postgres lets them grow to 4 MB, which
 * costs up to 4 ms per word. With 16 pages, the writer that fills them merges them.
 */
export const shortPending = { gin_pending_list_limit: 128 };
