/** A mail that the bus loses is queued again, whatever its subject and whatever else is queued. */
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { isNotNull, isNull, sql } from "drizzle-orm";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { outbox } from "../../db/schema/index.ts";
import type { Context } from "../../market/context.ts";
import { requeueLostMails } from "../../market/mail/requeue-lost-mails.ts";
import type { MailPayload } from "../../market/mail/templates.ts";
import { purgeOutbox } from "../../market/upkeep/purge-outbox.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import { createMailJob } from "../../workers/jobs/send-mail.ts";
import { jobs } from "../market/mail/jobs.ts";
import { mailedAt, seedMailWorld } from "../market/mail/world.ts";
import { silentLog } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";
import { countStored, openSuite, type Suite } from "../support/workers.ts";

setDefaultTimeout(30_000);

let suite: Suite;
beforeEach(async () => {
  await suite?.close();
  suite = await openSuite();
  await seedMailWorld(suite.db);
});
afterAll(() => suite.close());

const later = (minutes: number): Context => ({
  ...suite.ctx,
  now: () => new Date(Date.now() + minutes * 60_000),
});
const requeue = (minutes: number) => requeueLostMails(later(minutes), suite.bus, { rowsMax: 100 });

/** A mail that was published this long ago and is not on the bus. */
const lose = async (payload: MailPayload, minutesAgo = 0) => {
  const publishedAt = later(-minutesAgo).now();
  const row = { subject: "jobs.mail", payload, createdAt: publishedAt, publishedAt };
  const [lost] = await suite.db.insert(outbox).values(row).returning();
  return lost?.id ?? "";
};
const unpublished = () => suite.db.$count(outbox, isNull(outbox.publishedAt));
const ended = () => suite.db.$count(outbox, isNotNull(outbox.settledAt));

/** The mail job's result when the provider answers like this. */
async function work(jobId: string, payload: MailPayload, answer: MailResult, minutes = 0) {
  const now = () => new Date(mailedAt.getTime() + minutes * 60_000);
  const mailer: Mailer = { send: async () => answer };
  const job = createMailJob({ ctx: { ...suite.ctx, now }, mailer });
  const { signal } = new AbortController();
  return job(payload, { jobId, deliveries: 1, signal, log: silentLog });
}

const approval = jobs[0] as MailPayload;

describe("a mail that the bus has lost", () => {
  test("is queued again after half an hour, of each kind, by one of any number of clocks", async () => {
    for (const payload of jobs) await lose(payload);
    expect(await requeue(29)).toBe(0);
    const counts = await Promise.all([1, 2, 3].map(() => requeue(31)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(jobs.length);
    expect(await unpublished()).toBe(jobs.length);
    await suite.work(["relay", "notify"]);
    await eventually(async () => (await ended()) === jobs.length);
    expect(await requeue(48 * 60)).toBe(0);
  });

  test("is queued again though the queue is never empty, and what waits in it is not", async () => {
    await lose(approval, 60);
    await enqueueJob(suite.db, "jobs.mail", jobs[1] as MailPayload, new Date());
    const relay = await suite.work(["relay"]);
    await eventually(async () => (await suite.bus.inspect("notify")).waiting === 1);
    await relay.stop();
    expect(await requeue(0)).toBe(1);
    const again = await suite.db.select().from(outbox).where(isNull(outbox.publishedAt));
    expect(again.map(({ payload }) => payload)).toEqual([approval]);
    // A mail that waits for a long time is not lost.
    expect(await requeue(600)).toBe(0);
  });

  test("is told from one that the provider does not take, and that is tried again", async () => {
    const sinceMinutes = (Date.now() - mailedAt.getTime()) / 60_000;
    const id = await lose(approval, sinceMinutes);
    const away: MailResult = { kind: "failed", code: "timeout", detail: "no" };
    expect((await work(id, approval, away, 40)).kind).toBe("retry");
    expect(await requeue(69 - sinceMinutes)).toBe(0);
    expect(await requeue(71 - sinceMinutes)).toBe(1);
  });
});

test.each([
  ["sent", { kind: "sent", providerId: "1" }],
  ["refused for good: no", { kind: "refused", code: "no", detail: "no" }],
] as const)("a mail that was %s is not queued again", async (detail, answer) => {
  const id = await lose(approval, 60);
  expect(await work(id, approval, answer)).toEqual({ kind: "done", detail });
  expect(await requeue(0)).toBe(0);
});

test("a message of no known form is not queued again", async () => {
  const payload = { template: "newsletter" };
  await suite.db.insert(outbox).values({ subject: "jobs.mail", payload, createdAt: new Date() });
  const worker = await suite.work(["relay", "notify"]);
  await eventually(async () => (await ended()) === 1 && (await countStored(suite.config)) === 0);
  await worker.stop();
  expect(await requeue(600)).toBe(0);
});

test("a mail whose tries go on is not forgotten with the outbox's old rows", async () => {
  const days = 24 * 60;
  await lose(approval, 8 * days);
  await suite.db.execute(sql`update outbox set settled_at = published_at`);
  const owed = await lose(approval, 8 * days);
  expect(await purgeOutbox(suite.ctx)).toBe(1);
  expect((await suite.db.select().from(outbox)).map(({ id }) => id)).toEqual([owed]);
});
