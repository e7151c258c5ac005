/**
 * docs/operating.md, Point in time: a base backup and the archived log restore the database to the
 * moment before a mistake, with everything committed until then and nothing after it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { migrateDatabase } from "../../db/migrate.ts";
import { type StartedPostgres, startPostgres } from "../../dev/parts/postgres.ts";
import { type DebianPostgres, findDebianPostgres } from "../support/programs/debian-postgres.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";

let debian: DebianPostgres;
let server: StartedPostgres & { dataDir: string };
let archiveDir: string;

beforeAll(async () => {
  debian = await findDebianPostgres();
  archiveDir = join(createTestDir(), "archive");
  mkdirSync(archiveDir);
  chmodSync(archiveDir, 0o777);
  server = await debian.start({
    wal_level: "replica",
    archive_mode: "on",
    archive_command: `test ! -f ${archiveDir}/%f && cp %p ${archiveDir}/%f`,
  });
  await migrateDatabase(server.url);
}, 120_000);

afterAll(() => server.stop());

test("restores commits before the moment, and nothing after it", async () => {
  const live = new SQL(server.url, { max: 1 });
  await live`CREATE TABLE drill (said text)`;
  const baseDir = join(createTestDir(), "base");
  const { port } = new URL(server.url);
  const where = ["--host=127.0.0.1", `--port=${port}`, "--username=postgres"];
  await debian.run("pg_basebackup", [...where, `--pgdata=${baseDir}`, "--checkpoint=fast"]);

  // If Postgres runs as another user, its data must belong to that user.
  await Bun.spawn(["chown", "-R", `--reference=${server.dataDir}`, baseDir]).exited;

  await live`INSERT INTO drill VALUES ('before the mistake')`;
  const [moment] = await live`SELECT clock_timestamp()::text AS at`;
  await live`DELETE FROM drill`;
  await live`INSERT INTO drill VALUES ('after the mistake')`;
  const [segment] = await live`SELECT pg_walfile_name(pg_switch_wal()) AS name`;
  await live.close();
  await eventually(() => Bun.file(join(archiveDir, segment.name)).exists());

  writeFileSync(join(baseDir, "recovery.signal"), "");
  appendFileSync(
    join(baseDir, "postgresql.auto.conf"),
    `restore_command = 'cp ${archiveDir}/%f %p'\n` +
      `recovery_target_time = '${moment.at}'\nrecovery_target_action = 'promote'\n`,
  );
  const recovered = await startPostgres({
    port: await freePort(),
    dataDir: baseDir,
    logFile: join(createTestDir(), "recovered.log"),
    durable: false,
    server: debian,
  });
  try {
    const restored = new SQL(recovered.url, { max: 1 });
    const rows = await restored`SELECT said FROM drill`;
    await restored.close();
    expect(rows.map(({ said }: { said: string }) => said)).toEqual(["before the mistake"]);
  } finally {
    await recovered.stop();
  }
});
