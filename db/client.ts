/** The connection to Postgres: a pool that queries and transactions run on. */
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema/index.ts";

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
  close(): Promise<void>;
};

/** Opens a pool of at most `poolMax` connections; none is made before the first query. */
export function openDatabase(options: {
  url: string;
  poolMax: number;
  stallSecondsMax?: number;
}): DatabaseHandle {
  const client = postgres(options.url, {
    max: options.poolMax,
    connect_timeout: 10,
    stall_timeout: options.stallSecondsMax ?? 35,
    // A caller is told within a second that the database is away, and so is back soon after it.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    idle_timeout: 60,
    onnotice: () => {},
    connection: { application_name: "dataset-market", statement_timeout: 30_000 },
  });
  return {
    db: drizzle(client, { schema, casing: "snake_case" }),
    async listen(channel, onPayload, onConnect) {
      const subscription = await client.listen(channel, onPayload, onConnect);
      return () => subscription.unlisten();
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/** Resolves when the database answers; rejects otherwise. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
