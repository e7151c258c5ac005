/** The webhooks that the payment stand-in sends. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import Stripe from "stripe";
import { createTestDir, eventually, freePort } from "../../support/stack.ts";
import {
  addFault,
  offSession,
  onboardedAccount,
  readLog,
  saveCard,
  startOwn,
  webhookTarget,
} from "../../support/stripe.ts";

let own: Awaited<ReturnType<typeof startOwn>>;
let target: ReturnType<typeof webhookTarget>;
/** The status of each attempt, by event type and number of earlier attempts. */
let answerWith: (event: Stripe.Event, count: number) => number = () => 200;

beforeAll(async () => {
  target = webhookTarget((event, count) => answerWith(event, count));
  own = await startOwn({ webhookUrl: target.url });
});
afterAll(async () => {
  await own.started.stop();
  target.stop();
});
afterEach(() => {
  answerWith = () => 200;
});

async function settled() {
  await eventually(async () => {
    const { deliveries } = await readLog(own.url);
    return deliveries.every(({ state }) => state !== "pending" && state !== "sending");
  });
}

/** The webhooks caused by `act`, in order of arrival. */
async function webhooksOf(act: () => Promise<unknown>) {
  await settled();
  target.received.length = 0;
  await act();
  await settled();
  return target.received;
}

const operation = "POST /v1/payment_intents";
const pay = async (testMethod?: string) => {
  const card = await saveCard(own.stripe, testMethod);
  return () => own.stripe.paymentIntents.create({ amount: 1000, ...card, ...offSession });
};
const paidTypes = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];

describe("a webhook", () => {
  test("is signed as Stripe signs, and names the request that caused it", async () => {
    const act = await pay();
    const idempotencyKey = crypto.randomUUID();
    const card = await saveCard(own.stripe);
    const received = await webhooksOf(() =>
      own.stripe.paymentIntents.create(
        { amount: 1000, ...card, ...offSession },
        { idempotencyKey },
      ),
    );
    expect(target.types()).toEqual(paidTypes);
    for (const { payload, signature, event } of received) {
      const checked = await Stripe.webhooks.constructEventAsync(
        payload,
        signature,
        own.webhookSecret,
      );
      expect(checked.id).toBe(event.id);
      expect(event.request).toMatchObject({ idempotency_key: idempotencyKey });
      expect(event.request?.id).toMatch(/^req_/);
      // The stand-in uses the API version of the pinned SDK.
      expect(event.api_version).toBe(Stripe.API_VERSION);
      expect(event.pending_webhooks).toBe(1);
      const forged = Stripe.webhooks.constructEventAsync(payload, signature, "whsec_other");
      await expect(forged).rejects.toThrow();
    }
    await webhooksOf(act);
    const kept = await own.stripe.events.retrieve(received[0]?.event.id ?? "");
    expect(kept.pending_webhooks).toBe(0);
  });

  test("comes again with back-off until it is accepted", async () => {
    const act = await pay();
    answerWith = ({ type }, count) => {
      return type === "payment_intent.succeeded" && count < 3 ? 500 : 200;
    };
    await webhooksOf(act);
    const same = target.received.filter(({ event }) => event.type === "payment_intent.succeeded");
    expect(same).toHaveLength(3);
    expect(new Set(same.map(({ event }) => event.id)).size).toBe(1);
  });

  test("is sent for each kind of thing that happens", async () => {
    const { stripe } = own;
    const received = await webhooksOf(async () => {
      const card = await saveCard(stripe);
      const given = { amount: 1000, ...card, ...offSession };
      const intent = await stripe.paymentIntents.create(given);
      await stripe.transfers.create({
        amount: 500,
        currency: "usd",
        destination: await onboardedAccount(stripe),
        source_transaction: String(intent.latest_charge),
      });
      await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
      await (await pay("pm_card_createDispute"))();
      await (await pay("pm_card_chargeCustomerFail"))().catch(() => undefined);
    });
    const types = new Set(received.map(({ event }) => event.type as string));
    expect([...types].toSorted()).toEqual([
      "account.updated",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.failed",
      "charge.refunded",
      "charge.succeeded",
      "customer.created",
      "payment_intent.created",
      "payment_intent.payment_failed",
      "payment_intent.succeeded",
      "payment_method.attached",
      "refund.created",
      "transfer.created",
    ]);
  });

  test("survives a kill -9 of the sender, and a target that is down meanwhile", async () => {
    const port = await freePort();
    const webhookUrl = `http://127.0.0.1:${port}/hook`;
    const dataDir = createTestDir();
    const first = await startOwn({ dataDir, webhookUrl });
    const { id } = await first.stripe.customers.create({ name: "Ada" });
    process.kill(first.started.process.pid, "SIGKILL");
    await first.started.process.exited;
    const got: string[] = [];
    const late = Bun.serve({
      port,
      async fetch(request) {
        const event = (await request.json()) as Stripe.CustomerCreatedEvent;
        got.push(event.data.object.id);
        return new Response();
      },
    });
    const second = await startOwn({ dataDir, port: first.port, webhookUrl });
    await eventually(() => got.includes(id));
    await second.started.stop();
    late.stop(true);
  });
});

