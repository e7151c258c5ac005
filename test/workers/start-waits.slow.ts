/**
 * Processes that start before their database, NATS, store or work folder: they wait, and report
 * what for.
 */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startNats } from "../../dev/parts/nats.ts";
import { type RunningProcess, startProcess } from "../../dev/parts/process.ts";
import { type CuttingProxy, startCuttingProxy } from "../support/programs/cutting-proxy.ts";
import { mountTinyDisk } from "../support/programs/tiny-disk.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";
import { endedUpload, seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(90_000);

const suite = await testSuite();
/** Enough for a job once it is emptied. */
const diskKibibytes = 8192;
const running: RunningProcess[] = [];
const proxies: CuttingProxy[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => child.stop()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

type Env = Record<string, string>;
type Line = { msg: string; met?: number };

function start(script: string[], overrides: Env): RunningProcess & { lines(): Line[] } {
  const env = { ...suite.env, LOG_LEVEL: "info", ...overrides };
  const logFile = join(createTestDir(), "log");
  const command = [process.execPath, ...script];
  const cwd = join(import.meta.dir, "../..");
  const child = startProcess({ name: script[0] ?? "", command, cwd, env, logFile });
  running.push(child);
  const lines = () =>
    readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);
  return { ...child, lines };
}

const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${suite.config.METRICS_PORT}/health/ready`);
  return { status: answer.status, ...(await answer.json()) };
};

/** The same address with a port where nobody listens yet, and a function that makes it answer. */
async function later(address: string): Promise<{ address: string; answers(): Promise<void> }> {
  const url = new URL(address);
  const target = new URL(address);
  url.port = String(await freePort());
  return {
    address: url.href,
    async answers() {
      proxies.push(await startCuttingProxy(target, Number(url.port)));
    },
  };
}

describe("workers/main.ts all, started first,", () => {
  test("waits for database, NATS and store with a line each, tells why at readiness, then works", async () => {
    const database = await later(suite.config.DATABASE_URL);
    const nats = await later(suite.config.NATS_URL);
    const storageDir = String(suite.env.STORAGE_DIR);
    rmSync(storageDir, { recursive: true, force: true });
    mkdirSync(dirname(storageDir), { recursive: true });
    writeFileSync(storageDir, "a mount that is not there yet");
    const worker = start(["workers/main.ts", "all"], {
      DATABASE_URL: database.address,
      NATS_URL: nats.address,
    });
    const unready = await eventually(readiness, { timeoutMs: 20_000 });
    expect(unready).toMatchObject({
      status: "unavailable",
      checks: { database: "unavailable", nats: "unavailable", storage: "unavailable", time: "ok" },
      reasons: { database: expect.stringContaining("does not answer") },
    });
    expect(unready.reasons.storage).toContain(`the folder ${storageDir} cannot be used`);
    const waits = () => worker.lines().filter(({ msg }) => msg.startsWith("start-up waits for"));
    await eventually(() => waits().length === 3);
    const goesOn = () => worker.lines().filter(({ msg }) => msg.endsWith("start-up continues"));
    for (const [index, part] of [database, nats].entries()) {
      await part.answers();
      await eventually(() => goesOn().length === index + 1);
    }
    rmSync(storageDir);
    await eventually(async () => (await readiness()).status === "ok", { timeoutMs: 30_000 });
    // Tried several times, and reported once.
    expect(goesOn().at(-1)?.met).toBeGreaterThan(1);
    const parts = waits().map(({ msg }) => msg.slice("start-up waits for ".length));
    expect(parts.sort()).toEqual(["database", "nats", "storage"]);
    const { uploadId } = await seedUpload(suite);
    const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 30_000 });
    expect(ended.state).toBe("generated");
  });

  test("waits for a NATS whose disk has no room for its streams, and says that at readiness", async () => {
    const disk = await mountTinyDisk(diskKibibytes);
    const nats = await startNats({
      port: await freePort(),
      storeDir: disk.path,
      logFile: join(createTestDir(), "nats.log"),
      cacheDir: join(import.meta.dir, "../../.data/cache"),
    });
    try {
      start(["workers/main.ts", "all"], { NATS_URL: nats.url });
      const reason = async () => (await readiness()).reasons?.nats;
      const told =
        "has no room for its streams (insufficient storage resources available): make room on its " +
        "disk, then restart it, since it looks when it starts";
      await eventually(async () => (await reason()) === told, { timeoutMs: 20_000 });
    } finally {
      await Promise.all(running.splice(0).map((child) => child.stop()));
      await nats.stop();
      disk.remove();
    }
  });

  test("waits for a work folder whose disk is full, and takes no job meanwhile", async () => {
    const disk = await mountTinyDisk(diskKibibytes);
    try {
      const ballast = join(disk.path, "ballast");
      fill(ballast);
      const worker = start(["workers/main.ts", "all"], { WORK_DIR: disk.path });
      const full = `WORK_DIR (${disk.path}): its disk is full`;
      const reason = async () => (await readiness()).reasons?.work_folder;
      await eventually(async () => (await reason()) === full, { timeoutMs: 20_000 });
      const { uploadId } = await seedUpload(suite);
      await eventually(() => worker.lines().some(({ msg }) => msg.endsWith("work_folder")));
      expect(await endedUpload(suite.db, uploadId)).toBeNull();
      rmSync(ballast);
      const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 30_000 });
      expect(ended).toMatchObject({ state: "generated", attempts: 1, serviceFailures: 0 });
      expect((await readiness()).status).toBe("ok");
    } finally {
      await Promise.all(running.splice(0).map((child) => child.stop()));
      disk.remove();
    }
  });
});

/** Writes blocks of the disk's own size until it is full. */
function fill(path: string): void {
  for (let blocks = 1; ; blocks += 1) {
    try {
      writeFileSync(path, new Uint8Array(4096), { flag: "a" });
    } catch {
      return;
    }
    if (blocks > diskKibibytes) throw new Error("the disk is larger than it should be");
  }
}

describe("what refuses is not waited for:", () => {
  const unknown = suite.config.DATABASE_URL.replace(/[^/]+$/, "no_such_database");
  const scripts = [["workers/main.ts", "all"], ["api/main.ts"]];

  test.each(scripts)("%s ends and says that the database is unknown", async (...script) => {
    const child = start(script.filter(Boolean), { DATABASE_URL: unknown });
    expect(await child.exited).not.toBe(0);
    expect(readFileSync(child.logFile, "utf8")).toContain(
      "cannot start. database: has no database of the name in DATABASE_URL",
    );
  });
});

test("the API serves while its store is away, and is ready once it is there", async () => {
  const storageDir = String(suite.env.STORAGE_DIR);
  rmSync(storageDir, { recursive: true, force: true });
  writeFileSync(storageDir, "a mount that is not there yet");
  const api = start(["api/main.ts"], {});
  const base = `http://127.0.0.1:${suite.env.API_PORT}`;
  const unready = async () => (await fetch(`${base}/health/ready`)).status === 503;
  await eventually(unready, { timeoutMs: 20_000 });
  expect((await fetch(`${base}/datasets`)).status).toBe(200);
  expect((await readiness()).reasons.storage).toContain(storageDir);
  expect(api.lines().filter(({ msg }) => msg === "start-up waits for storage").length).toBe(1);
  rmSync(storageDir);
  await eventually(async () => (await fetch(`${base}/health/ready`)).ok, { timeoutMs: 20_000 });
});
