/** Opens the database: a pool with limits on every wait, behind what queries are written with. */
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { PoolUsage } from "./gate.ts";
import { clientOver, type Lane, openPool, type PoolOptions } from "./pool.ts";
import * as schema from "./schema/index.ts";
import { databasePartTrouble } from "./trouble.ts";

/** The pool or a transaction: queries and use cases take either. */
export type Database = PostgresJsDatabase<typeof schema>;

export type DatabaseHandle = {
  db: Database;
  /** Calls `onPayload` for each NOTIFY on the channel, and `onConnect` at each (re)connection. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onConnect: () => void,
  ): Promise<() => Promise<void>>;
  /** How many of its connections are used now, and how many callers wait for one. */
  usage(): PoolUsage;
  close(): Promise<void>;
};

export type DatabaseOptions = Omit<PoolOptions, "isPooled"> & {
  /** Where sessions are one's own, if `url` leads to a pooler that lends them for a transaction. */
  directUrl?: string | undefined;
};

/** Opens a pool of at most `poolMax` connections; none is made before the first query. */
export function openDatabase({ directUrl, ...options }: DatabaseOptions): DatabaseHandle {
  const { client, lane, usage } = openPool({ ...options, isPooled: directUrl !== undefined });
  // LISTEN is of a session, so it takes a direct line; nothing connects before it is asked for.
  const direct = directUrl === undefined ? null : openPool({ ...options, url: directUrl }).client;
  return {
    db: databaseOver(client, lane),
    async listen(channel, onPayload, onConnect) {
      const subscription = await (direct ?? client).listen(channel, onPayload, onConnect);
      return () => subscription.unlisten();
    },
    usage,
    async close() {
      await Promise.all([client.end({ timeout: 5 }), direct?.end({ timeout: 5 })]);
    },
  };
}

/** What queries are written with, over a pool's client and whatever takes its queries. */
export function databaseOver(client: postgres.Sql, lane: Lane): Database {
  return drizzle(clientOver(client, lane), { schema, casing: "snake_case" });
}

/** Resolves when the database answers; rejects with a `PartTrouble` that says why not. */
export async function pingDatabase(db: Database): Promise<void> {
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    throw databasePartTrouble(error);
  }
}
