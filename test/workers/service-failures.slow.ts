/**
 * Faults of the service (disk, database, killed children) cost a file no attempt and are no verdict
 * on it.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { ChildFailure } from "../../dataset/child/pool.ts";
import { openDatabase } from "../../db/client.ts";
import { reopenUpload } from "../../db/queries/listings/uploads.ts";
import { outbox, uploads } from "../../db/schema/index.ts";
import type { Context } from "../../market/context.ts";
import { requeueStalledUploads } from "../../market/listing/requeue-stalled-uploads.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { openDatasetChildren } from "../../workers/jobs/dataset-children.ts";
import type { DatasetRunner } from "../../workers/jobs/dataset-runner.ts";
import { DiskFailedError } from "../../workers/jobs/fetch-file.ts";
import { createProfileJob } from "../../workers/jobs/profile-upload.ts";
import { requireDiskRoom } from "../../workers/jobs/require-disk-room.ts";
import { makeProcessFolder } from "../../workers/jobs/work-folders.ts";
import { createWorkerMetrics, registerBacklog } from "../../workers/metrics.ts";
import { fakeReport, instantDatasets } from "../support/fake-datasets.ts";
import { silentLog } from "../support/log-lines.ts";
import { mountTinyDisk } from "../support/programs/tiny-disk.ts";
import { readUpload, seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(60_000);

const suite = await testSuite({ PROFILE_TRIES_MAX: "1" });
const tinyDisk = await mountTinyDisk(64);
afterAll(() => tinyDisk.remove());

const registry = createRegistry("test");
const metrics = createWorkerMetrics(registry);
registerBacklog(registry, suite.db, () => new Date());

const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

type Delivery = { datasets?: DatasetRunner; workDir?: string; ctx?: Partial<Context> };

async function deliver(uploadId: string, { datasets, workDir, ctx }: Delivery = {}) {
  const processFolder = await makeProcessFolder(workDir ?? suite.config.WORK_DIR);
  const job = createProfileJob({
    ctx: { ...suite.ctx, ...ctx },
    changes: {
      watch: () => () => {},
      stopping: new AbortController().signal,
      stop: async () => {},
    },
    processFolder,
    datasets: datasets ?? instantDatasets(),
    metrics,
  });
  const { signal } = new AbortController();
  const run = { jobId: null, deliveries: 1, signal, log: silentLog };
  try {
    return await job({ upload_id: uploadId }, run);
  } finally {
    await processFolder.remove();
  }
}

async function failuresOf(cause: string): Promise<number> {
  const { values } = await metrics.serviceFailures.get();
  return values.find(({ labels }) => labels.cause === cause)?.value ?? 0;
}

const postponed = { state: "attached", attempts: 0, serviceFailures: 1, errorCode: null };
const generated = { state: "generated", attempts: 1 };

/** The data engine processes that this process has started. */
function childPids(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      const isChild = parent === process.pid && command.includes("child/main.ts");
      return isChild ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

describe("costs no try, is no verdict on the file, and raises its alarm:", () => {
  test("a full disk below WORK_DIR", async () => {
    const content = `day,mm\n${"1,2.5\n".repeat(50_000)}`;
    const { uploadId } = await seedUpload(suite, { content, queue: false });
    const outcome = await deliver(uploadId, { workDir: tinyDisk.path });
    expect(outcome).toMatchObject({ kind: "retry", delaySeconds: 2 });
    expect(await readUpload(suite.db, uploadId)).toMatchObject(postponed);
    expect(await failuresOf("disk")).toBe(1);
    expect(await registry.metrics()).toMatch(/market_uploads_postponed\{.*\} 1\n/);
    await deliver(uploadId, { ctx: { now: () => later(2) } });
    expect(await readUpload(suite.db, uploadId)).toMatchObject(generated);
    expect(await registry.metrics()).toMatch(/market_uploads_postponed\{.*\} 0\n/);
  });

  test("a disk without room for the file, of which nothing is fetched", async () => {
    const needed = requireDiskRoom(tinyDisk.path, 10 ** 9);
    await expect(needed).rejects.toBeInstanceOf(DiskFailedError);
    const cause = await needed.catch(({ cause }: Error) => String(cause));
    expect(cause).toMatch(/the job needs 1000000000 bytes below WORK_DIR, and \d+ are free/);
    await requireDiskRoom(tinyDisk.path, 1);
  });

  test("a database that is lost before the result is recorded", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const own = openDatabase({ url: suite.config.DATABASE_URL, poolMax: 2 });
    const losing = instantDatasets(async ({ job }) => {
      await own.close();
      return fakeReport(job.uploadId);
    });
    await expect(deliver(uploadId, { datasets: losing, ctx: { db: own.db } })).rejects.toThrow();
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached", attempts: 1 });
    expect(await failuresOf("database")).toBe(1);
    await deliver(uploadId, { ctx: { now: () => later(60) } });
    expect(await readUpload(suite.db, uploadId)).toMatchObject(generated);
  });

  test("a child process that the host kills", async () => {
    // Large enough that reading it takes longer than a signal.
    const content = `day,mm\n${"1,2.5\n".repeat(3_000_000)}`;
    const { uploadId } = await seedUpload(suite, { content, queue: false });
    const tempDir = mkdtempSync(join(tmpdir(), "children-"));
    const children = openDatasetChildren(suite.config, tempDir);
    const killed: DatasetRunner = {
      ...children,
      run(input, options) {
        const kill = () => {
          for (const pid of childPids()) process.kill(pid, "SIGKILL");
        };
        return children.run(input, { ...options, onProgress: kill });
      },
    };
    expect(await deliver(uploadId, { datasets: killed })).toMatchObject({ kind: "retry" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject(postponed);
    expect(await failuresOf("child")).toBe(1);
    const ctx = { now: () => later(2) };
    await deliver(uploadId, { datasets: children, ctx });
    expect(await readUpload(suite.db, uploadId)).toMatchObject(generated);
    await children.stop();
  });

  test("a fault of this program", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const faulty = instantDatasets(() => Promise.reject(new TypeError("x is not a function")));
    expect(await deliver(uploadId, { datasets: faulty })).toMatchObject({ kind: "retry" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject(postponed);
    expect(await failuresOf("unexpected")).toBe(1);
  });
});

test("a file beyond the time or memory of a job ends its last try, told with the limit", async () => {
  const content = `day,mm\n${"1,2.5\n".repeat(12_000_000)}`;
  const { uploadId } = await seedUpload(suite, { content, queue: false });
  const limits = { PROFILE_TIMEOUT_SECONDS: 1, PROFILE_MEMORY_BYTES_MAX: 1_234_567_890 };
  const tempDir = mkdtempSync(join(tmpdir(), "children-"));
  const children = openDatasetChildren({ ...suite.config, ...limits }, tempDir);
  expect(await deliver(uploadId, { datasets: children })).toMatchObject({ kind: "done" });
  expect(await readUpload(suite.db, uploadId)).toMatchObject({
    ...{ state: "no_sample", errorCode: "timeout" },
    errorDetail: expect.stringContaining("longer than the 1 seconds that a job may take"),
  });
  const { detail } = children.asFailure(new ChildFailure("out_of_memory", "", true)) ?? {};
  expect(detail).toContain("more than the 1,234,567,890 bytes of memory that a job may use");
  await children.stop();
});

test("a fresh round of a postponed upload starts without its failures and its pause", async () => {
  const { uploadId } = await seedUpload(suite, { queue: false });
  const faulty = instantDatasets(() => Promise.reject(new Error("ours")));
  await deliver(uploadId, { datasets: faulty });
  expect(await readUpload(suite.db, uploadId)).toMatchObject(postponed);
  await suite.db.transaction((tx) => reopenUpload(tx, uploadId));
  const fresh = { state: "attached", attempts: 0, serviceFailures: 0, retryAt: null };
  expect(await readUpload(suite.db, uploadId)).toMatchObject(fresh);
});

test("a postponed upload is begun by no delivery, and queued by no clock, before its time", async () => {
  // A message starts whatever is waiting, not only the upload it was sent for.
  await suite.db.update(uploads).set({ state: "superseded" }).where(eq(uploads.state, "attached"));
  const { uploadId } = await seedUpload(suite, { queue: false });
  const faulty = instantDatasets(() => Promise.reject(new Error("ours")));
  await deliver(uploadId, { datasets: faulty });
  expect(await deliver(uploadId)).toMatchObject({ kind: "retry" });
  expect(await readUpload(suite.db, uploadId)).toMatchObject(postponed);

  const retryAt = new Date(Date.now() + 3_600_000);
  await suite.db.update(uploads).set({ retryAt }).where(eq(uploads.id, uploadId));
  const clockAt = async (now: Date) => {
    await requeueStalledUploads({ ...suite.ctx, now: () => now }, suite.bus, { rowsMax: 100 });
    const rows = await suite.db.select().from(outbox);
    return rows.some(({ payload }) => JSON.stringify(payload).includes(uploadId));
  };
  expect(await clockAt(new Date(retryAt.getTime() - 1000))).toBe(false);
  expect(await clockAt(new Date(retryAt.getTime() + 60_000))).toBe(true);
});
