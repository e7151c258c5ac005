/** Opens the database: a pool with limits on every wait, and the drizzle client for queries. */
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { PoolUsage } from "./gate.ts";
import { clientOver, type Lane, openPool, type PoolOptions } from "./pool.ts";
import { openTelling, setTelling, type Telling } from "./telling/telling.ts";
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
  telling: Telling | undefined;
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
  telling?: Telling | null | undefined;
};

/** Most connections for the notifications sent after commits. */
const tellingPoolMax = 2;

/** Opens a pool of at most `poolMax` connections; none is opened before the first query. */
export function openDatabase({ directUrl, ...options }: DatabaseOptions): DatabaseHandle {
  const isPooled = directUrl !== undefined;
  const own = options.telling === undefined ? openOwnTelling({ ...options, isPooled }) : undefined;
  const telling = own ?? options.telling ?? undefined;
  const { client, lane, usage } = openPool({ ...options, isPooled, afterCommit: telling?.tell });
  // LISTEN belongs to a session, so it needs a direct connection; that is opened on demand.
  const direct = directUrl === undefined ? null : openPool({ ...options, url: directUrl }).client;
  const db = databaseOver(client, lane);
  if (telling !== undefined) setTelling(db, telling);
  return {
    db,
    async listen(channel, onPayload, onConnect) {
      telling?.watch();
      const subscription = await (direct ?? client).listen(channel, onPayload, onConnect);
      return () => subscription.unlisten();
    },
    telling,
    usage,
    async close() {
      await Promise.all([own?.close(), client.end({ timeout: 5 }), direct?.end({ timeout: 5 })]);
    },
  };
}

function openOwnTelling(options: PoolOptions): Telling {
  const { client } = openPool({ ...options, poolMax: tellingPoolMax });
  return openTelling(client, options.isPooled === true);
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
