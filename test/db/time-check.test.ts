/**
 * A machine with a wrong clock and a database with a right one: it reports the difference and does
 * not adjust the time.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { v7 } from "uuid";
import { openDatabase } from "../../db/client.ts";
import { idempotencyKeys } from "../../db/schema/index.ts";
import { openTimeCheck } from "../../db/time-check.ts";
import { startClock } from "../../workers/clock/clock.ts";
import { createLogLines } from "../support/log-lines.ts";
import { eventually, freePort } from "../support/stack.ts";
import { testMetrics, testSuite } from "../support/workers.ts";

setDefaultTimeout(60_000);

const suite = await testSuite();
const hourMs = 3_600_000;
let skewMs = 0;
const ctx = { ...suite.ctx, now: () => new Date(Date.now() + skewMs) };
const metrics = testMetrics();
const { log, lines } = createLogLines();
const time = openTimeCheck(ctx.db, ctx.now, log);
const running: { stop(): Promise<void> }[] = [];

afterAll(() => Promise.all(running.map((part) => part.stop())));

const troubleOf = () =>
  time.probe().then(
    () => null,
    ({ message }: Error) => message,
  );
const timesSaid = (words: string) => lines.filter(({ msg }) => msg.includes(words)).length;
const runs = async (outcome: string) => {
  const { values } = await metrics.clockRuns.get();
  return values
    .filter(({ labels }) => labels.outcome === outcome)
    .reduce((total, { value }) => total + value, 0);
};

test("a few seconds are let pass, and told", async () => {
  skewMs = 6000;
  expect(await time.differenceSeconds()).toBeCloseTo(6, 0);
  expect(await troubleOf()).toBeNull();
});

test("an hour ahead the clock does nothing and says so once, and goes on when it is set", async () => {
  const now = new Date();
  const key = { scope: "test", key: v7(), requestHash: "", status: 200, body: {}, createdAt: now };
  const expiresAt = new Date(now.getTime() + hourMs / 2);
  await suite.db.insert(idempotencyKeys).values({ ...key, expiresAt });
  skewMs = hourMs;
  running.push(startClock({ ctx, bus: suite.bus, log, metrics, time }));
  await eventually(() => timesSaid("clock is wrong") > 0);
  expect(await troubleOf()).toBe("this machine's clock is 3600 s ahead of the database's");
  skewMs = 0;
  await eventually(async () => (await runs("ok")) > 20, { timeoutMs: 30_000 });
  expect([timesSaid("clock is wrong"), timesSaid("clock is right again")]).toEqual([1, 1]);
  expect(await suite.db.$count(idempotencyKeys)).toBe(1);
});

test("a jump is seen at once, and not only when it is looked for again", async () => {
  expect(await troubleOf()).toBeNull();
  skewMs = -hourMs;
  expect(await troubleOf()).toBe("this machine's clock is 3600 s behind the database's");
  skewMs = 0;
  expect(await troubleOf()).toBeNull();
});

test("a database that is away is no wrong clock", async () => {
  const url = `postgres://postgres@127.0.0.1:${await freePort()}/market`;
  const away = openDatabase({ url, poolMax: 1 });
  const check = openTimeCheck(away.db, ctx.now, log);
  expect(await check.differenceSeconds()).toBeNaN();
  await check.probe();
  await away.close();
});
