import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { isNull } from "drizzle-orm";
import { outbox } from "../../db/schema/index.ts";
import { startNats } from "../../dev/parts/nats.ts";
import { fakeReport, instantDatasets } from "../support/fake-datasets.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";
import {
  countAudits,
  countProfiles,
  countStored,
  endedUpload,
  openSuite,
  seedUpload,
} from "../support/workers.ts";

setDefaultTimeout(60_000);

test("NATS restarted while jobs run and others wait: every job ends, each once", async () => {
  const storeDir = createTestDir();
  const options = {
    port: await freePort(),
    storeDir,
    logFile: join(storeDir, "nats.log"),
    cacheDir: join(import.meta.dir, "../../.data/cache"),
  };
  const first = await startNats(options);
  const suite = await openSuite({ NATS_URL: first.url, PROFILE_CONCURRENCY: "2" });
  const unpublished = () => suite.db.$count(outbox, isNull(outbox.publishedAt));
  let isRestarted = false;
  let running = 0;
  const datasets = instantDatasets(async (input) => {
    running += 1;
    await eventually(() => isRestarted, { timeoutMs: 30_000 });
    return fakeReport(input.job.uploadId);
  });
  await suite.work(["relay", "profile"], datasets);
  const before = await Promise.all([1, 2, 3].map(() => seedUpload(suite)));
  await eventually(async () => running === 2 && (await unpublished()) === 0);

  await first.stop();
  const during = await Promise.all([1, 2].map(() => seedUpload(suite)));
  expect(await unpublished()).toBe(2);
  const second = await startNats(options);
  isRestarted = true;

  for (const { uploadId } of [...before, ...during]) {
    const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 30_000 });
    expect(ended.state).toBe("generated");
    expect(await countProfiles(suite.db, uploadId)).toBe(1);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
  }
  await eventually(async () => (await countStored(suite.config)) === 0);
  await suite.close();
  await second.stop();
});
