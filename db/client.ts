/** Opens the database: a pool with limits on every wait, behind what queries are written with. */
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { PoolUsage } from "./gate.ts";
import { clientOver, type Lane, openPool, type PoolOptions } from "./pool.ts";
import { openTelling, setTelling, type Telling } from "./telling/telling.ts";
import { databasePartTrouble } from "./trouble.ts";

/** The pool or a transaction: queries and use cases take either. */
export type Database = PostgresJsDatabase;

export type DatabaseHandle = {
  db: Database;
  /** Calls `onPayload` for each NOTIFY on the channel, and `onConnect` at each (re)connection. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onConnect: () => void,
  ): Promise<() => Promise<void>>;
  /** What it does after commits; undefined: nothing, they tell in their transaction. */
  telling: Telling | undefined;
  /** How many of its connections are used now, and how many callers wait for one. */
  usage(): PoolUsage;
  close(): Promise<void>;
};

export type DatabaseOptions = Omit<PoolOptions, "isPooled" | "afterCommit"> & {
  /** Where sessions are one's own, if `url` leads to a pooler that lends them for a transaction. */
  directUrl?: string | undefined;
  /** Another pool's of the same process; null where what is written tells nobody anything. */
  telling?: Telling | null | undefined;
};

/** What a process does after its commits takes at most so many connections: a notice waits for no number. */
const tellingPoolMax = 2;

/** Opens a pool of at most `poolMax` connections; none is made before the first query. */
export function openDatabase({ directUrl, ...options }: DatabaseOptions): DatabaseHandle {
  const isPooled = directUrl !== undefined;
  const own = options.telling === undefined ? openOwnTelling({ ...options, isPooled }) : undefined;
  const telling = own ?? options.telling ?? undefined;
  const { client, lane, usage } = openPool({ ...options, isPooled, afterCommit: telling?.tell });
  // LISTEN is of a session, so it takes a direct line; nothing connects before it is asked for.
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

/** What queries are written with, over a pool's client and whatever takes its queries. */
export function databaseOver(client: postgres.Sql, lane: Lane): Database {
  return drizzle(clientOver(client, lane), { casing: "snake_case" });
}

/** Resolves when the database answers; rejects with a `PartTrouble` that says why not. */
export async function pingDatabase(db: Database): Promise<void> {
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    throw databasePartTrouble(error);
  }
}
