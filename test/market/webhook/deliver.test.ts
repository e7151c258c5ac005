/** Webhook deliveries: content, time, number and order. The tests move the time. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { v7 } from "uuid";
import { auditLog, outbox } from "../../../db/schema/index.ts";
import { claimDeliveries, deliverEvent } from "../../../market/webhook/deliver-event.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import { retryPausesSeconds, triesMax } from "../../../market/webhook/rules.ts";
import { openWebhookSender } from "../../../platform/webhooks/sender.ts";
import { type Json, testApi } from "../../support/api.ts";
import { eventually } from "../../support/stack.ts";
import {
  answering,
  deliverDue,
  deliveriesOf,
  deliveringBy,
  type Receiver,
  readWebhook,
  type Subscriber,
  startReceiver,
  subscribe,
  tell,
} from "../../support/webhooks.ts";

/** Some drive hundreds of deliveries, on a machine that others use too. */
setDefaultTimeout(30_000);

let receiver: Receiver;
let own: Subscriber;

const api = await testApi();

/** A new receiver and subscriber for each test; leftovers of other tests are cleared. */
async function begin(fields: Json = {}): Promise<void> {
  receiver = await startReceiver();
  own = await subscribe(api, receiver, fields);
}
afterEach(async () => {
  await api.send("DELETE", `/webhooks/${own.webhookId}`, { token: own.token });
  await receiver.stop();
  api.clock.skewMs = 0;
});

const later = (seconds: number) => {
  api.clock.skewMs += seconds * 1000;
};
const ids = () => receiver.received.map(({ event }) => event.id);
const webhookPath = () => `/webhooks/${own.webhookId}`;
const delivery = async () => (await deliveriesOf(api.db, own.webhookId))[0];

describe("a delivery", () => {
  test("carries the event as the feed shows it, signed for the verifier of Standard Webhooks", async () => {
    await begin();
    const id = await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    const [got] = receiver.received;
    const feed = await api.send("GET", "/events", { token: own.token });
    expect(got?.event).toEqual((feed.body.items as (typeof got)[])[0] as never);
    expect(got?.headers).toMatchObject({
      "webhook-id": id,
      "content-type": "application/json",
      "user-agent": "dataset-market-webhooks/1.0",
    });
    const headers = got?.headers as Record<string, string>;
    expect(new Webhook(own.secret).verify(got?.body ?? "", headers)).toMatchObject({ id });
    expect(await delivery()).toMatchObject({ state: "delivered", attempts: 1, lastStatus: 204 });
    expect(await deliverDue(api)).toEqual([]);
  });

  test("goes only to webhooks of the parties concerned, by their types", async () => {
    await begin({ types: ["bid.outbid"] });
    const other = await subscribe(api, receiver, { types: ["message.received"] });
    await tell(api.db, own.principal);
    await tell(api.db, { kind: "agent", id: own.principal.id });
    expect(await deliverDue(api)).toEqual([]);
    const id = await tell(api.db, other.principal);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(receiver.received.map(({ path }) => path)).toEqual([`/${other.accountId}`]);
    expect(ids()).toEqual([id]);
  });

  test("of a test goes only to the tested webhook, whatever its types", async () => {
    await begin({ types: ["bid.outbid"] });
    const { token } = own;
    const second = { url: `${receiver.url}/second` };
    await api.send("POST", "/webhooks", { token, body: second });
    const answer = await api.send("POST", `${webhookPath()}/test`, { token });
    expect(answer.status).toBe(202);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(receiver.received.map(({ path }) => path)).toEqual([`/${own.accountId}`]);
    expect(receiver.received[0]?.event).toMatchObject({
      id: answer.body.event_id,
      type: "webhook.test",
      subject: { kind: "webhook", id: own.webhookId },
    });
  });

  test("is made once, though five processes hand events out and four send at once", async () => {
    await begin();
    for (let count = 0; count < 40; count += 1) await tell(api.db, own.principal);
    await Promise.all(Array.from({ length: 5 }, () => fanOutEvents(api.ctx)));
    expect((await deliveriesOf(api.db, own.webhookId)).length).toBe(40);
    while ((await Promise.all([1, 2, 3, 4].map(() => deliverDue(api)))).flat().length > 0);
    expect(ids().length).toBe(40);
    expect(new Set(ids()).size).toBe(40);
  });
});

