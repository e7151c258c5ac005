/**
 * A new version's job stores hashes of its rows, and reports what changed since earlier versions.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { profileDataset } from "../../dataset/profile-dataset.ts";
import { listings, profiles, uploads, versionChanges } from "../../db/schema/index.ts";
import { rowSketchPath } from "../../market/profile/drift/row-sketch.ts";
import type { VersionChanges } from "../../market/profile/drift/schemas.ts";
import { changesSchema } from "../../market/profile/drift/schemas.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { createProfileJob } from "../../workers/jobs/profile-upload.ts";
import { makeProcessFolder } from "../../workers/jobs/work-folders.ts";
import { makeInput, VEGA } from "../dataset/support/dataset-files.ts";
import { instantDatasets } from "../support/fake-datasets.ts";
import { silentLog } from "../support/log-lines.ts";
import {
  attachUpload,
  readUpload,
  seedUpload,
  testMetrics,
  testSuite,
} from "../support/workers.ts";

setDefaultTimeout(30_000);
const suite = await testSuite();

const weather = readFileSync(join(VEGA, "seattle-weather.csv"), "utf8");
const lines = weather.trimEnd().split("\n");
const shorter = `${lines.slice(0, 1001).join("\n")}\n`;

/** The real engine, in this process. */
const engine = (paid = false) =>
  instantDatasets(async ({ filePath, workDir }) =>
    profileDataset(makeInput(filePath, workDir, { paid }), () => {}),
  );

async function deliver(uploadId: string, storage: Storage = suite.storage, paid = false) {
  const processFolder = await makeProcessFolder(suite.config.WORK_DIR);
  const job = createProfileJob({
    ctx: { ...suite.ctx, storage },
    changes: {
      watch: () => () => {},
      stopping: new AbortController().signal,
      stop: async () => {},
    },
    processFolder,
    datasets: engine(paid),
    metrics: testMetrics(),
  });
  const signal = new AbortController().signal;
  const run = { jobId: null, deliveries: 1, signal, log: silentLog };
  const outcome = await job({ upload_id: uploadId }, run);
  await processFolder.remove();
  return outcome;
}

async function publish(listingId: string, uploadId: string, version: number): Promise<void> {
  const publishedAt = new Date();
  await suite.db.update(uploads).set({ version, publishedAt }).where(eq(uploads.id, uploadId));
  await suite.db
    .update(listings)
    .set({
      status: "active",
      publishedAt,
      version,
      currentUploadId: uploadId,
      nextUploadId: null,
      nextVersionOpenedAt: null,
    })
    .where(eq(listings.id, listingId));
}

/** A listing on sale with its first version. */
async function firstVersion(content = shorter) {
  const { listingId, uploadId } = await seedUpload(suite, { content, queue: false });
  await deliver(uploadId);
  await publish(listingId, uploadId, 1);
  return { listingId, uploadId };
}

/** The next version's file, waiting for its job. */
async function nextVersion(listingId: string, content: string): Promise<string> {
  const [row] = await suite.db.select().from(listings).where(eq(listings.id, listingId));
  const uploadId = await attachUpload(suite, listingId, { content, queue: false });
  await suite.db
    .update(listings)
    .set({
      currentUploadId: row?.currentUploadId ?? null,
      nextUploadId: uploadId,
      nextVersionOpenedAt: new Date(),
    })
    .where(eq(listings.id, listingId));
  return uploadId;
}

async function changesOf(uploadId: string): Promise<Map<string, VersionChanges>> {
  const rows = await suite.db
    .select()
    .from(versionChanges)
    .where(eq(versionChanges.uploadId, uploadId));
  return new Map(rows.map((row) => [row.fromUploadId, changesSchema.parse(row.changes)]));
}

const sketchOf = (uploadId: string) => rowSketchPath(`samples/${uploadId}.json`);