describe("webhook endpoints", () => {
  test("made through the API get their own secret, only the events they want, until deleted", async () => {
    const { stripe } = own;
    const other = webhookTarget();
    const endpoint = await stripe.webhookEndpoints.create({
      url: other.url,
      enabled_events: ["customer.created"],
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    const listed = await stripe.webhookEndpoints.list();
    expect(listed.data).toMatchObject([{ id: endpoint.id, url: other.url }]);
    expect(listed.data[0]).not.toHaveProperty("secret");
    await webhooksOf(() => saveCard(stripe));
    expect(other.types()).toEqual(["customer.created"]);
    const [{ payload = "", signature = "" } = {}] = other.received;
    const secret = endpoint.secret ?? "";
    await Stripe.webhooks.constructEventAsync(payload, signature, secret);
    await stripe.webhookEndpoints.del(endpoint.id);
    await webhooksOf(() => saveCard(stripe));
    expect(other.received).toHaveLength(1);
    other.stop();
  });

  test("made by a test use the stand-in's secret", async () => {
    const other = webhookTarget();
    const body = JSON.stringify({ url: other.url });
    await fetch(`${own.url}/_endpoints`, { method: "POST", body });
    await webhooksOf(() => own.stripe.customers.create({}));
    const [{ payload = "", signature = "" } = {}] = other.received;
    await Stripe.webhooks.constructEventAsync(payload, signature, own.webhookSecret);
    await fetch(`${own.url}/_endpoints`, { method: "DELETE" });
    other.stop();
  });
});

describe("events", () => {
  test("are listed newest first, by type, time and page", async () => {
    const { stripe } = own;
    const since = Math.floor(Date.now() / 1000);
    const made: string[] = [];
    for (const name of ["a", "b", "c"]) made.unshift((await stripe.customers.create({ name })).id);
    const list = { type: "customer.created" as const, created: { gte: since }, limit: 2 };
    const first = await stripe.events.list(list);
    expect(first.has_more).toBe(true);
    const rest = await stripe.events.list({ ...list, starting_after: first.data[1]?.id ?? "" });
    const ids = [...first.data, ...rest.data].map(({ data }) => (data.object as { id: string }).id);
    expect(ids.slice(0, 3)).toEqual(made);
    const future = await stripe.events.list({ created: { gt: since + 3600 } });
    expect(future.data).toEqual([]);
  });
});

describe("a fault of webhooks", () => {
  test("delivers and has them accepted before the answer goes out", async () => {
    const act = await pay();
    await addFault(own.url, { operation, kind: "webhook_before_answer" });
    await webhooksOf(async () => {
      await act();
      expect(target.types()).toEqual(paidTypes);
    });
    expect(target.received).toHaveLength(3);
  });

  test("never delivers them, though the events are there to be listed", async () => {
    const act = await pay();
    await addFault(own.url, { operation, kind: "webhook_dropped" });
    let intent = "";
    const received = await webhooksOf(async () => {
      intent = (await act()).id;
    });
    expect(received).toEqual([]);
    const events = await own.stripe.events.list({ type: "payment_intent.succeeded", limit: 1 });
    expect(events.data[0]?.data.object).toMatchObject({ id: intent });
  });

  test("delivers them twice", async () => {
    const act = await pay();
    await addFault(own.url, { operation, kind: "webhook_twice" });
    await webhooksOf(act);
    expect(target.types()).toEqual(paidTypes.flatMap((type) => [type, type]));
  });

  test("delivers them late, and in reverse", async () => {
    const act = await pay();
    await addFault(own.url, { operation, kind: "webhook_late", delay_ms: 2000 });
    await addFault(own.url, { operation, kind: "webhooks_reversed" });
    await webhooksOf(async () => {
      await act();
      expect(target.received).toEqual([]);
    });
    expect(target.types()).toEqual(paidTypes.toReversed());
  });
});
