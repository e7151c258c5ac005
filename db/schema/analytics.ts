/** Counts for sellers. They hold no address, agent, account or session of a caller. */
import { sql } from "drizzle-orm";
import {
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";

const count = () => integer().notNull().default(0);

/**
 * Visits of a listing by day (UTC). No foreign key: its check would lock the listing, for which buyers
 * and sellers wait.
 */
export const listingVisits = pgTable(
  "listing_visits",
  {
    listingId: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    pageViews: count(),
    apiReads: count(),
    samples: count(),
    queries: count(),
    downloads: count(),
  },
  (table) => [
    primaryKey({ name: "listing_visits_pk", columns: [table.listingId, table.day] }),
    index("listing_visits_day").on(table.day),
  ],
);

/** Words that were searched without a good result, by day (UTC). */
export const unmetSearches = pgTable(
  "unmet_searches",
  {
    words: text().notNull(),
    day: date({ mode: "string" }).notNull(),
    searches: count(),
    /**
     * Sixteen bits. Each caller of these words sets one, by a keyed hash, so each bit stands for a
     * sixteenth of all callers. Includes the bits of earlier days.
     */
    marks: count(),
    /** At least so many different callers. */
    callers: smallint().notNull().generatedAlwaysAs(sql`bit_count((marks)::bit(16))`),
  },
  (table) => [
    primaryKey({ name: "unmet_searches_pk", columns: [table.words, table.day] }),
    index("unmet_searches_day").on(table.day),
    index("unmet_searches_callers").on(table.callers, table.day),
  ],
);