describe("the job of a new version", () => {
  test("tells its rows apart from those of each version before, and keeps their hashes", async () => {
    const { listingId, uploadId: first } = await firstVersion();
    expect(await suite.storage.head(sketchOf(first))).not.toBeNull();
    expect((await changesOf(first)).size).toBe(0);
    const second = await nextVersion(listingId, weather);
    await deliver(second);
    const changes = (await changesOf(second)).get(first);
    expect(changes?.rows).toMatchObject({ method: "exact", added: 461, removed: 0, edited: 0 });
    expect(changes?.sentences[0]).toBe("461 rows added, 0 removed.");
    await publish(listingId, second, 2);
    const [header = "", ...rows] = lines;
    const third = await nextVersion(listingId, [header, ...rows.toReversed()].join("\n"));
    await deliver(third);
    const found = await changesOf(third);
    expect(found.get(second)?.rows).toMatchObject({ added: 0, removed: 0, unchanged: 1461 });
    expect(found.get(first)?.rows).toMatchObject({ added: 461, removed: 0 });
  });

  test("a job that ends half-way leaves nothing, and the next one tells it once", async () => {
    const { listingId, uploadId: first } = await firstVersion();
    const second = await nextVersion(listingId, weather);
    let reads = 0;
    const failing: Storage = Object.create(suite.storage);
    failing.read = async (key, range) => {
      if (key !== sketchOf(first)) return suite.storage.read(key, range);
      reads += 1;
      throw new Error("the store went away");
    };
    expect(await deliver(second, failing)).toMatchObject({ kind: "retry" });
    expect(reads).toBe(1);
    expect((await changesOf(second)).size).toBe(0);
    await suite.db.update(uploads).set({ retryAt: null }).where(eq(uploads.id, second));
    expect(await deliver(second)).toMatchObject({ kind: "done" });
    expect((await changesOf(second)).get(first)?.rows).toMatchObject({ added: 461 });
  });

  test("an earlier version of before hashes were kept is compared by its profile", async () => {
    const { listingId, uploadId: first } = await firstVersion();
    await suite.storage.delete(sketchOf(first));
    const second = await nextVersion(listingId, weather);
    await deliver(second);
    const changes = (await changesOf(second)).get(first);
    expect(changes?.rows).toMatchObject({ method: "not_comparable", reason: "not_kept" });
    expect(changes?.drift.map(({ name }) => name)).toContain("date");
  });

  test("a stored profile that cannot be compared loses only the comparison", async () => {
    const { listingId, uploadId: first } = await firstVersion();
    await suite.db.update(profiles).set({ profile: {} }).where(eq(profiles.uploadId, first));
    const second = await nextVersion(listingId, weather);
    expect(await deliver(second)).toMatchObject({ kind: "done" });
    expect(await readUpload(suite.db, second)).toMatchObject({ state: "generated" });
    expect((await changesOf(second)).size).toBe(0);
  });

  test("of a file that got a price, hidden figures are not reported", async () => {
    const people = (of: string) =>
      [
        "id,mail",
        ...Array.from({ length: 50 }, (_, at) => `${at},${of}${at % 4}@example.org`),
      ].join("\n");
    const { listingId, uploadId: first } = await firstVersion(people("ann"));
    await suite.db.update(listings).set({ priceCents: 500 }).where(eq(listings.id, listingId));
    const second = await nextVersion(listingId, people("bob"));
    await deliver(second, suite.storage, true);
    const changes = (await changesOf(second)).get(first);
    expect(changes?.rows).toMatchObject({ edited: 50, key_column: "id" });
    expect(JSON.stringify(changes)).not.toContain("example.org");
  });

  test("a file that was superseded while it ran leaves no hashes behind", async () => {
    const { uploadId, listingId } = await seedUpload(suite, { content: shorter, queue: false });
    const late: Storage = Object.create(suite.storage);
    late.write = async (key, body, type) => {
      await suite.storage.write(key, body, type);
      if (key === sketchOf(uploadId)) await attachUpload(suite, listingId, { queue: false });
    };
    await deliver(uploadId, late);
    expect(await suite.storage.head(sketchOf(uploadId))).toBeNull();
  });
});
