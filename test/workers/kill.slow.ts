/** Real worker processes that are killed with SIGKILL in the middle of a job. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eventually } from "../support/stack.ts";
import {
  countAudits,
  countProfiles,
  endedUpload,
  readUpload,
  runScript,
  seedUpload,
  testSuite,
  type WorkerProcess,
} from "../support/workers.ts";

const suite = await testSuite({ PROFILE_TRIES_MAX: "3" });
await suite.work(["relay"]);

setDefaultTimeout(60_000);

const hangingWorker = () => runScript(suite, "test/workers/fixtures/hanging-worker.ts", []);

async function killDuringAttempt(
  worker: WorkerProcess,
  uploadId: string,
  { serviceFailures }: { serviceFailures: number },
): Promise<void> {
  await eventually(
    async () => {
      const upload = await readUpload(suite.db, uploadId);
      return upload.attempts === 1 && upload.serviceFailures === serviceFailures;
    },
    { timeoutMs: 20_000 },
  );
  worker.kill("SIGKILL");
  await worker.exited;
}

describe("a worker killed with -9 in the middle of a job", () => {
  test("the job finishes elsewhere, once", async () => {
    const { uploadId } = await seedUpload(suite);
    await killDuringAttempt(hangingWorker(), uploadId, { serviceFailures: 0 });
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached", attempts: 1 });
    const other = await suite.work(["profile"]);
    const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 20_000 });
    await other.stop();
    expect(ended).toMatchObject({ state: "generated", attempts: 1, serviceFailures: 1 });
    expect(await countProfiles(suite.db, uploadId)).toBe(1);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
  });

  test("a job whose worker is killed at each try waits longer each time, and costs no try", async () => {
    const { uploadId } = await seedUpload(suite);
    for (const serviceFailures of [0, 1, 2]) {
      await killDuringAttempt(hangingWorker(), uploadId, { serviceFailures });
    }
    const { heartbeatAt } = await readUpload(suite.db, uploadId);
    const last = await suite.work(["profile"]);
    const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 30_000 });
    await last.stop();
    expect(ended).toMatchObject({ state: "generated", attempts: 1, serviceFailures: 3 });
    const waitedMs = (ended.finishedAt?.getTime() ?? 0) - (heartbeatAt?.getTime() ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(8000);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
  });

  test("SIGTERM instead ends the process by itself and gives the job back at once", async () => {
    const { uploadId } = await seedUpload(suite);
    const worker = runScript(suite, "test/workers/fixtures/hanging-worker.ts", [], {
      WORKER_DRAIN_SECONDS: "1",
    });
    await eventually(async () => (await readUpload(suite.db, uploadId)).attempts === 1, {
      timeoutMs: 20_000,
    });
    worker.kill("SIGTERM");
    expect(await worker.exited).toBe(0);
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached", attempts: 0 });
    const other = await suite.work(["profile"]);
    const ended = await eventually(() => endedUpload(suite.db, uploadId));
    await other.stop();
    expect(ended).toMatchObject({ state: "generated", attempts: 1 });
  });
});
