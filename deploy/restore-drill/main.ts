/**
 * `bun deploy/restore-drill/main.ts`: takes a backup of the configured database as an operator
 * would, restores it into the empty database DRILL_DATABASE_URL, migrates that to this release, and
 * reports whether every row and every file is there. It only changes the drill's database.
 */
import process from "node:process";
import { loadConfig } from "../../platform/config.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { dumpFormats, runDrill } from "./drill.ts";

const { DRILL_DATABASE_URL: drillUrl, DRILL_DUMP_FORMAT: format = "custom" } = process.env;
const dumpFormat = dumpFormats.find((name) => name === format);
if (drillUrl === undefined || dumpFormat === undefined) {
  process.stderr.write(
    "DRILL_DATABASE_URL must name an empty database; DRILL_DUMP_FORMAT is custom or plain.\n",
  );
  process.exit(2);
}

const config = loadConfig(process.env);
const report = await runDrill({
  // pg_dump shares a session's snapshot, which does not work through a pooler in transaction mode.
  sourceUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
  drillUrl,
  dumpFormat,
  storage: await openStorage(config.storage),
  secrets: config,
  programDir: process.env.PG_BIN_DIR,
});
for (const line of report.lines) process.stdout.write(`${line}\n`);
process.exit(report.faults.length === 0 ? 0 : 1);
