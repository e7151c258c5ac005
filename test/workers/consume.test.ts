/** How messages of the bus are received, renewed and settled. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { v7 } from "uuid";
import { z } from "zod";
import { defineJob, type Job, startConsumer } from "../../workers/consume.ts";
import { silentLog } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";
import { countStored, testMetrics, testSuite } from "../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();

const schema = z.strictObject({ upload_id: z.guid() });

function consume(
  job: Job | undefined,
  options: { concurrency?: number; drainSeconds?: number } = {},
) {
  return startConsumer({
    bus: suite.bus,
    queue: "profile",
    jobs: job === undefined ? {} : { "jobs.profile": job },
    concurrency: options.concurrency ?? 1,
    ackWaitSeconds: suite.config.JOB_ACK_WAIT_SECONDS,
    drainSeconds: options.drainSeconds ?? 5,
    log: silentLog,
    metrics: testMetrics(),
  });
}

async function publish(payload: unknown = { upload_id: v7() }): Promise<void> {
  await suite.bus.publish("jobs.profile", payload, { messageId: v7() });
}

/** Nothing is queued, unsettled or waiting for redelivery. */
const isEmpty = () => eventually(async () => (await countStored(suite.config)) === 0);

describe("consumer", () => {
  test("does not start without a job for its subject", () => {
    expect(() => consume(undefined)).toThrow("no job for the subject jobs.profile");
  });

  test("a payload that the schema refuses is terminated: the job never sees it", async () => {
    const seen: unknown[] = [];
    const consumer = consume(
      defineJob<"jobs.profile">(schema, async (payload) => {
        seen.push(payload);
        return { kind: "done", detail: "" };
      }),
    );
    await publish({ upload_id: "../../etc/passwd" });
    await publish({ upload_id: v7(), more: true });
    await publish("not an object");
    const good = { upload_id: v7() };
    await publish(good);
    await eventually(() => seen.length > 0);
    await consumer.stop();
    expect(seen).toEqual([good]);
    await isEmpty();
  });

  test("a job that throws is delivered again, with the number of its delivery", async () => {
    const deliveries: number[] = [];
    const consumer = consume(async (_payload, run) => {
      deliveries.push(run.deliveries);
      if (run.deliveries === 1) throw new Error("a bug");
      return { kind: "done", detail: "" };
    });
    await publish();
    await eventually(() => deliveries.length === 2);
    await consumer.stop();
    expect(deliveries).toEqual([1, 2]);
    await isEmpty();
  });

  test("a job longer than the ack wait is not delivered a second time", async () => {
    let runs = 0;
    const consumer = consume(
      async () => {
        runs += 1;
        // Timing is the subject: without a renewal, NATS would redeliver it meanwhile.
        await Bun.sleep(suite.config.JOB_ACK_WAIT_SECONDS * 1500);
        return { kind: "done", detail: "" };
      },
      { concurrency: 2, drainSeconds: 10 },
    );
    await publish();
    await eventually(() => runs === 1);
    await consumer.stop();
    expect(runs).toBe(1);
    await isEmpty();
  });

  test("runs as many jobs at once as its concurrency, and asks for no more than it runs", async () => {
    const running: (() => void)[] = [];
    const job: Job = async () => {
      await new Promise<void>((resolve) => running.push(resolve));
      return { kind: "done", detail: "" };
    };
    const consumer = consume(job, { concurrency: 2 });
    for (let count = 0; count < 5; count += 1) await publish();
    await eventually(() => running.length === 2);
    expect((await suite.bus.inspect("profile")).waiting).toBe(3);
    const released = (async () => {
      for (let count = 0; count < 5; count += 1) {
        const release = await eventually(() => running.shift());
        release();
      }
    })();
    await released;
    await consumer.stop();
    expect((await suite.bus.inspect("profile")).waiting).toBe(0);
  });

  test("stopping waits for the running job and takes no other", async () => {
    let finish = () => {};
    const started = Promise.withResolvers<void>();
    const consumer = consume(async () => {
      started.resolve();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { kind: "done", detail: "" };
    });
    await publish();
    await started.promise;
    const stopped = consumer.stop();
    await publish();
    finish();
    await stopped;
    const left = await suite.bus.take("profile", {
      waitSeconds: 2,
      signal: new AbortController().signal,
    });
    expect(left?.deliveries).toBe(1);
    left?.ack();
  });
});