describe("a receiver that fails", () => {
  test("is tried 11 times, after each pause of the schedule and not before, then given up", async () => {
    await begin();
    receiver.behave(answering(503, "out of order"));
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["retry"]);
    for (const [index, pauseSeconds] of retryPausesSeconds.entries()) {
      later(pauseSeconds - 3);
      expect(await deliverDue(api)).toEqual([]);
      later(pauseSeconds * 0.1 + 4);
      const isLast = index === retryPausesSeconds.length - 1;
      expect(await deliverDue(api)).toEqual([isLast ? "given_up" : "retry"]);
    }
    expect(receiver.received.length).toBe(triesMax);
    expect(new Set(ids()).size).toBe(1);
    expect(await delivery()).toMatchObject({
      state: "failed",
      attempts: triesMax,
      lastStatus: 503,
      lastError: "refused: answered 503",
      lastResponse: "out of order",
    });
    later(7 * 86_400);
    expect(await deliverDue(api)).toEqual([]);
  });

  test.each([
    [200, "delivered"],
    [202, "delivered"],
    [301, "retry"],
    [307, "retry"],
    [400, "retry"],
    [404, "retry"],
    [429, "retry"],
    [500, "retry"],
  ])("an answer of %d is %s", async (status, outcome) => {
    await begin();
    receiver.behave(answering(status));
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual([outcome]);
    expect(receiver.received.length).toBe(1);
  });

  test("one that hangs is left after its time, one that answers late gets the event again", async () => {
    await begin();
    const late = Promise.withResolvers<void>();
    receiver.behave((_received, response) => void late.promise.then(() => response.end("late")));
    const id = await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["retry"]);
    expect(await delivery()).toMatchObject({
      lastStatus: null,
      lastError: expect.stringContaining("timeout"),
    });
    late.resolve();
    receiver.behave(answering(204));
    later(6);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(ids()).toEqual([id, id]);
  });

  test("is not called before its Retry-After", async () => {
    await begin();
    receiver.behave((_received, response) => {
      response.writeHead(429, { "retry-after": "600" }).end();
    });
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["retry"]);
    later(599);
    expect(await deliverDue(api)).toEqual([]);
    later(62);
    expect(await deliverDue(api)).toEqual(["retry"]);
    expect(receiver.received.length).toBe(2);
  });

  test("a receiver's response is cut after 1 kB, and a NUL in it does no harm", async () => {
    await begin();
    receiver.behave(answering(500, `\u0000${"ä".repeat(5000)}`));
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["retry"]);
    const text = String((await delivery())?.lastResponse);
    expect(text.length).toBeWithin(500, 520);
    expect(text).toStartWith("\ufffdää");
  });

  test("a 410 disables it at once: nothing more is sent, its owner is mailed", async () => {
    await begin();
    receiver.behave(answering(410));
    const threadId = v7();
    await tell(api.db, own.principal, threadId);
    await tell(api.db, own.principal, threadId);
    expect(await deliverDue(api)).toEqual(["gone"]);
    await tell(api.db, own.principal);
    later(86_400);
    expect(await deliverDue(api)).toEqual([]);
    expect(receiver.received.length).toBe(1);
    const rows = await deliveriesOf(api.db, own.webhookId);
    expect(rows.map(({ state }) => state)).toEqual(["failed", "failed"]);
    expect(rows[1]?.lastError).toBe("webhook_disabled: gone");
    expect(await readWebhook(api.db, own.webhookId)).toMatchObject({ disabledReason: "gone" });
    const mails = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
    const owed = mails.filter(({ payload }) => payload.webhook_id === own.webhookId);
    expect(owed.map(({ payload }) => payload.template)).toEqual(["webhook_disabled"]);
    const audits = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, own.webhookId));
    expect(audits.map(({ action }) => action)).toContain("webhook.disabled");
  });

  test("five days without a success disable it, and a success restarts them", async () => {
    await begin();
    receiver.behave(answering(500));
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["retry"]);
    later(4.9 * 86_400);
    receiver.behave(answering(200));
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(await readWebhook(api.db, own.webhookId)).toMatchObject({ failingSince: null });
    receiver.behave(answering(500));
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual(["retry"]);
    later(4.9 * 86_400);
    expect(await deliverDue(api)).toEqual(["retry"]);
    later(0.2 * 86_400);
    expect(await deliverDue(api)).toEqual(["retry"]);
    const { disabledReason, disabledAt } = await readWebhook(api.db, own.webhookId);
    expect([disabledReason, disabledAt instanceof Date]).toEqual(["failing", true]);
    expect(await deliverDue(api)).toEqual([]);
  });

  test("a name that leads to a private address is never called", async () => {
    await begin();
    const strict = openWebhookSender({
      timeoutSeconds: 1,
      excerptBytesMax: 1024,
      allowLoopback: false,
      resolve: async () => [{ address: "10.0.0.1", family: 4 }],
    });
    const body = { url: "https://inner.example.com/" };
    await api.send("PATCH", webhookPath(), { token: own.token, body });
    await tell(api.db, own.principal);
    expect(await deliverDue(api, strict)).toEqual(["retry"]);
    expect((await delivery())?.lastError).toStartWith("address_not_allowed");
  });
});

