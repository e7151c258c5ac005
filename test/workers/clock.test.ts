/** The clock's tasks: purging, requeueing and counting. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { idempotencyKeys, outbox, uploads } from "../../db/schema/index.ts";
import { openTimeCheck } from "../../db/time-check.ts";
import type { Context } from "../../market/context.ts";
import { purgeUnusedFiles } from "../../market/listing/purge-unused-files.ts";
import { requeueStalledUploads } from "../../market/listing/requeue-stalled-uploads.ts";
import { purgeIdempotencyKeys } from "../../market/upkeep/purge-idempotency-keys.ts";
import { purgeOutbox } from "../../market/upkeep/purge-outbox.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { startClock } from "../../workers/clock/clock.ts";
import { createWorkerMetrics } from "../../workers/metrics.ts";
import { createLogLines } from "../support/log-lines.ts";
import { uploadRow } from "../support/rows.ts";
import { eventually } from "../support/stack.ts";
import {
  attachUpload,
  endedUpload,
  readUpload,
  seedUpload,
  testSuite,
} from "../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();

/** The context with its time this many seconds later. */
const later = (seconds: number): Context => ({
  ...suite.ctx,
  now: () => new Date(Date.now() + seconds * 1000),
});

const requeueUploads = (seconds: number) =>
  requeueStalledUploads(later(seconds), suite.bus, { rowsMax: 100 });

const jobsFor = (uploadId: string) =>
  suite.db.$count(outbox, sql`payload->>'upload_id' = ${uploadId}`);

const emptyOutbox = () => suite.db.delete(outbox);

describe("files that nobody will ask for", () => {
  const nineDays = 9 * 86_400;

  test("are deleted after a week: replaced ones and ones that were never attached", async () => {
    const { uploadId, listingId } = await seedUpload(suite, { queue: false });
    const replaced = await readUpload(suite.db, uploadId);
    const current = await readUpload(suite.db, await attachUpload(suite, listingId));
    await suite.db
      .update(uploads)
      .set({ finishedAt: new Date() })
      .where(eq(uploads.id, replaced.id));
    const forgotten = { id: v7(), storagePath: `uploads/${listingId}/forgotten` };
    await suite.storage.write(forgotten.storagePath, new Uint8Array([1]), "text/csv");
    const multipartId = await suite.storage.startMultipart(forgotten.storagePath);
    const issuedAt = new Date();
    await suite.db
      .insert(uploads)
      .values(uploadRow({ ...forgotten, listingId, multipartId, issuedAt }));

    expect(await purgeUnusedFiles(later(86_400))).toBe(0);
    const ticks = Array.from({ length: 3 }, () => purgeUnusedFiles(later(nineDays)));
    const counts = await Promise.all(ticks);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await suite.storage.head(replaced.storagePath)).toBeNull();
    expect(await suite.storage.head(forgotten.storagePath)).toBeNull();
    expect(await suite.storage.head(current.storagePath)).not.toBeNull();
    expect(await readUpload(suite.db, forgotten.id)).toMatchObject({ state: "superseded" });
    expect(await purgeUnusedFiles(later(nineDays))).toBe(0);
  });

  test("are not those that were ever on sale", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const sold = { state: "superseded" as const, finishedAt: new Date(), version: 1 };
    await suite.db.update(uploads).set(sold).where(eq(uploads.id, uploadId));
    const { storagePath } = await readUpload(suite.db, uploadId);
    expect(await purgeUnusedFiles(later(nineDays))).toBe(0);
    expect(await suite.storage.head(storagePath)).not.toBeNull();
  });
});

describe("clock", () => {
  test("queues a stalled upload again, once, although five clocks tick at once", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    expect(await requeueUploads(5)).toBe(0);
    const ticks = Array.from({ length: 5 }, () => requeueUploads(10));
    const counts = await Promise.all(ticks);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await jobsFor(uploadId)).toBe(1);
    expect(await requeueUploads(11)).toBe(0);
    const worker = await suite.work(["relay", "profile"]);
    const ended = await eventually(() => endedUpload(suite.db, uploadId));
    expect(ended.state).toBe("generated");
    await worker.stop();
  });

  test("does not touch an upload whose message is still waiting", async () => {
    await emptyOutbox();
    const { uploadId } = await seedUpload(suite);
    const relay = await suite.work(["relay"]);
    await eventually(async () => (await suite.bus.inspect("profile")).waiting === 1);
    await relay.stop();
    expect(await requeueUploads(100)).toBe(0);
    expect(await jobsFor(uploadId)).toBe(1);
    const worker = await suite.work(["profile"]);
    await eventually(() => endedUpload(suite.db, uploadId));
    await worker.stop();
  });

  test("queues a lost upload anew though the queue is never empty", async () => {
    await emptyOutbox();
    const lost = await seedUpload(suite);
    const longAgo = new Date(Date.now() - 600_000);
    await suite.db.update(outbox).set({ publishedAt: longAgo });
    await suite.db
      .update(uploads)
      .set({ attachedAt: longAgo })
      .where(eq(uploads.id, lost.uploadId));
    const waiting = await seedUpload(suite);
    const relay = await suite.work(["relay"]);
    await eventually(async () => (await suite.bus.inspect("profile")).waiting === 1);
    await relay.stop();
    expect(await requeueUploads(100)).toBe(1);
    expect(await jobsFor(lost.uploadId)).toBe(2);
    expect(await jobsFor(waiting.uploadId)).toBe(1);
    const worker = await suite.work(["relay", "profile"]);
    for (const { uploadId } of [lost, waiting]) {
      expect((await eventually(() => endedUpload(suite.db, uploadId))).state).toBe("generated");
    }
    await worker.stop();
  });

  test("forgets published rows after 7 days, and never one that is not published", async () => {
    await emptyOutbox();
    const { uploadId } = await seedUpload(suite);
    const published = v7();
    const now = new Date();
    const row = { subject: "jobs.profile", payload: {}, createdAt: now };
    await suite.db.insert(outbox).values({ ...row, id: published, publishedAt: now });
    expect(await purgeOutbox(later(6 * 86_400))).toBe(0);
    expect(await purgeOutbox(later(8 * 86_400))).toBe(1);
    expect(await suite.db.$count(outbox, eq(outbox.id, published))).toBe(0);
    expect(await jobsFor(uploadId)).toBe(1);
  });

  test("forgets stored answers when their time is over", async () => {
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 60_000);
    const answer = { requestHash: "", status: 200, body: {}, createdAt: now, expiresAt };
    await suite.db.insert(idempotencyKeys).values({ scope: "test", key: v7(), ...answer });
    expect(await purgeIdempotencyKeys(later(30))).toBe(0);
    expect(await purgeIdempotencyKeys(later(90))).toBe(1);
  });
});

test("every task is told of before its first run has ended: one that hangs in it is seen", async () => {
  const registry = createRegistry("test");
  const metrics = createWorkerMetrics(registry);
  const { ctx, bus } = suite;
  const { log } = createLogLines();
  const time = openTimeCheck(ctx.db, ctx.now, log);
  const clock = startClock({ ctx, bus, log, metrics, time });
  const told = registry.metrics();
  await clock.stop();
  for (const task of ["close_auctions", "sweep_storage"]) {
    for (const outcome of ["ok", "failed"]) {
      const series = `market_clock_runs_total\\{task="${task}",outcome="${outcome}"[^}]*\\} 0\n`;
      expect(await told).toMatch(new RegExp(series));
    }
  }
});
