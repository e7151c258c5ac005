/** Opens the database: a pool with limits on every wait, and the drizzle client for queries. */
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { PoolUsage } from "./gate.ts";
import { type Notifier, openNotifier, setNotifier } from "./notices/notifier.ts";
import { clientOver, type Lane, openPool, type PoolOptions } from "./pool.ts";
import { databasePartTrouble } from "./trouble.ts";

/** The pool or a transaction: queries and use cases accept both. */
export type Database = PostgresJsDatabase;

export type DatabaseHandle = {
  db: Database;
  /** Calls `onPayload` for each NOTIFY on the channel, and `onConnect` at each (re)connection. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onConnect: () => void,
  ): Promise<() => Promise<void>>;
  /** Sends notifications after commits; undefined if transactions send their own. */
  notifier: Notifier | undefined;
  /** How many connections are in use, and how many callers wait for one. */
  usage(): PoolUsage;
  close(): Promise<void>;
};

export type DatabaseOptions = Omit<PoolOptions, "isPooled" | "afterCommit"> & {
  /**
   * Address for session features, if `url` leads to a pooler that lends sessions per transaction.
   */
  directUrl?: string | undefined;
  /** Shared with another pool of the process; null if what this pool writes notifies nobody. */
  notifier?: Notifier | null | undefined;
};

/** Most connections for the notifications sent after commits. */
const notifierPoolMax = 2;

/** Opens a pool of at most `poolMax` connections; none is opened before the first query. */
export function openDatabase({ directUrl, ...options }: DatabaseOptions): DatabaseHandle {
  const isPooled = directUrl !== undefined;
  const own =
    options.notifier === undefined ? openOwnNotifier({ ...options, isPooled }) : undefined;
  const notifier = own ?? options.notifier ?? undefined;
  const { client, lane, usage } = openPool({ ...options, isPooled, afterCommit: notifier?.notify });
  // LISTEN belongs to a session, so it needs a direct connection; that is opened on demand.
  const direct = directUrl === undefined ? null : openPool({ ...options, url: directUrl }).client;
  const db = databaseOver(client, lane);
  if (notifier !== undefined) setNotifier(db, notifier);
  return {
    db,
    async listen(channel, onPayload, onConnect) {
      notifier?.watch();
      const subscription = await (direct ?? client).listen(channel, onPayload, onConnect);
      return () => subscription.unlisten();
    },
    notifier,
    usage,
    async close() {
      await Promise.all([own?.close(), client.end({ timeout: 5 }), direct?.end({ timeout: 5 })]);
    },
  };
}

function openOwnNotifier(options: PoolOptions): Notifier {
  const { client } = openPool({ ...options, poolMax: notifierPoolMax });
  return openNotifier(client, options.isPooled === true);
}

/** The drizzle client over a pool's client and the lane that takes its queries. */
export function databaseOver(client: postgres.Sql, lane: Lane): Database {
  return drizzle(clientOver(client, lane), { casing: "snake_case" });
}

/** Resolves when the database answers; rejects with a `PartTrouble` that gives the reason. */
export async function pingDatabase(db: Database): Promise<void> {
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    throw databasePartTrouble(error);
  }
}
