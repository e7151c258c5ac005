/**
 * Applies the migrations, forward only, under an advisory lock: any number of processes may start
 * at once and one of them migrates. `bun db/migrate.ts` does it for
 * `DATABASE_DIRECT_URL`, or `DATABASE_URL` where that is not set.
 */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const migrationLock = 4_002_026;
const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

export async function migrateDatabase(url: string): Promise<void> {
  // One connection, so that the lock and the migrations share a session.
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}

if (import.meta.main) {
  // Its lock is a session's, which a pooler in transaction mode would lend to others.
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (url === undefined || url === "") {
    process.stderr.write("DATABASE_URL is not set: there is nothing to migrate.\n");
    process.exit(2);
  }
  await migrateDatabase(url);
  process.stdout.write("The database is migrated.\n");
}