describe("order", () => {
  test("a later event of a subject waits until the earlier one has ended; others do not", async () => {
    await begin();
    const [blocked, free] = [v7(), v7()];
    receiver.behave((got, response) => {
      response.writeHead(got.event.subject.id === blocked ? 500 : 204).end();
    });
    const first = await tell(api.db, own.principal, blocked);
    const second = await tell(api.db, own.principal, blocked);
    const other = await tell(api.db, own.principal, free);
    expect((await deliverDue(api)).toSorted()).toEqual(["delivered", "retry"]);
    expect(await deliverDue(api)).toEqual([]);
    expect(ids().toSorted()).toEqual([first, other].toSorted());
    receiver.behave(answering(204));
    later(6);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(ids().slice(2)).toEqual([first, second]);
  });

  test("an event that was given up lets the next one pass", async () => {
    await begin();
    receiver.behave(answering(500));
    const subject = v7();
    await tell(api.db, own.principal, subject);
    const second = await tell(api.db, own.principal, subject);
    await deliverDue(api);
    for (const pauseSeconds of retryPausesSeconds) {
      later(pauseSeconds * 1.1 + 1);
      await deliverDue(api);
    }
    receiver.behave(answering(204));
    await api.send("PATCH", webhookPath(), { token: own.token, body: { enabled: true } });
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(ids().at(-1)).toBe(second);
  });

  test("120 events of 30 subjects over a receiver that fails now and then keep each order", async () => {
    await begin();
    let calls = 0;
    receiver.behave((_got, response) => {
      calls += 1;
      response.writeHead(calls % 3 === 0 ? 500 : 204).end();
    });
    const subjects = Array.from({ length: 30 }, () => v7());
    const told = new Map<string, string[]>(subjects.map((subject) => [subject, []]));
    for (let round = 0; round < 4; round += 1) {
      for (const subject of subjects) {
        told.get(subject)?.push(await tell(api.db, own.principal, subject));
      }
    }
    const waiting = async () =>
      (await deliveriesOf(api.db, own.webhookId)).filter(({ state }) => state !== "delivered");
    for (;;) {
      await Promise.all([deliverDue(api), deliverDue(api), deliverDue(api)]);
      const left = await waiting();
      if (left.length === 0) break;
      // A delivery that failed several times waits for hours, so the clock moves to the next due
      // time.
      const nextMs = Math.min(...left.map(({ dueAt }) => dueAt?.getTime() ?? 0));
      later(Math.max(31, (nextMs - api.ctx.now().getTime()) / 1000));
    }
    for (const [subject, wanted] of told) {
      const got = receiver.received.filter(({ event }) => event.subject.id === subject);
      expect([...new Set(got.map(({ event }) => event.id))]).toEqual(wanted);
    }
  }, 120_000);

  test("one that hangs holds up four tries at most, and nobody else", async () => {
    await begin();
    const other = await startReceiver();
    const well = await subscribe(api, other);
    for (let count = 0; count < 50; count += 1) await tell(api.db, own.principal);
    await tell(api.db, well.principal);
    await fanOutEvents(api.ctx);
    const claimed = await claimDeliveries(api.ctx, 20);
    const byEndpoint = claimed.map(({ endpoint }) => endpoint.id);
    expect(byEndpoint.filter((id) => id === own.webhookId).length).toBe(4);
    expect(byEndpoint.filter((id) => id === well.webhookId).length).toBe(1);
    expect((await claimDeliveries(api.ctx, 20)).length).toBe(0);
    await api.send("DELETE", `/webhooks/${well.webhookId}`, { token: well.token });
    await other.stop();
  });
});

