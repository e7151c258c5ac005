/** The job that profiles an upload, from the outbox to the listing. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { cp, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { contactSheetFile } from "../../dataset/child/pool.ts";
import { releaseProfileJob } from "../../db/queries/listings/profile-jobs.ts";
import { reopenUpload } from "../../db/queries/listings/uploads.ts";
import { listings, uploads } from "../../db/schema/index.ts";
import type { ImagesProfile } from "../../market/profile/image-schemas.ts";
import { contactSheetPath } from "../../market/profile/rules.ts";
import type { Storage } from "../../platform/storage/port.ts";
import type { DatasetRunner } from "../../workers/jobs/dataset-runner.ts";
import { createProfileJob } from "../../workers/jobs/profile-upload.ts";
import { makeProcessFolder } from "../../workers/jobs/work-folders.ts";
import { FakeChildFailure, fakeReport, instantDatasets } from "../support/fake-datasets.ts";
import { silentLog } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";
import {
  attachUpload,
  countAudits,
  countProfiles,
  endedUpload,
  openSuite,
  readListing,
  readUpload,
  seedUpload,
  testMetrics,
  testSuite,
} from "../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite({ PROFILE_TRIES_MAX: "2" });

const samplePath = (uploadId: string) => `samples/${uploadId}.json`;

const exampleImages: ImagesProfile = {
  count: 2,
  formats: [{ name: "png", count: 2 }],
  colour_spaces: [{ name: "srgb", count: 2 }],
  width: { min: 8, max: 8, mean: 8 },
  height: { min: 8, max: 8, mean: 8 },
  bytes: { min: 70, max: 80, mean: 75 },
  animated: 0,
  duplicates: 0,
  unreadable: [],
};

/** As `rsync --archive` restores it: the same bytes and time, in a different file. */
async function restoreObject(key: string): Promise<void> {
  const file = join(String(suite.env.STORAGE_DIR), "objects", `${key}@object`);
  // The old file is kept, so that its inode is not reused.
  const before = `${file}.${v7()}`;
  await rename(file, before);
  await cp(before, file, { preserveTimestamps: true });
}

/** Runs one delivery of the job in this process, without the bus. */
async function deliver(
  uploadId: string,
  options: { datasets?: DatasetRunner; storage?: Storage; deliveries?: number; now?: Date } = {},
) {
  const processFolder = await makeProcessFolder(suite.config.WORK_DIR);
  const { now } = options;
  const clock = now === undefined ? {} : { now: () => now };
  const job = createProfileJob({
    ctx: { ...suite.ctx, ...clock, storage: options.storage ?? suite.storage },
    changes: {
      watch: () => () => {},
      stopping: new AbortController().signal,
      stop: async () => {},
    },
    processFolder,
    datasets: options.datasets ?? instantDatasets(),
    metrics: testMetrics(),
  });
  const outcome = await job(
    { upload_id: uploadId },
    {
      jobId: null,
      deliveries: options.deliveries ?? 1,
      signal: new AbortController().signal,
      log: silentLog,
    },
  );
  expect(readdirSync(processFolder.path)).toEqual([]);
  await processFolder.remove();
  return outcome;
}

const failing = instantDatasets(async () => {
  throw new FakeChildFailure("killed");
});

const inTwoSeconds = () => new Date(Date.now() + 2000);

