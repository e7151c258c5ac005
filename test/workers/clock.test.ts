import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { idempotencyKeys, outbox, uploads } from "../../db/schema/index.ts";
import {
  purgeIdempotencyKeys,
  purgeOutbox,
  purgeUnusedFiles,
  requeueStalledUploads,
  requeueUnmailedApprovals,
} from "../../workers/clock/clock.ts";
import { eventually } from "../support/stack.ts";
import {
  attachUpload,
  endedUpload,
  readUpload,
  seedApproval,
  seedUpload,
  silentLog,
  testMetrics,
  testSuite,
} from "../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();

/** The clock's tasks with the time moved on by so many seconds. */
function later(seconds: number) {
  const now = () => new Date(Date.now() + seconds * 1000);
  return {
    ctx: { ...suite.ctx, now },
    bus: suite.bus,
    log: silentLog,
    metrics: testMetrics(),
  };
}

const owedFor = (key: "upload_id" | "approval_id", id: string) =>
  suite.db.$count(outbox, sql`payload->>${key} = ${id}`);

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
    await suite.db.insert(uploads).values({ ...forgotten, listingId, multipartId, issuedAt });

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
  test("queues a stalled upload anew, once, though five clocks tick at once", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    expect(await requeueStalledUploads(later(5))).toBe(0);
    const ticks = Array.from({ length: 5 }, () => requeueStalledUploads(later(10)));
    const counts = await Promise.all(ticks);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await owedFor("upload_id", uploadId)).toBe(1);
    expect(await requeueStalledUploads(later(11))).toBe(0);
    const worker = await suite.work(["relay", "profile"]);
    const ended = await eventually(() => endedUpload(suite.db, uploadId));
    expect(ended.state).toBe("generated");
    await worker.stop();
  });

  test("leaves an upload alone whose message still waits to be handed out", async () => {
    await emptyOutbox();
    const { uploadId } = await seedUpload(suite);
    const relay = await suite.work(["relay"]);
    await eventually(async () => (await suite.bus.countWaiting("profile")) === 1);
    await relay.stop();
    expect(await requeueStalledUploads(later(100))).toBe(0);
    expect(await owedFor("upload_id", uploadId)).toBe(1);
    const worker = await suite.work(["profile"]);
    await eventually(() => endedUpload(suite.db, uploadId));
    await worker.stop();
  });

  test("queues an unmailed approval anew, but not one whose link has expired", async () => {
    const { approvalId } = await seedApproval(suite);
    await emptyOutbox();
    expect(await requeueUnmailedApprovals(later(60))).toBe(0);
    const counts = await Promise.all([1, 2, 3].map(() => requeueUnmailedApprovals(later(2000))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await owedFor("approval_id", approvalId)).toBe(1);
    await emptyOutbox();
    expect(await requeueUnmailedApprovals(later(73 * 3600))).toBe(0);
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
    expect(await owedFor("upload_id", uploadId)).toBe(1);
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
