/** Files too large for a worker's disk are profiled directly from the store. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { profiles } from "../../db/schema/index.ts";
import type { Profile } from "../../market/profile/schemas.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { openDatasetChildren } from "../../workers/jobs/dataset-children.ts";
import type { DatasetRunner } from "../../workers/jobs/dataset-runner.ts";
import { FileRefusedError, StoreFailedError } from "../../workers/jobs/fetch-file.ts";
import { createProfileJob } from "../../workers/jobs/profile-upload.ts";
import { StoredBytes } from "../../workers/jobs/stored-bytes.ts";
import { makeProcessFolder } from "../../workers/jobs/work-folders.ts";
import { silentLog } from "../support/log-lines.ts";
import { readUpload, seedUpload, testMetrics, testSuite } from "../support/workers.ts";

setDefaultTimeout(120_000);

const suite = await testSuite({ PROFILE_TRIES_MAX: "2" });
const tempDir = mkdtempSync(join(tmpdir(), "stored-files-"));
const children = openDatasetChildren(suite.config, tempDir, 1);
afterAll(() => children.stop());

const never = new AbortController().signal;
const quick = { signal: never, pausesMs: [1, 1] };
const sha256Of = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Runs an upload's job; a file above `fileBytesMax` stays in the store. */
async function deliver(uploadId: string, fileBytesMax: number, storage: Storage = suite.storage) {
  const onDisk: boolean[] = [];
  const datasets: DatasetRunner = {
    ...children,
    run(input, options) {
      onDisk.push(existsSync(input.filePath));
      return children.run(input, options);
    },
  };
  const config = { ...suite.config, WORK_FILE_BYTES_MAX: fileBytesMax };
  const job = createProfileJob({
    ctx: { ...suite.ctx, config, storage },
    changes: { watch: () => () => {}, stopping: never, stop: async () => {} },
    processFolder: await makeProcessFolder(suite.config.WORK_DIR),
    datasets,
    metrics: testMetrics(),
  });
  const run = { jobId: null, deliveries: 1, signal: never, log: silentLog };
  return { outcome: await job({ upload_id: uploadId }, run), onDisk };
}

async function profileOf(uploadId: string) {
  const [row] = await suite.db.select().from(profiles).where(eq(profiles.uploadId, uploadId));
  const { computed_at: _, dataset_version: __, ...profile } = (row?.profile ?? {}) as Profile;
  return profile;
}

const rows = Array.from({ length: 10_000 }, (_, row) => `${row},${row % 31},name ${row % 13}`);
const content = ["id,day,name", ...rows].join("\n");

describe("a file above WORK_FILE_BYTES_MAX", () => {
  test("has the profile, size and hash that it has by disk, and never lies there", async () => {
    const byDisk = await seedUpload(suite, { content, queue: false });
    const byRanges = await seedUpload(suite, { content, queue: false });
    expect(await deliver(byDisk.uploadId, content.length)).toMatchObject({ onDisk: [true] });
    expect(await deliver(byRanges.uploadId, 1000)).toMatchObject({
      outcome: { kind: "done", detail: "recorded generated" },
      onDisk: [false],
    });
    const expected = { sha256: sha256Of(content), byteSize: content.length, state: "generated" };
    expect(await readUpload(suite.db, byRanges.uploadId)).toMatchObject(expected);
    const profile = await profileOf(byRanges.uploadId);
    expect(profile).toMatchObject({ file_sha256: expected.sha256, row_count: 10_000 });
    expect(profile).toEqual(await profileOf(byDisk.uploadId));
  });

  test("that gives no sample keeps size and hash of all of its bytes", async () => {
    const bytes = randomBytes(3_000_000).toString("latin1");
    const { uploadId } = await seedUpload(suite, { content: bytes, queue: false });
    await deliver(uploadId, 1000);
    const stored = new TextEncoder().encode(bytes);
    expect(await readUpload(suite.db, uploadId)).toMatchObject({
      ...{ state: "no_sample", sha256: sha256Of(stored), byteSize: stored.length },
    });
  });

  test("that is replaced while it is read ends its job as file_changed", async () => {
    const { uploadId } = await seedUpload(suite, { content, queue: false });
    const { storagePath } = await readUpload(suite.db, uploadId);
    let reads = 0;
    const replacing: Storage = {
      ...suite.storage,
      async read(key, range, etag) {
        const other = new TextEncoder().encode(content.replace("name 1", "name X"));
        if (reads++ === 1) await suite.storage.write(storagePath, other, "text/csv");
        return await suite.storage.read(key, range, etag);
      },
    };
    await deliver(uploadId, 1000, smallAnswers(replacing));
    const ended = { state: "no_sample", errorCode: "file_changed" };
    expect(await readUpload(suite.db, uploadId)).toMatchObject(ended);
  });

  test("that a store breaks off again and again is asked for the rest, and is whole", async () => {
    const { uploadId } = await seedUpload(suite, { content, queue: false });
    await deliver(uploadId, 1000, smallAnswers(suite.storage));
    const expected = { sha256: sha256Of(content), state: "generated", attempts: 1 };
    expect(await readUpload(suite.db, uploadId)).toMatchObject(expected);
    expect(await profileOf(uploadId)).toMatchObject({ row_count: 10_000 });
  });
});

