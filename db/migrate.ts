/**
 * Applies the migrations, forward only, under an advisory lock: any number of processes may start
 * at once and one of them migrates. `bun db/migrate.ts` does it for
 * `DATABASE_DIRECT_URL`, or `DATABASE_URL` where that is not set.
 * A table that somebody holds (a dump, a report) is waited for in short turns, with all undone between them.
 */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { databaseAddress } from "../platform/environment-lists.ts";
import { PartTrouble } from "../platform/part-trouble.ts";
import { ownSettings } from "./session-settings.ts";
import { databasePartTrouble, isBlocked } from "./trouble.ts";

const migrationLock = 4_002_026;
/** Whoever wants a table for which a migration waits, waits behind it: below what calls have patience for. */
const lockWaitMsMax = 2000;
const nextTurnMs = 3000;
const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

export type MigrateOptions = {
  /** Another folder than that of this release. */
  folder?: string;
  /** Hears why it waits. */
  tell?: (line: string) => void;
  /** Where the address is from. */
  variable?: string;
};

export async function migrateDatabase(
  url: string,
  { folder = migrationsFolder, tell = () => {}, variable }: MigrateOptions = {},
): Promise<void> {
  // One connection, so that the lock and the migrations share a session.
  const connection = ownSettings;
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {}, connection });
  try {
    await client`select pg_advisory_lock(${migrationLock})`.catch((error: unknown) => {
      const { message } = databasePartTrouble(error, variable);
      throw new PartTrouble(`the database ${message}`, { cause: error });
    });
    await client`select set_config('lock_timeout', ${String(lockWaitMsMax)}, false)`;
    while (!(await hadItsTurn(client, folder))) {
      tell(`The migration waits for a table that is in use. ${await oldestTransaction(client)}`);
      await new Promise((resolve) => setTimeout(resolve, nextTurnMs));
    }
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** False where a lock was held for too long: nothing of the migration has happened then. */
async function hadItsTurn(client: postgres.Sql, migrationsFolder: string): Promise<boolean> {
  try {
    await migrate(drizzle(client), { migrationsFolder });
    return true;
  } catch (error) {
    if (isBlocked(error)) return false;
    throw error;
  }
}

/** Mostly the one that holds the table. */
async function oldestTransaction(client: postgres.Sql): Promise<string> {
  const [row] = await client`
    select pid, application_name as name, extract(epoch from now() - xact_start)::integer as seconds
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and xact_start is not null and backend_type = 'client backend' order by xact_start limit 1`;
  if (row === undefined) return "It tries again.";
  const who = row.name === "" ? "" : ` (${row.name})`;
  return `The oldest transaction is of session ${row.pid}${who}, since ${row.seconds} s. It tries again.`;
}

/** Which one names the server: a migration's lock is a session's, which a pooler would lend to others. */
export function migrationVariable(env: Record<string, string | undefined>) {
  return env.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
}

if (import.meta.main) await migrateFromEnvironment();

async function migrateFromEnvironment(): Promise<void> {
  const variable = migrationVariable(process.env);
  const { [variable]: url } = process.env;
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  if (!url) {
    tell("DATABASE_URL is not set: there is nothing to migrate.");
    process.exit(2);
  }
  const { error: fault } = databaseAddress.safeParse(url);
  try {
    if (fault !== undefined) throw new PartTrouble(`no address: ${fault.issues[0]?.message ?? ""}`);
    await migrateDatabase(url, { tell, variable });
  } catch (error) {
    if (!(error instanceof PartTrouble)) throw error;
    tell(`The migration cannot start. ${variable}: ${error.message}`);
    process.exit(1);
  }
  process.stdout.write("The database is migrated.\n");
}
