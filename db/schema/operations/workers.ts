/** What worker processes tell of themselves and of the queues, for who operates the service. */
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

/** One row a worker process, renewed every few seconds; one that ends takes its row away. */
export const workerHeartbeats = pgTable(
  "worker_heartbeats",
  {
    /** Made by the process when it starts. */
    id: primaryId(),
    roles: text().array().notNull(),
    host: text().notNull(),
    pid: integer().notNull(),
    version: text().notNull(),
    /** Of the source that it was built from; null where nobody told it. */
    commit: text(),
    startedAt: instant().notNull(),
    seenAt: instant().notNull(),
    isBusConnected: boolean().notNull(),
  },
  (table) => [index("worker_heartbeats_seen_at").on(table.seenAt)],
);

/** What a worker last read of each queue: the API and the site never talk to the bus. */
export const queueStates = pgTable(
  "queue_states",
  {
    queue: text().$type<Queue>().primaryKey(),
    /** When a worker last began to ask: who begins has the turn for a few seconds. */
    askedAt: instant().notNull(),
    /** When the figures were read; null: never. */
    measuredAt: instant(),
    /** Why the last asking brought no figures; null: it did. */
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

/** Work whose jobs sellers take turns in. */
export type TurnWork = "profile" | "twins";

/** When a job of each seller was last begun: the next one is of who has waited longest for a turn. */
export const workTurns = pgTable(
  "work_turns",
  {
    work: text().$type<TurnWork>().notNull(),
    /** Whose jobs take turns, as `turnOwner` names them. */
    owner: text().notNull(),
    /** By the database's clock, to the microsecond: those of workers differ, and no two turns may be one. */
    takenAt: timestamp({ withTimezone: true, mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.work, table.owner] })],
);
