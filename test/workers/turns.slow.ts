/** Sellers take turns: however many jobs one of them has, another waits for at most one of them. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, inArray } from "drizzle-orm";
import { enqueueTwins } from "../../db/queries/catalogue/twins.ts";
import { uploads } from "../../db/schema/index.ts";
import { takeTwinJob } from "../../market/catalogue/twin/take-twin-job.ts";
import type { DatasetRunner } from "../../workers/jobs/dataset-runner.ts";
import { fakeReport, instantDatasets } from "../support/fake-datasets.ts";
import { eventually } from "../support/stack.ts";
import {
  countStored,
  openSuite,
  runScript,
  type Seeded,
  type Suite,
  seedSeller,
  seedUpload,
} from "../support/workers.ts";

setDefaultTimeout(180_000);

const manyJobs = 200;

async function withSuite(work: (suite: Suite) => Promise<void>): Promise<void> {
  const suite = await openSuite({ PROFILE_CONCURRENCY: "1" });
  try {
    await work(suite);
  } finally {
    await suite.close();
  }
}

async function seedMany(suite: Suite, agentId: string, count: number): Promise<Seeded[]> {
  const seeded: Seeded[] = [];
  for (let i = 0; i < count; i++) seeded.push(await seedUpload(suite, { agentId }));
  return seeded;
}

/** Records whose jobs start; each job stops until it is released. */
function notingDatasets() {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const datasets: DatasetRunner = instantDatasets(async ({ job }) => {
    begun.push(job.uploadId);
    await gate.promise;
    return fakeReport(job.uploadId);
  });
  return { begun, datasets, open: () => gate.resolve() };
}

const ended = async ({ db }: Suite, all: Seeded[]): Promise<boolean> => {
  const ids = all.map(({ uploadId }) => uploadId);
  const rows = await db.select().from(uploads).where(inArray(uploads.id, ids));
  return rows.every(({ state }) => state === "generated");
};

describe("of one seller with 200 jobs and one with one", () => {
  test("the one is begun next, though all of the 200 were queued before it", () =>
    withSuite(async (suite) => {
      const [many, one] = [await seedSeller(suite.db), await seedSeller(suite.db)];
      const noting = notingDatasets();
      const worker = await suite.work(["relay", "profile"], noting.datasets);
      const theirs = await seedMany(suite, many, manyJobs);
      await eventually(() => noting.begun.length === 1);
      await eventually(async () => (await suite.bus.inspect("profile")).waiting === manyJobs - 1);
      const { uploadId } = await seedUpload(suite, { agentId: one });
      await eventually(async () => (await suite.bus.inspect("profile")).waiting === manyJobs);
      noting.open();
      await eventually(() => noting.begun.includes(uploadId));
      expect(noting.begun.indexOf(uploadId)).toBe(1);

      await eventually(() => ended(suite, theirs), { timeoutMs: 120_000 });
      expect(new Set(noting.begun).size).toBe(manyJobs + 1);
      expect(noting.begun.length).toBe(manyJobs + 1);
      await eventually(async () => (await countStored(suite.config)) === 0);
      await worker.stop();
    }));

  test("so it goes on with several relays and workers, of which one is killed with -9", () =>
    withSuite(async (suite) => {
      const [many, one] = [await seedSeller(suite.db), await seedSeller(suite.db)];
      const relays = [await suite.work(["relay"]), await suite.work(["relay"])];
      const killed = runScript(suite, "test/workers/fixtures/hanging-worker.ts", []);
      const theirs = await seedMany(suite, many, manyJobs);
      const [first] = await eventually(
        async () => {
          const begun = await suite.db.select().from(uploads).where(eq(uploads.attempts, 1));
          return begun.length === 1 && begun;
        },
        { timeoutMs: 30_000 },
      );
      killed.kill("SIGKILL");
      await killed.exited;

      const noting = notingDatasets();
      const workers = [
        await suite.work(["profile"], noting.datasets),
        await suite.work(["profile"], noting.datasets),
      ];
      await eventually(() => noting.begun.length === 2);
      const own = await seedMany(suite, one, 3);
      noting.open();
      await eventually(() => ended(suite, own), { timeoutMs: 60_000 });
      // Two were running when they came; from then on the two sellers take turns.
      const places = own
        .map(({ uploadId }) => noting.begun.indexOf(uploadId))
        .sort((a, b) => a - b);
      expect(places).toEqual([2, 4, 6]);
      await eventually(() => ended(suite, theirs), { timeoutMs: 120_000 });
      expect(noting.begun.length).toBe(manyJobs + own.length);
      expect(noting.begun).toContain(first?.id ?? "");
      await eventually(async () => (await countStored(suite.config)) === 0, { timeoutMs: 30_000 });
      await Promise.all([...relays, ...workers].map((worker) => worker.stop()));
    }));
});

test("twins of files are made by turns, too", () =>
  withSuite(async (suite) => {
    const [many, one] = [await seedSeller(suite.db), await seedSeller(suite.db)];
    const own = await seedUpload(suite, { agentId: one, queue: false });
    const theirs: Seeded[] = [];
    for (let i = 0; i < 5; i++)
      theirs.push(await seedUpload(suite, { agentId: many, queue: false }));
    for (const { uploadId } of [own, ...theirs]) await enqueueTwins(suite.db, uploadId, new Date());
    const latest = (await takeTwinJob(suite.ctx))?.uploadId;
    expect(latest).toBe(theirs.at(-1)?.uploadId ?? "");
    expect((await takeTwinJob(suite.ctx))?.uploadId).toBe(own.uploadId);
    expect((await takeTwinJob(suite.ctx))?.uploadId).toBe(theirs.at(-2)?.uploadId ?? "");
  }));
