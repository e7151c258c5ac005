/** Reports of worker processes about themselves and the queues, for operators of the service. */
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Queue } from "../../../platform/bus/port.ts";
import { instant, primaryId } from "../columns.ts";

/**
 * One row per worker process, refreshed every few seconds; a process deletes its row when it ends.
 */
export const workerHeartbeats = pgTable(
  "worker_heartbeats",
  {
    /** Chosen by the process when it starts. */
    id: primaryId(),
    roles: text().array().notNull(),
    host: text().notNull(),
    pid: integer().notNull(),
    version: text().notNull(),
    /** The commit that it was built from; null if unknown. */
    commit: text(),
    startedAt: instant().notNull(),
    seenAt: instant().notNull(),
    isBusConnected: boolean().notNull(),
  },
  (table) => [index("worker_heartbeats_seen_at").on(table.seenAt)],
);

/** A worker's last reading of each queue, because the API and the site never talk to the bus. */
export const queueStates = pgTable(
  "queue_states",
  {
    queue: text().$type<Queue>().primaryKey(),
    /** When a worker last started a reading, which reserves the turn for a few seconds. */
    askedAt: instant().notNull(),
    /** When the figures were read; null if never. */
    measuredAt: instant(),
    /** Why the last reading failed; null if it succeeded. */
    trouble: text(),
    waiting: integer().notNull().default(0),
    waitingSince: instant(),
    inFlight: integer().notNull().default(0),
    redelivered: integer().notNull().default(0),
  },
  (table) => [
    check(
      "queue_states_counts",
      sql`${table.waiting} >= 0 and ${table.inFlight} >= 0 and ${table.redelivered} >= 0`,
    ),
  ],
);

/** Kinds of work in which sellers take turns. */
export type TurnWork = "profile" | "twins";

/**
 * When each seller's last job started: the next job belongs to the seller who has waited longest.
 */
export const workTurns = pgTable(
  "work_turns",
  {
    work: text().$type<TurnWork>().notNull(),
    /** Whose jobs take turns, named by `turnOwner`. */
    owner: text().notNull(),
    /**
     * By the database's clock in microseconds: workers' clocks differ, and no two turns may be
     * equal.
     */
    takenAt: timestamp({ withTimezone: true, mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.work, table.owner] })],
);
