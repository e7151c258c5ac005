/**
 * Parquet copies: made with the profile or after a failure by a role of their own, once, whoever
 * dies, and without harming the profile.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pl from "nodejs-polars";
import { twinFile } from "../../dataset/child/pool.ts";
import { enqueueTwins, forgetTwins } from "../../db/queries/catalogue/twins.ts";
import { listNeededFiles } from "../../db/queries/listings/needed-files.ts";
import { twinJobs, twins } from "../../db/schema/index.ts";
import { findTwin, type Twin } from "../../market/catalogue/twin/find-twin.ts";
import { backfillTwins } from "../../market/catalogue/twin/take-twin-job.ts";
import { twinPath } from "../../market/profile/twin-path.ts";
import { openDatasetChildren } from "../../workers/jobs/dataset-children.ts";
import { instantDatasets } from "../support/fake-datasets.ts";
import { openFiles } from "../support/programs/descriptors.ts";
import { eventually } from "../support/stack.ts";
import { endedUpload, readUpload, runScript, seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(120_000);

const suite = await testSuite();
const tempDir = mkdtempSync(join(tmpdir(), "twins-test-"));
afterAll(() => rmSync(tempDir, { recursive: true, force: true }));

const children = () => openDatasetChildren(suite.config, tempDir, 0);

async function madeTwin(uploadId: string): Promise<Twin> {
  return await eventually(
    async () => {
      const twin = await findTwin(suite.db, { uploadId });
      return "missing" in twin ? null : twin;
    },
    { timeoutMs: 60_000 },
  );
}

async function bytesOf({ objectKey }: Pick<Twin, "objectKey">): Promise<Uint8Array> {
  return new Uint8Array(await new Response(await suite.storage.read(objectKey)).arrayBuffer());
}

/** Profiles the file and leaves its twins to their role, as after a failure. */
async function profileOnly(uploadId: string): Promise<void> {
  const profiling = await suite.work(["relay", "profile"], children());
  await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 60_000 });
  await profiling.stop();
  await forgetTwins(suite.db, [uploadId]);
  await enqueueTwins(suite.db, uploadId, new Date());
}

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a profiled file gets its twin, whose bytes are those that are told", async () => {
  const { uploadId } = await seedUpload(suite, { content: "day,mm\n2026-01-02,2.5\n,0\n" });
  const worker = await suite.work(["relay", "profile"], children());
  const twin = await madeTwin(uploadId);
  await worker.stop();
  expect(twin).toMatchObject({ objectKey: twinPath(uploadId, 0), rowCount: 2 });
  expect(twin.columns).toEqual([
    { name: "day", type: "date" },
    { name: "mm", type: "number" },
  ]);
  const bytes = await bytesOf(twin);
  expect([bytes.length, sha256Of(bytes)]).toEqual([twin.byteSize, twin.sha256]);
  const path = join(tempDir, "read.parquet");
  writeFileSync(path, bytes);
  expect(pl.readParquet(path).getColumn("mm").toArray()).toEqual([2.5, 0]);
  expect((await readUpload(suite.db, uploadId)).state).toBe("generated");
  const needed: string[] = [];
  for await (const file of listNeededFiles(suite.db)) needed.push(file.path);
  expect(needed).toContain(twin.objectKey);
});

test("the profile of a small file does not wait for its copy, which no other worker makes meanwhile", async () => {
  const { uploadId } = await seedUpload(suite);
  const real = children();
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let made = 0;
  const slow = {
    ...real,
    makeTwins: async (...given: Parameters<typeof real.makeTwins>) => {
      made += 1;
      begun.resolve();
      await goOn.promise;
      return await real.makeTwins(...given);
    },
  };
  const worker = await suite.work(["relay", "profile", "twin"], slow);
  await begun.promise;
  expect((await endedUpload(suite.db, uploadId))?.state).toBe("generated");
  const [job] = await suite.db.select().from(twinJobs).where(eq(twinJobs.uploadId, uploadId));
  expect(job?.dueAt?.getTime()).toBeGreaterThan(Date.now());
  goOn.resolve();
  const twin = await madeTwin(uploadId);
  await worker.stop();
  expect([made, sha256Of(await bytesOf(twin))]).toEqual([1, twin.sha256]);
});

test("the profile of a large file comes with its copy", async () => {
  const rows = Array.from({ length: 300_000 }, (_, n) => `${n},${n / 7},word ${n}`);
  const { uploadId } = await seedUpload(suite, { content: `n,share,word\n${rows.join("\n")}\n` });
  const worker = await suite.work(["relay", "profile"], children());
  await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 60_000 });
  expect(await findTwin(suite.db, { uploadId })).toMatchObject({ rowCount: 300_000 });
  await worker.stop();
});

test("a profile is stored and stays where no twin can be made", async () => {
  const { uploadId } = await seedUpload(suite);
  const worker = await suite.work(["relay", "profile", "twin"], instantDatasets());
  const why = await eventually(async () => {
    const twin = await findTwin(suite.db, { uploadId });
    return "missing" in twin && twin.missing === "table_unread" ? twin : null;
  });
  await worker.stop();
  expect(why.detail).toBe("It is made up.");
  expect((await endedUpload(suite.db, uploadId))?.state).toBe("generated");
});