test("a receiver that has failed for a minute gets one try at once, until one succeeds", async () => {
  await begin();
  receiver.behave(answering(500));
  for (let count = 0; count < 10; count += 1) await tell(api.db, own.principal);
  expect(await deliverDue(api)).toEqual(["retry", "retry", "retry", "retry"]);
  later(61);
  expect(await deliverDue(api)).toEqual(["retry"]);
  receiver.behave(answering(204));
  expect(await deliverDue(api)).toEqual(["delivered"]);
  expect((await deliverDue(api)).length).toBe(4);
});

describe("a process that dies", () => {
  test("after it has claimed leaves the delivery to the next one, when the lease is over", async () => {
    await begin();
    const id = await tell(api.db, own.principal);
    await fanOutEvents(api.ctx);
    expect((await claimDeliveries(api.ctx, 10)).length).toBe(1);
    expect(await deliverDue(api)).toEqual([]);
    later(31);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    expect(ids()).toEqual([id]);
  });

  test("after it has sent has it sent again under the same id; its late record changes nothing", async () => {
    await begin();
    receiver.behave(answering(500));
    const id = await tell(api.db, own.principal);
    await fanOutEvents(api.ctx);
    const [held] = await claimDeliveries(api.ctx, 10);
    if (held === undefined) throw new Error("nothing was claimed");
    later(31);
    expect(await deliverDue(api)).toEqual(["retry"]);
    const before = await delivery();
    const slow = openWebhookSender({ timeoutSeconds: 5, excerptBytesMax: 9, allowLoopback: true });
    const delivering = deliveringBy(api.ctx, slow);
    await deliverEvent(api.ctx, delivering, held, new AbortController().signal);
    expect(await delivery()).toEqual(before);
    expect(ids()).toEqual([id, id]);
  });

  test("a stopping worker returns its deliveries, and the try does not count", async () => {
    await begin();
    receiver.behave(() => {});
    await tell(api.db, own.principal);
    await fanOutEvents(api.ctx);
    const [held] = await claimDeliveries(api.ctx, 10);
    if (held === undefined) throw new Error("nothing was claimed");
    const slow = openWebhookSender({ timeoutSeconds: 20, excerptBytesMax: 9, allowLoopback: true });
    const stopping = new AbortController();
    const result = deliverEvent(api.ctx, deliveringBy(api.ctx, slow), held, stopping.signal);
    await eventually(() => receiver.received.length === 1);
    stopping.abort();
    expect(await result).toEqual({ outcome: "given_back" });
    expect(await delivery()).toMatchObject({ attempts: 0, leasedUntil: null, state: "pending" });
  });
});
