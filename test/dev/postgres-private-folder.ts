/**
 * Starts and stops the Postgres in the folder named by the first argument, and prints its version.
 * It is a separate process, because the PATH selects the launcher.
 */
import { join } from "node:path";
import { SQL } from "bun";
import { freePort } from "../../dev/parts/ports.ts";
import type { startPostgres } from "../../dev/parts/postgres.ts";

const folder = String(process.argv[2]);
const launcher: { startPostgres: typeof startPostgres } = await import(
  join(folder, "dev/parts/postgres.ts")
);
const postgres = await launcher.startPostgres({
  port: await freePort(),
  dataDir: join(folder, "data"),
  logFile: join(folder, "log"),
  durable: false,
});
const sql = new SQL(postgres.url);
const [row] = await sql`SHOW server_version`;
await sql.close();
await postgres.stop();
console.log(row.server_version);