test("a file that makes every try fail has no twin in the end, and its profile", async () => {
  const { uploadId } = await seedUpload(suite);
  let tries = 0;
  const failing = {
    ...instantDatasets(),
    makeTwins: async () => {
      tries += 1;
      throw new Error("out of memory");
    },
    asFailure: () => ({ code: "out_of_memory", detail: "" }),
  };
  const worker = await suite.work(["relay", "profile", "twin"], failing);
  await eventually(async () => {
    const twin = await findTwin(suite.db, { uploadId });
    return "missing" in twin && twin.missing === "twin_failed";
  });
  await worker.stop();
  // The first one is of the profile's job.
  expect(tries).toBe(suite.config.PROFILE_TRIES_MAX);
});

test("files that were profiled before there were twins get theirs in turn, once", async () => {
  const { uploadId } = await seedUpload(suite);
  const profiling = await suite.work(["relay", "profile"], children());
  await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 60_000 });
  await profiling.stop();
  await forgetTwins(suite.db, [uploadId]);
  expect(await backfillTwins(suite.ctx)).toBe(1);
  expect(await backfillTwins(suite.ctx)).toBe(0);
  const worker = await suite.work(["twin"], children());
  const twin = await madeTwin(uploadId);
  await worker.stop();
  expect(await backfillTwins(suite.ctx)).toBe(0);
  expect(sha256Of(await bytesOf(twin))).toBe(twin.sha256);
});

test("workers that are killed leave no half twin, and another one makes it", async () => {
  const rows = Array.from({ length: 150_000 }, (_, n) => `${n},2026-01-02,${n / 7},word ${n}`);
  const content = `n,day,share,word\n${rows.join("\n")}\n`;
  const { uploadId } = await seedUpload(suite, { content });
  await profileOnly(uploadId);
  for (let kills = 0; kills < 2; kills += 1) {
    const killed = runScript(suite, "workers/main.ts", ["twin"]);
    const readJob = async () => {
      const found = await suite.db.select().from(twinJobs).where(eq(twinJobs.uploadId, uploadId));
      return (found[0]?.positions ?? 0) > 0 || found[0]?.dueAt === null ? found : null;
    };
    const [job] = await eventually(readJob, { timeoutMs: 60_000 });
    killed.kill("SIGKILL");
    await killed.exited;
    expect(job?.uploadId).toBe(uploadId);
    // A dead worker's lease ends with time; the test does not wait for that.
    const over = { dueAt: new Date(0), positions: 0 };
    await suite.db.update(twinJobs).set(over).where(eq(twinJobs.uploadId, uploadId));
  }
  const worker = await suite.work(["twin"], children());
  const twin = await madeTwin(uploadId);
  await worker.stop();
  expect(twin.rowCount).toBe(150_000);
  expect(sha256Of(await bytesOf(twin))).toBe(twin.sha256);
  expect(await suite.db.$count(twins, eq(twins.uploadId, uploadId))).toBe(1);
});

test("a worker that lost its file while it worked leaves nothing in the store", async () => {
  const { uploadId } = await seedUpload(suite);
  await profileOnly(uploadId);
  const real = children();
  let made = 0;
  const purging = {
    ...real,
    makeTwins: async (...given: Parameters<typeof real.makeTwins>) => {
      const outcomes = await real.makeTwins(...given);
      await forgetTwins(suite.db, [uploadId]);
      made += 1;
      return outcomes;
    },
  };
  const worker = await suite.work(["twin"], purging);
  await eventually(() => made > 0, { timeoutMs: 60_000 });
  await worker.stop();
  expect(await suite.storage.head(twinPath(uploadId, 0))).toBeNull();
  await enqueueTwins(suite.db, uploadId, new Date());
});

test("a store that fails before it reads a twin leaves no file open", async () => {
  const rows = Array.from({ length: 100_000 }, () => `${Math.random()},${Math.random()}`);
  const content = `here,there\n${rows.join("\n")}\n`;
  const { uploadId } = await seedUpload(suite, { content });
  await profileOnly(uploadId);
  const { storage: config } = suite.config;
  if (config.kind !== "disk") throw new Error("the suite has another store");
  const temporary = join(config.rootDir, "tmp");
  rmSync(temporary, { recursive: true, force: true });
  writeFileSync(temporary, "no folder");
  const real = children();
  let made = 0;
  const noting = {
    ...real,
    makeTwins: async (...given: Parameters<typeof real.makeTwins>) => {
      const outcomes = await real.makeTwins(...given);
      made += 1;
      return outcomes;
    },
  };
  const worker = await suite.work(["twin"], noting);
  await eventually(() => made > 0, { timeoutMs: 60_000 });
  await worker.stop();
  rmSync(temporary);
  const left = () => openFiles(process.pid, "").filter((path) => path.includes(twinFile(0)));
  await eventually(() => left().length === 0);
});