describe("profile job", () => {
  test("an upload goes from the outbox to generated: sample, profile, listing and audit", async () => {
    const worker = await suite.work(["relay", "profile"]);
    const content = "Day,mm\n1,2.5\n2,0\n";
    const seeded = await seedUpload(suite, { content });
    const upload = await eventually(() => endedUpload(suite.db, seeded.uploadId));
    await worker.stop();

    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(upload).toMatchObject({ state: "generated", attempts: 1, sha256, format: "csv" });
    expect(upload.byteSize).toBe(content.length);
    expect(upload.samplePath).toBe(samplePath(seeded.uploadId));
    const sample = await new Response(await suite.storage.read(upload.samplePath ?? "")).json();
    expect(sample.rows).toEqual([
      [1, 2.5],
      [2, 0],
    ]);
    expect(await readListing(suite.db, seeded.listingId)).toMatchObject({
      format: "csv",
      sha256,
      byteSize: content.length,
      rowCount: 2,
      columnCount: 2,
      qualityScore: 0.9,
      columnNames: ["day", "mm"],
    });
    expect(await countProfiles(suite.db, seeded.uploadId)).toBe(1);
    expect(await countAudits(suite.db, seeded.uploadId, "profile.recorded")).toBe(1);
  });

  test("a job that is delivered again after its end changes nothing", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    await deliver(uploadId);
    const before = await readUpload(suite.db, uploadId);
    expect(await deliver(uploadId)).toMatchObject({ kind: "done" });
    expect(await readUpload(suite.db, uploadId)).toEqual(before);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
  });

  test("two results of the same upload at once: one is recorded, and its sample stays", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const both = instantDatasets(async (input) => {
      // The second worker assumes the first one dead and starts while it still runs.
      if (input.job.attempt === 1) {
        await releaseProfileJob(suite.db, uploadId, { refund: false });
        await deliver(uploadId);
      }
      return fakeReport(uploadId);
    });
    expect(await deliver(uploadId, { datasets: both })).toMatchObject({ kind: "done" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "generated", attempts: 2 });
    expect(await countProfiles(suite.db, uploadId)).toBe(1);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
    expect(await suite.storage.head(samplePath(uploadId))).not.toBeNull();
  });

  test("while one worker runs the job, a second delivery waits", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const nested = instantDatasets(async () => {
      expect(await deliver(uploadId)).toMatchObject({ kind: "retry" });
      return fakeReport(uploadId);
    });
    await deliver(uploadId, { datasets: nested });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "generated", attempts: 1 });
  });

  test("the late result of a superseded upload is dropped, and its sample is deleted", async () => {
    const { uploadId, listingId } = await seedUpload(suite, { queue: false });
    let newerId = "";
    const superseding = instantDatasets(async () => {
      newerId = await attachUpload(suite, listingId, { queue: false });
      return fakeReport(uploadId);
    });
    expect(await deliver(uploadId, { datasets: superseding })).toMatchObject({ kind: "done" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "superseded" });
    expect(await suite.storage.head(samplePath(uploadId))).toBeNull();
    expect(await countProfiles(suite.db, uploadId)).toBe(0);
    expect(await readListing(suite.db, listingId)).toMatchObject({
      currentUploadId: newerId,
      sha256: null,
    });
  });

  describe("of an archive of pictures", () => {
    const sheetPath = (uploadId: string) => contactSheetPath(samplePath(uploadId));
    const picturesDatasets = (shown: string | null, onRun = async () => {}) =>
      instantDatasets(async ({ workDir, job }) => {
        await onRun();
        const report = fakeReport(job.uploadId);
        if (report.outcome === "generated") report.profile.images = exampleImages;
        if (shown === null) return report;
        await writeFile(join(workDir, contactSheetFile), shown);
        return { ...report, contactSheet: true };
      });

    test("the contact sheet is stored next to the sample", async () => {
      const { uploadId } = await seedUpload(suite, { queue: false });
      await deliver(uploadId, { datasets: picturesDatasets("pictures") });
      const stored = await suite.storage.read(sheetPath(uploadId));
      expect(await new Response(stored).text()).toBe("pictures");
    });

    test("a sheet of an earlier attempt goes when the new one has none", async () => {
      const { uploadId } = await seedUpload(suite, { queue: false });
      await suite.storage.write(sheetPath(uploadId), new Uint8Array(9), "image/webp");
      await deliver(uploadId, { datasets: picturesDatasets(null) });
      expect(await suite.storage.head(sheetPath(uploadId))).toBeNull();
      expect(await suite.storage.head(samplePath(uploadId))).not.toBeNull();
    });

    test("the sheet of a superseded upload is deleted", async () => {
      const { uploadId, listingId } = await seedUpload(suite, { queue: false });
      const supersede = async () => {
        await attachUpload(suite, listingId, { queue: false });
      };
      await deliver(uploadId, { datasets: picturesDatasets("late", supersede) });
      expect(await suite.storage.head(sheetPath(uploadId))).toBeNull();
    });
  });

  test("a new upload ends the running job of the older one at once", async () => {
    const aborted = Promise.withResolvers<unknown>();
    const started = Promise.withResolvers<void>();
    const hanging = instantDatasets(async (input, { signal }) => {
      if (input.job.uploadId !== first.uploadId) return fakeReport(input.job.uploadId);
      started.resolve();
      return await new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve(signal.reason);
          reject(signal.reason);
        });
      });
    });
    const first = await seedUpload(suite);
    const worker = await suite.work(["relay", "profile"], hanging);
    await started.promise;
    const newerId = await attachUpload(suite, first.listingId);
    expect(String(await aborted.promise)).toContain("not_awaited");
    const newer = await eventually(() => endedUpload(suite.db, newerId));
    expect(newer.state).toBe("generated");
    expect(await countProfiles(suite.db, first.uploadId)).toBe(0);
    await worker.stop();
  });

  test("a child that fails is tried again, and the last try ends the job with its reason and the file's hash", async () => {
    const { uploadId, listingId } = await seedUpload(suite, { queue: false });
    expect(await deliver(uploadId, { datasets: failing })).toMatchObject({ kind: "retry" });
    const failedOnce = { state: "attached", attempts: 1 } as const;
    expect(await readUpload(suite.db, uploadId)).toMatchObject(failedOnce);
    // Another message may not start it early.
    await deliver(uploadId);
    expect(await readUpload(suite.db, uploadId)).toMatchObject(failedOnce);
    const again = { datasets: failing, now: inTwoSeconds() };
    expect(await deliver(uploadId, again)).toMatchObject({ kind: "done" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({
      state: "no_sample",
      attempts: 2,
      errorCode: "out_of_memory",
    });
    const sha256 = createHash("sha256").update("day,mm\n1,2.5\n2,0\n").digest("hex");
    expect(await readListing(suite.db, listingId)).toMatchObject({ sha256, rowCount: null });
  });

  test("a child that fails once and then succeeds gives a sample", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    await deliver(uploadId, { datasets: failing });
    await deliver(uploadId, { now: inTwoSeconds() });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "generated", attempts: 2 });
  });

  test("a store that does not answer costs no try", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const away: Storage = {
      ...suite.storage,
      head: () => Promise.reject(new Error("connection refused")),
    };
    let now = new Date();
    for (const delaySeconds of [2, 4, 8]) {
      const outcome = await deliver(uploadId, { storage: away, now });
      expect(outcome).toMatchObject({ kind: "retry", delaySeconds });
      now = new Date(now.getTime() + delaySeconds * 1000);
    }
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached", attempts: 0 });
    await deliver(uploadId, { now });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "generated", attempts: 1 });
  });

  test("a transfer that ends early is not taken for the file", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const cutting: Storage = {
      ...suite.storage,
      read: (key) => suite.storage.read(key, { start: 0, endInclusive: 5 }),
    };
    expect(await deliver(uploadId, { storage: cutting })).toMatchObject({ kind: "retry" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached" });
  });

  test("a file that is gone ends the job as file_missing", async () => {
    const { uploadId } = await seedUpload(suite, { content: null, queue: false });
    expect(await deliver(uploadId)).toMatchObject({ kind: "done" });
    const ended = { state: "no_sample", errorCode: "file_missing" };
    expect(await readUpload(suite.db, uploadId)).toMatchObject(ended);
  });

  test("a file that was replaced after it was attached ends the job as file_changed", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const { storagePath } = await readUpload(suite.db, uploadId);
    const other = new TextEncoder().encode("day,mm\n1,9.9\n2,9\n");
    await suite.storage.write(storagePath, other, "text/csv");
    expect(await deliver(uploadId)).toMatchObject({ kind: "done" });
    const ended = { state: "no_sample", errorCode: "file_changed" };
    expect(await readUpload(suite.db, uploadId)).toMatchObject(ended);
  });

  test("a file that a restored store holds under another ETag is profiled, now and again", async () => {
    const { uploadId } = await seedUpload(suite, { queue: false });
    const attachedAt = new Date(Date.now() + 1000);
    await suite.db.update(uploads).set({ attachedAt }).where(eq(uploads.id, uploadId));
    const { storagePath, objectEtag } = await readUpload(suite.db, uploadId);
    for (const turn of ["never hashed", "hashed"]) {
      await restoreObject(storagePath);
      expect((await suite.storage.head(storagePath))?.etag).not.toBe(String(objectEtag));
      await deliver(uploadId);
      const { state } = await readUpload(suite.db, uploadId);
      expect([turn, state]).toEqual([turn, "generated"]);
      await suite.db.transaction((tx) => reopenUpload(tx, uploadId));
    }
    const other = new TextEncoder().encode("day,mm\n1,9.9\n2,9\n");
    await suite.storage.write(storagePath, other, "text/csv");
    await deliver(uploadId);
    const ended = { state: "no_sample", errorCode: "file_changed" };
    expect(await readUpload(suite.db, uploadId)).toMatchObject(ended);
  });

  test("a free file that gets a price while its job runs is not given its free sample", async () => {
    const { uploadId, listingId } = await seedUpload(suite, { queue: false });
    const priced = instantDatasets(async ({ job }) => {
      const change = { priceCents: 500 };
      await suite.db.update(listings).set(change).where(eq(listings.id, listingId));
      return fakeReport(job.uploadId);
    });
    expect(await deliver(uploadId, { datasets: priced })).toMatchObject({ kind: "retry" });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached", attempts: 0 });
    await deliver(uploadId);
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "generated", attempts: 1 });
  });

  test("what the child refuses ends the job with its code and keeps the file's hash", async () => {
    const { uploadId, listingId } = await seedUpload(suite, { content: "x", queue: false });
    const refusing = instantDatasets(async () => ({
      outcome: "no_sample",
      error: { code: "unknown_format", detail: "The format is not known." },
      format: null,
      profile: null,
    }));
    await deliver(uploadId, { datasets: refusing });
    const sha256 = createHash("sha256").update("x").digest("hex");
    const ended = { state: "no_sample", errorCode: "unknown_format", sha256, byteSize: 1 };
    expect(await readUpload(suite.db, uploadId)).toMatchObject(ended);
    expect(await readListing(suite.db, listingId)).toMatchObject({ sha256, byteSize: 1 });
  });

  test("the job of an unknown upload is dropped", async () => {
    expect(await deliver(v7())).toMatchObject({ kind: "done" });
  });

  test("stopping a worker gives the job back without costing a try", async () => {
    const started = Promise.withResolvers<void>();
    const hanging = instantDatasets(async (_input, { signal }) => {
      started.resolve();
      return await new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    });
    const own = await openSuite({ WORKER_DRAIN_SECONDS: "1" });
    const { uploadId } = await seedUpload(own);
    const worker = await own.work(["relay", "profile"], hanging);
    await started.promise;
    await worker.stop();
    expect(await readUpload(own.db, uploadId)).toMatchObject({ state: "attached", attempts: 0 });
    await own.work(["profile"]);
    const ended = await eventually(() => endedUpload(own.db, uploadId));
    expect(ended).toMatchObject({ state: "generated", attempts: 1 });
    await own.close();
  });
});

test("two profile workers share the jobs of one queue, and each job is done once", async () => {
  const own = await openSuite();
  const doneBy: Record<string, string[]> = { a: [], b: [] };
  const worker = (name: "a" | "b") =>
    instantDatasets(async (input) => {
      doneBy[name]?.push(input.job.uploadId);
      // Each worker holds its job until both have had one.
      await eventually(() => Object.values(doneBy).every((done) => done.length > 0));
      return fakeReport(input.job.uploadId);
    });
  await Promise.all([
    own.work(["relay", "profile"], worker("a")),
    own.work(["profile"], worker("b")),
  ]);
  const uploads = await Promise.all(Array.from({ length: 12 }, () => seedUpload(own)));
  for (const { uploadId } of uploads) {
    const ended = await eventually(() => endedUpload(own.db, uploadId));
    expect(ended).toMatchObject({ state: "generated", attempts: 1 });
  }
  const all = Object.values(doneBy).flat();
  expect(all.sort()).toEqual(uploads.map((upload) => upload.uploadId).sort());
  await own.close();
});
