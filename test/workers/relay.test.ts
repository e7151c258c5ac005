/** The relay, which publishes the outbox. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { outbox } from "../../db/schema/index.ts";
import type { Bus } from "../../platform/bus/port.ts";
import { eventually } from "../support/stack.ts";
import { runScript, testSuite } from "../support/workers.ts";

const suite = await testSuite();

setDefaultTimeout(30_000);

async function owe(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => v7());
  for (const uploadId of ids) {
    await enqueueJob(suite.db, "jobs.profile", { upload_id: uploadId }, new Date());
  }
  return ids;
}

const unpublished = () => suite.db.$count(outbox, isNull(outbox.publishedAt));

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
    const owed = await owe(40);
    await eventually(async () => (await unpublished()) === 0);
    expect(await takeAll(suite.bus)).toEqual(owed.sort());
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  test("a relay killed between publish and mark leaves one message, and the row is marked", async () => {
    const dying = runScript(suite, "test/workers/fixtures/relay-that-dies.ts", []);
    const owed = await owe(1);
    await dying.exited;
    expect(await unpublished()).toBe(1);
    expect((await suite.bus.inspect("profile")).waiting).toBe(1);
    const relay = await suite.work(["relay"]);
    await eventually(async () => (await unpublished()) === 0);
    expect(await takeAll(suite.bus)).toEqual(owed);
    await relay.stop();
  });

  test("goes on after the database closed every connection", async () => {
    const relay = await suite.work(["relay"]);
    await owe(1);
    await eventually(async () => (await unpublished()) === 0);
    await suite.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await eventually(() => owe(1));
    await eventually(async () => (await unpublished()) === 0);
    expect((await takeAll(suite.bus)).length).toBe(2);
    await relay.stop();
  });
});
