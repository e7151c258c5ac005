import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { enqueueJob, enqueueJobs } from "../../db/queries/journal/journal.ts";
import { outbox } from "../../db/schema/index.ts";
import type { Bus } from "../../platform/bus/port.ts";
import { createRegistry, type Registry } from "../../platform/metrics.ts";
import { createWorkerMetrics } from "../../workers/metrics.ts";
import { startRelay } from "../../workers/relay.ts";
import { createLogLines } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";
import { runScript, testSuite } from "../support/workers.ts";

const suite = await testSuite();

setDefaultTimeout(30_000);

async function enqueue(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => v7());
  for (const uploadId of ids) {
    await enqueueJob(suite.db, "jobs.profile", { upload_id: uploadId }, new Date());
  }
  return ids;
}

const unpublished = () => suite.db.$count(outbox, isNull(outbox.publishedAt));

/** The number of relays that wait for a notice. */
async function listeners(): Promise<number> {
  const [row] = await suite.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and query = 'listen "outbox"'`,
  );
  return row?.count ?? 0;
}

async function takeAll(bus: Bus): Promise<string[]> {
  const taken: string[] = [];
  for (;;) {
    const message = await bus.take("profile", {
      waitSeconds: 1,
      signal: AbortSignal.timeout(1500),
    });
    if (message === null) return taken.sort();
    taken.push((message.payload as { upload_id: string }).upload_id);
    message.ack();
  }
}

describe("relay", () => {
  test("publishes each row once though two relays run", async () => {
    const relays = await Promise.all([suite.work(["relay"]), suite.work(["relay"])]);
    const owed = await enqueue(40);
    await eventually(async () => (await unpublished()) === 0);
    expect(await takeAll(suite.bus)).toEqual(owed.sort());
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  test("a relay killed between publish and mark leaves one message, and the row is marked", async () => {
    const dying = runScript(suite, "test/workers/fixtures/relay-that-dies.ts", []);
    const owed = await enqueue(1);
    await dying.exited;
    expect(await unpublished()).toBe(1);
    expect((await suite.bus.inspect("profile")).waiting).toBe(1);
    const relay = await suite.work(["relay"]);
    await eventually(async () => (await unpublished()) === 0);
    expect(await takeAll(suite.bus)).toEqual(owed);
    await relay.stop();
  });

  test("of two relays one is killed in the midst of a batch: nothing is lost, nothing comes twice", async () => {
    const survivor = await suite.work(["relay"]);
    const dying = runScript(suite, "test/workers/fixtures/relay-that-dies.ts", ["7"]);
    await eventually(async () => (await listeners()) === 2, { timeoutMs: 25_000 });
    const owed = Array.from({ length: 2000 }, () => ({ upload_id: v7() }));
    await suite.db.transaction((tx) => enqueueJobs(tx, "jobs.profile", owed, new Date()));
    await dying.exited;
    await eventually(async () => (await unpublished()) === 0, { timeoutMs: 20_000 });
    const { waiting } = await suite.bus.inspect("profile");
    expect(waiting).toBe(owed.length);
    expect(await takeAll(suite.bus)).toEqual(owed.map((job) => job.upload_id).sort());
    await survivor.stop();
  }, 90_000);

  test("goes on after the database closed every connection", async () => {
    const relay = await suite.work(["relay"]);
    await enqueue(1);
    await eventually(async () => (await unpublished()) === 0);
    await suite.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await eventually(() => enqueue(1));
    await eventually(async () => (await unpublished()) === 0);
    expect((await takeAll(suite.bus)).length).toBe(2);
    await relay.stop();
  });

  test("recreates a deleted consumer, although no worker uses it", async () => {
    const connection = await connect({ servers: suite.config.NATS_URL });
    const manager = await jetstreamManager(connection);
    const stream = `${suite.config.NATS_STREAM_PREFIX}_JOBS`;
    const { log } = createLogLines();
    const { db, handle, bus } = suite;
    let minutes = 0;
    const now = () => new Date(Date.UTC(2026, 0, 1, 0, minutes));
    const metrics = createWorkerMetrics(createRegistry("test"));
    const relay = startRelay({ db, listen: handle.listen, bus, now, log, metrics });
    await manager.consumers.delete(stream, "profile");
    const [owed] = await enqueue(1);
    await eventually(async () => (await unpublished()) === 0);
    await expect(manager.consumers.info(stream, "profile")).rejects.toThrow("consumer not found");
    minutes += 1;
    await eventually(() => manager.consumers.info(stream, "profile"));
    expect(await takeAll(bus)).toEqual([owed ?? ""]);
    await relay.stop();
    await connection.close();
  });

  test("a bus without room is one line with a count, a metric and a reason, and passes", async () => {
    const { log, lines } = createLogLines();
    const stream = `${suite.config.NATS_STREAM_PREFIX}_JOBS`;
    const connection = await connect({ servers: suite.config.NATS_URL });
    const manager = await jetstreamManager(connection);
    await fillStream(connection, `${suite.config.NATS_STREAM_PREFIX}.jobs.filler`);
    const registry = createRegistry("test");
    const metrics = createWorkerMetrics(registry);
    const { db, handle, bus } = suite;
    const now = () => new Date();
    const relay = startRelay({ db, listen: handle.listen, bus, now, log, metrics });
    await enqueue(3);
    const seen = (part: string) => lines.filter(({ msg }) => msg.startsWith(part));
    await eventually(() => seen("the relay cannot publish").length > 0);
    expect(await registry.metrics()).toMatch(/market_relay_held\{.*cause="bus_full".*\} 1\n/);
    await expect(bus.ping()).rejects.toThrow(`has no room for ${stream} (maximum bytes exceeded)`);
    await eventually(async () => Number(await published(registry)) >= 9);

    await manager.streams.purge(stream);
    await eventually(async () => (await unpublished()) === 0);
    const end = await eventually(() => seen("the relay publishes again")[0]);
    expect(end.met).toBeGreaterThanOrEqual(9);
    expect(seen("the relay cannot publish").length).toBe(1);
    expect(String(seen("the relay cannot publish")[0]?.reason)).toContain("has no room");
    expect(await registry.metrics()).toMatch(/market_relay_held\{.*cause="bus_full".*\} 0\n/);
    await bus.ping();
    await relay.stop();
    await connection.close();
    expect((await takeAll(suite.bus)).length).toBe(3);
  });
});

/** Fills the stream to the last byte, with ever smaller messages. */
async function fillStream(connection: NatsConnection, subject: string): Promise<void> {
  for (const { bytes, atOnce } of fillings) {
    for (let refused = 0; refused === 0; ) {
      const body = new Uint8Array(bytes);
      const sent = Array.from({ length: atOnce }, () =>
        jetstream(connection).publish(subject, body),
      );
      const outcomes = await Promise.allSettled(sent);
      refused = outcomes.filter(({ status }) => status === "rejected").length;
    }
  }
}

const fillings = [
  { bytes: 60_000, atOnce: 200 },
  { bytes: 6000, atOnce: 1 },
  { bytes: 600, atOnce: 1 },
  { bytes: 1, atOnce: 1 },
];

async function published(registry: Registry): Promise<string | undefined> {
  const text = await registry.metrics();
  return /market_outbox_publish_failures_total\{[^}]*\} (\d+)/.exec(text)?.[1];
}