const answerBytes = 60_000;

/** A store that breaks off each answer after some bytes. */
function smallAnswers(storage: Storage): Storage {
  return {
    ...storage,
    async read(key, range, etag) {
      const { start = 0, endInclusive = 0 } = range ?? {};
      const last = Math.min(endInclusive, start + answerBytes - 1);
      return await storage.read(key, { start, endInclusive: last }, etag);
    },
  };
}

describe("the bytes of a stored object", () => {
  const bytes = randomBytes(5_000_000);

  async function opened(
    storage: Partial<Storage> = {},
    options: { signal: AbortSignal; pausesMs?: readonly number[] } = { signal: never },
  ) {
    const key = `uploads/stored-bytes/${crypto.randomUUID()}`;
    await suite.storage.write(key, bytes, "text/csv");
    const { etag = "" } = (await suite.storage.head(key)) ?? {};
    const object = { key, etag, byteSize: bytes.length };
    return { key, stored: new StoredBytes({ ...suite.storage, ...storage }, object, options) };
  }

  async function read(stored: StoredBytes, start: number, length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of stored.read(start, length)) parts.push(part);
    return Buffer.concat(parts);
  }

  test("are those at the place, in any order, and their hash is that of the whole", async () => {
    const { stored } = await opened(smallAnswers(suite.storage), quick);
    for (let reads = 0; reads < 40; reads += 1) {
      const start = Math.floor(Math.random() * bytes.length);
      const length = Math.ceil(Math.random() * Math.min(900_000, bytes.length - start));
      const found = await read(stored, start, length);
      expect({ start, length, same: found.equals(bytes.subarray(start, start + length)) }).toEqual({
        ...{ start, length, same: true },
      });
    }
    expect(await stored.sha256()).toBe(sha256Of(bytes));
    await stored.close();
  });

  test("are read once when they are asked for in their order", async () => {
    let asked = 0;
    const { stored } = await opened({
      async read(key, range, etag) {
        asked += range === undefined ? bytes.length : range.endInclusive - range.start + 1;
        return await suite.storage.read(key, range, etag);
      },
    });
    for (let at = 0; at < bytes.length; at += 500_000) await read(stored, at, 500_000);
    expect(await stored.sha256()).toBe(sha256Of(bytes));
    expect(asked).toBe(bytes.length);
  });

  test("of an object that is gone or another one are refused", async () => {
    const { key, stored } = await opened();
    await read(stored, 0, 10);
    await suite.storage.write(key, randomBytes(10), "text/csv");
    const changed = await read(stored, 4_000_000, 10).catch((error: unknown) => error);
    expect(changed).toBeInstanceOf(FileRefusedError);
    expect(changed).toMatchObject({ code: "file_changed" });
    await suite.storage.delete(key);
    const gone = await read(stored, 4_000_000, 10).catch((error: unknown) => error);
    expect(gone).toMatchObject({ code: "file_missing" });
  });

  test("of a store that stays away fail as the store's fault, or with who calls them off", async () => {
    const away = () => Promise.reject(new Error("connection refused"));
    const calledOff = new AbortController();
    const { stored } = await opened({ read: away }, { signal: calledOff.signal });
    const reading = read(stored, 0, 10).catch((error: unknown) => error);
    const reason = new Error("the worker stops");
    calledOff.abort(reason);
    expect(await reading).toBe(reason);
    const { stored: other } = await opened({ read: away }, quick);
    expect(await read(other, 0, 10).catch((error: unknown) => error)).toBeInstanceOf(
      StoreFailedError,
    );
  });
});
