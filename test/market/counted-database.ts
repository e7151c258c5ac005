/**
 * A connection that records its statements, for tests that limit how often the database is queried.
 */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database } from "../../db/client.ts";

/** `sent` holds the statements so far, in order; a test may empty it. */
export async function openCountedDatabase(url: string) {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const sent: string[] = [];
  const logger = { logQuery: (query: string) => sent.push(query) };
  const db: Database = drizzle(client, { casing: "snake_case", logger });
  return { db, sent, close: () => client.end() };
}
