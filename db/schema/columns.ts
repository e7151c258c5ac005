/** Kinds of columns that many tables have. */
import { timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";

/** A UUIDv7 made by the application, so that ids sort by creation on any Postgres version. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7());

/** Milliseconds, as JavaScript's Date holds them: what is written reads back the same. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
