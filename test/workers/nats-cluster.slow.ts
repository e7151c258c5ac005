/**
 * Three NATS servers: each queued message has three copies, so that the loss of one server, or a
 * pause of all, loses no job and delays none for long.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { openBus } from "../../platform/bus/nats.ts";
import type { Bus } from "../../platform/bus/port.ts";
import { instantDatasets } from "../support/fake-datasets.ts";
import { type NatsCluster, startNatsCluster } from "../support/programs/nats-cluster.ts";
import { eventually } from "../support/stack.ts";
import {
  countAudits,
  countProfiles,
  endedUpload,
  openSuite,
  type Suite,
  seedUpload,
} from "../support/workers.ts";

setDefaultTimeout(120_000);

/** How long to wait for a job after a fault; on an idle machine it ends within 15 seconds. */
const resumeMsMax = 60_000;
/** A stall lasts until readiness reports it; STALL_SECONDS extends it. */
const stallSeconds = Number(process.env.STALL_SECONDS ?? 0);

let cluster: NatsCluster;
let suite: Suite;
let jobs: string;

beforeAll(async () => {
  cluster = await startNatsCluster();
  suite = await openSuite({ NATS_URL: cluster.url });
  jobs = `${suite.config.NATS_STREAM_PREFIX}_JOBS`;
  await suite.work(["relay", "profile"], instantDatasets());
});

afterAll(async () => {
  await suite.close();
  await cluster.stop();
});

const seedSome = () => Promise.all([1, 2, 3, 4, 5].map(() => seedUpload(suite)));

async function expectEnded(seeded: { uploadId: string }[], timeoutMs: number): Promise<void> {
  for (const { uploadId } of seeded) {
    const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs });
    expect(ended.state).toBe("generated");
    expect(await countProfiles(suite.db, uploadId)).toBe(1);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
  }
}

const isReady = async (bus: Bus) => {
  await bus.ping();
  return true;
};
const whenReady = () => eventually(() => isReady(suite.bus), { timeoutMs: 30_000 });
const whenWhole = () =>
  eventually(async () => (await cluster.currentCopiesOf(jobs)) === 2, { timeoutMs: 30_000 });

test("each stream has three copies", async () => {
  expect(await cluster.copiesOf(jobs)).toBe(3);
  expect(await cluster.copiesOf(jobs.replace("JOBS", "EVENTS"))).toBe(3);
});

test("a stream that was made with one copy is raised to three at a start", async () => {
  const prefix = `${suite.config.NATS_STREAM_PREFIX}x`;
  const open = (replicas?: number) =>
    openBus({ url: cluster.url, name: "test", ackWaitSeconds: 2, prefix, replicas });
  const single = await open(1);
  await single.ensureTopology();
  expect(await cluster.copiesOf(`${prefix}_JOBS`)).toBe(1);
  await single.publish("jobs.profile", { upload_id: "1" }, { messageId: "1" });
  await single.drain();

  const raised = await open();
  await raised.ensureTopology();
  expect(await cluster.copiesOf(`${prefix}_JOBS`)).toBe(3);
  await eventually(() => isReady(raised));
  const signal = new AbortController().signal;
  const kept = await raised.take("profile", { waitSeconds: 5, signal });
  expect(kept?.payload).toEqual({ upload_id: "1" });
  kept?.ack();
  await raised.drain();
});

test("the leader is killed: jobs go on, and none is lost or done twice", async () => {
  await whenWhole();
  const before = await seedSome();
  const leader = await cluster.leaderOf(jobs);
  await cluster.kill(leader);
  const after = await seedSome();
  await expectEnded([...before, ...after], resumeMsMax);
  await cluster.restart(leader);
});

test("each server is killed in turn", async () => {
  for (const index of [0, 1, 2]) {
    await whenWhole();
    const before = await seedSome();
    await cluster.kill(index);
    await expectEnded([...before, ...(await seedSome())], resumeMsMax);
    await cluster.restart(index);
  }
});

test("two of three stand still: readiness says so, and jobs go on once they run again", async () => {
  await whenWhole();
  await whenReady();
  const leader = await cluster.leaderOf(jobs);
  const others = [0, 1, 2].filter((index) => index !== leader);
  for (const index of others) cluster.signal(index, "SIGSTOP");
  const during = await seedSome();
  await eventually(
    () =>
      suite.bus.ping().then(
        () => false,
        () => true,
      ),
    { timeoutMs: 60_000 },
  );
  await Bun.sleep(stallSeconds * 1000);
  for (const index of others) cluster.signal(index, "SIGCONT");
  await expectEnded([...during, ...(await seedSome())], resumeMsMax);
  await whenReady();
});
