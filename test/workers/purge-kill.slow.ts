/**
 * Clocks killed with SIGKILL while they purge files: no used file is lost, and no unused file stays
 * for ever.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { readStorageUsage } from "../../db/queries/listings/storage-usage.ts";
import { uploads } from "../../db/schema/index.ts";
import { dayMs } from "../../platform/time.ts";
import { uploadRow } from "../support/rows.ts";
import { eventually } from "../support/stack.ts";
import { attachUpload, readUpload, runScript, seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(120_000);

const suite = await testSuite();
const unusedCount = 2500;
const usedCount = 20;
const killsCount = 4;
/** The most files that a clock deletes before it is killed: up to two batches. */
const deepestKill = 500;
const fileBytes = 100;

test("after every kill what is in use is there; at the end the rest is gone and counts nothing", async () => {
  const { listingId, uploadId, agentId } = await seedUpload(suite, { queue: false });
  const used = [uploadId];
  for (let n = 1; n < usedCount; n += 1) {
    used.push((await seedUpload(suite, { queue: false })).uploadId);
  }
  await seedUnused(listingId);
  const usage = async () => (await readStorageUsage(suite.db, agentId)).agent;
  expect(await usage()).toEqual({ bytes: unusedCount * fileBytes, files: unusedCount + 1 });
  // An upload that was replaced; its successor is kept next to the unused ones.
  const current = await attachUpload(suite, listingId, { queue: false });
  const usedPaths = await Promise.all(
    [...used.slice(1), current].map(async (id) => (await readUpload(suite.db, id)).storagePath),
  );
  const isWhole = async () => {
    for (const path of usedPaths) expect(await suite.storage.head(path)).not.toBeNull();
  };

  let betweenStoreAndRow = 0;
  for (let kill = 0; kill < killsCount; kill += 1) {
    const before = filesOf(listingId);
    expect(before).toBeGreaterThan(usedCount);
    const clock = runScript(suite, "workers/main.ts", ["clock"]);
    const depth = Math.ceil(Math.random() * deepestKill);
    const isReached = () => filesOf(listingId) <= before - depth;
    // Reading so large a folder without pause would take CPU time from the clock that is starting.
    await eventually(() => filesOf(listingId) < before, { timeoutMs: 60_000, everyMs: 10 });
    await eventually(isReached, { timeoutMs: 30_000, everyMs: 1 });
    clock.kill("SIGKILL");
    await clock.exited;
    await isWhole();
    if (filesOf(listingId) < (await unpurged(listingId))) betweenStoreAndRow += 1;
  }
  // The critical moment occurred: files deleted, their rows not marked yet.
  expect(betweenStoreAndRow).toBeGreaterThan(0);

  const last = runScript(suite, "workers/main.ts", ["clock"]);
  await eventually(async () => (await unpurged(listingId)) === 0, { timeoutMs: 60_000 });
  last.kill("SIGTERM");
  expect(await last.exited).toBe(0);
  await isWhole();
  // The attached file, and the one that it has just replaced.
  expect(filesOf(listingId)).toBe(2);
  expect(await usage()).toEqual({ bytes: 0, files: 2 });
});

/** Nine days old: their URLs have long expired, and nobody attached them. */
async function seedUnused(listingId: string): Promise<void> {
  const issuedAt = new Date(Date.now() - 9 * dayMs);
  const rows = Array.from({ length: unusedCount }, () =>
    uploadRow({ listingId, issuedAt, heldBytes: fileBytes }),
  );
  for (let first = 0; first < rows.length; first += 500) {
    const some = rows.slice(first, first + 500);
    await suite.db.insert(uploads).values(some);
    await Promise.all(
      some.map(({ storagePath }) =>
        suite.storage.write(storagePath, new Uint8Array(fileBytes), "text/csv"),
      ),
    );
  }
}

function filesOf(listingId: string): number {
  const folder = join(String(suite.env.STORAGE_DIR), "objects/uploads", listingId);
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Rows that the purge has not marked. */
const unpurged = (listingId: string) =>
  suite.db.$count(
    uploads,
    and(eq(uploads.listingId, listingId), isNull(uploads.purgedAt), eq(uploads.state, "issued")),
  );
