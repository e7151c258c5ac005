/** Which workers are alive and how full the queues are, as read by the administration's page. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { queueStates, workerHeartbeats } from "../../db/schema/index.ts";
import { startNats } from "../../dev/parts/nats.ts";
import { beat, purgeHeartbeats, type WorkerProcess } from "../../market/operations/beat.ts";
import { readOperations } from "../../market/operations/read.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";
import { openSuite, runScript, seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(60_000);

const suite = await testSuite();
const admin = { kind: "admin", accountId: v7(), email: "admin@example.com" } as const;
const look = (of = suite) => readOperations(of.ctx, admin);
const later = (seconds: number) => ({
  ...suite.ctx,
  now: () => new Date(Date.now() + seconds * 1000),
});

const processOf = (roles: string[]): WorkerProcess => ({
  id: v7(),
  roles,
  host: "host",
  pid: 1,
  version: "1.0.0",
  commit: null,
  startedAt: new Date(),
});

describe("a worker process", () => {
  const child = runScript(suite, "workers/main.ts", ["relay"]);
  afterAll(() => child.kill("SIGKILL"));

  test("is listed with its role while it lives, then as silent, and then not at all", async () => {
    const seen = await eventually(
      async () => (await look()).workers.find(({ roles }) => roles[0] === "relay"),
      { timeoutMs: 30_000 },
    );
    expect(seen).toMatchObject({ pid: child.pid, isAlive: true, version: "1.0.0" });
    expect((await look()).missingRoles).not.toContain("relay");
    child.kill("SIGKILL");
    await child.exited;
    const dead = await readOperations(later(60), admin);
    expect(dead.workers.find(({ pid }) => pid === child.pid)?.isAlive).toBe(false);
    expect(dead.missingRoles).toContain("relay");
    expect(await purgeHeartbeats(later(3000))).toBe(0);
    expect(await purgeHeartbeats(later(3700))).toBeGreaterThan(0);
    expect((await look()).workers.some(({ pid }) => pid === child.pid)).toBe(false);
  });

  test("that stops normally removes its row", async () => {
    const worker = await suite.work(["clock"]);
    const rows = () => suite.db.$count(workerHeartbeats, eq(workerHeartbeats.pid, process.pid));
    await eventually(async () => (await rows()) === 1);
    await worker.stop();
    expect(await rows()).toBe(0);
  });
});

test("queues are read by one process for all, with what was handed out", async () => {
  const { config, bus } = suite;
  await suite.db.delete(queueStates);
  await bus.publish("jobs.mail", {}, { messageId: v7() });
  await bus.publish("jobs.mail", {}, { messageId: v7() });
  const signal = new AbortController().signal;
  const message = await bus.take("notify", { waitSeconds: 5, signal });
  expect(message?.deliveries).toBe(1);
  let asked = 0;
  const counted = {
    isConnected: () => true,
    inspect: (queue: Parameters<typeof bus.inspect>[0]) => {
      asked += 1;
      return bus.inspect(queue);
    },
  };
  await Promise.all([1, 2, 3].map(() => beat(suite.ctx, processOf(["notify"]), counted)));
  expect(asked).toBe(5);
  const mails = (await look()).queues.find(({ queue }) => queue === "notify");
  expect(mails).toMatchObject({ waiting: 1, inFlight: 1, isFresh: true, trouble: null });
  expect(mails?.waitingSince).toBeInstanceOf(Date);
  await eventually(async () => {
    const again = await bus.take("notify", { waitSeconds: 5, signal });
    return again !== null && again.deliveries > 1;
  });
  await beat(later(config.JOB_ACK_WAIT_SECONDS + 10), processOf(["notify"]), counted);
  const after = (await look()).queues.find(({ queue }) => queue === "notify");
  expect(after?.redelivered).toBeGreaterThan(0);
});

test("while NATS is away the page says so, and shows the last figures and pending messages", async () => {
  const storeDir = createTestDir();
  const options = {
    port: await freePort(),
    storeDir,
    logFile: join(storeDir, "nats.log"),
    cacheDir: join(import.meta.dir, "../../.data/cache"),
  };
  const nats = await startNats(options);
  const own = await openSuite({ NATS_URL: nats.url });
  try {
    await beat(own.ctx, processOf(["relay"]), own.bus);
    await nats.stop();
    await eventually(() => !own.bus.isConnected());
    await seedUpload(own);
    const then = { ...own.ctx, now: () => new Date(Date.now() + 16_000) };
    await beat(then, processOf(["relay"]), own.bus);
    const seen = await look(own);
    for (const queue of seen.queues) {
      expect(queue.trouble).toBe("NATS is not connected");
      expect(queue.measuredAt).toBeInstanceOf(Date);
    }
    expect(seen.outbox).toMatchObject([{ subject: "jobs.profile", rows: 1 }]);
    expect(seen.workers.some(({ isBusConnected }) => !isBusConnected)).toBe(true);
  } finally {
    await own.close();
    await nats.stop();
  }
});
