/** Kinds of columns that many tables have, and how their indexes of words are kept. */
import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";

/** A UUIDv7 made by the application, so that ids sort by creation on any Postgres version. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7());

/** Milliseconds, as JavaScript's Date holds them: what is written reads back the same. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** The transaction that wrote the row: readers follow what is committed by it, in whatever order that comes. */
export const ofTransaction = () => transactionId().notNull().default(sql`pg_current_xact_id()`);

/**
 * Each search reads all that an index of words or lists has not sorted in yet. Postgres lets that grow to
 * 4 MB, which costs up to 4 ms a word; of 16 pages, whoever writes the next one sorts in the rest.
 */
export const shortPending = { gin_pending_list_limit: 128 };
