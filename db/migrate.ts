/**
 * Applies the migrations, forward only, under an advisory lock, so that one of several starting
 * processes migrates. As a program (`bun db/migrate.ts`) it uses `DATABASE_DIRECT_URL`, or
 * `DATABASE_URL` if that is not set. If a table is in use (by a dump or a report), it retries with
 * short lock waits and rolls back in between.
 */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { databaseAddress } from "../platform/environment-lists.ts";
import { PartTrouble } from "../platform/part-trouble.ts";
import { requireArguments } from "../platform/program-arguments.ts";
import { ownSettings } from "./session-settings.ts";
import { databasePartTrouble, isBlocked } from "./trouble.ts";

const migrationLock = 4_002_026;
/**
 * Other transactions queue behind a migration that waits for a table, so this stays below the
 * patience of calls.
 */
const lockWaitMsMax = 2000;
const nextTurnMs = 3000;
const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

export type MigrateOptions = {
  /** A folder other than this release's. */
  folder?: string;
  /** Receives the reason for a wait. */
  report?: (line: string) => void;
  /** The variable that the address comes from. */
  variable?: string;
};

export async function migrateDatabase(
  url: string,
  { folder = migrationsFolder, report = () => {}, variable }: MigrateOptions = {},
): Promise<void> {
  // A single connection, so that the lock and the migrations share a session.
  const connection = ownSettings;
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {}, connection });
  try {
    await client`select pg_advisory_lock(${migrationLock})`.catch((error: unknown) => {
      const { message } = databasePartTrouble(error, variable);
      throw new PartTrouble(`the database ${message}`, { cause: error });
    });
    await client`select set_config('lock_timeout', ${String(lockWaitMsMax)}, false)`;
    while (!(await hadItsTurn(client, folder))) {
      report(`The migration waits for a table that is in use. ${await oldestTransaction(client)}`);
      await new Promise((resolve) => setTimeout(resolve, nextTurnMs));
    }
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** False if a lock could not be had in time; nothing was migrated then. */
async function hadItsTurn(client: postgres.Sql, migrationsFolder: string): Promise<boolean> {
  try {
    await migrate(drizzle(client), { migrationsFolder });
    return true;
  } catch (error) {
    if (isBlocked(error)) return false;
    throw error;
  }
}

/** Describes the oldest transaction, which usually holds the table. */
async function oldestTransaction(client: postgres.Sql): Promise<string> {
  const [row] = await client`
    select pid, application_name as name, extract(epoch from now() - xact_start)::integer as seconds
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and xact_start is not null and backend_type = 'client backend' order by xact_start limit 1`;
  if (row === undefined) return "Retrying.";
  const who = row.name === "" ? "" : ` (${row.name})`;
  return `The oldest transaction belongs to session ${row.pid}${who} and is ${row.seconds} s old. Retrying.`;
}

/**
 * The variable with the server's address. The migration lock belongs to a session, which a
 * transaction pooler would share with others.
 */
export function migrationVariable(env: Record<string, string | undefined>) {
  return env.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
}

if (import.meta.main) await migrateFromEnvironment();

async function migrateFromEnvironment(): Promise<void> {
  requireArguments({
    typedAs: "bun db/migrate.ts",
    about: "Applies the migrations, forward only. Several at once are safe.",
    variables: [["DATABASE_DIRECT_URL", "the database; otherwise DATABASE_URL"]],
  });
  const variable = migrationVariable(process.env);
  const { [variable]: url } = process.env;
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  if (!url) {
    report("DATABASE_URL is not set: there is nothing to migrate.");
    process.exit(2);
  }
  const { error: fault } = databaseAddress.safeParse(url);
  try {
    if (fault !== undefined) throw new PartTrouble(`no address: ${fault.issues[0]?.message ?? ""}`);
    await migrateDatabase(url, { report, variable });
  } catch (error) {
    if (!(error instanceof PartTrouble)) throw error;
    report(`The migration cannot start. ${variable}: ${error.message}`);
    process.exit(1);
  }
  process.stdout.write("The database is migrated.\n");
}
