/** Kinds of columns that many tables have, and how their indexes of words are kept. */
import { timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";

/** A UUIDv7 made by the application, so that ids sort by creation on any Postgres version. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7());

/** Milliseconds, as JavaScript's Date holds them: what is written reads back the same. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/**
 * Each search reads all that an index of words or lists has not sorted in yet. Postgres lets that grow to
 * 4 MB, which costs up to 4 ms a word; of 16 pages, whoever writes the next one sorts in the rest.
 */
export const shortPending = { gin_pending_list_limit: 128 };
