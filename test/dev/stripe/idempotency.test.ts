/** Idempotency keys of the payment stand-in. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eventually } from "../../support/stack.ts";
import {
  addFault,
  clientOf,
  offSession,
  readFaults,
  readLog,
  saveCard,
  startOwn,
} from "../../support/stripe.ts";

let own: Awaited<ReturnType<typeof startOwn>>;
beforeAll(async () => {
  own = await startOwn();
});
afterAll(() => own.started.stop());

const newKey = () => ({ idempotencyKey: crypto.randomUUID() });

function post(path: string, body: string, key: string): Promise<Response> {
  return fetch(`${own.url}/v1/${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${own.secretKey}`,
      "Idempotency-Key": key,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body,
  });
}

describe("an idempotency key", () => {
  test("charges once, however often it is sent", async () => {
    const { stripe } = own;
    const card = await saveCard(stripe);
    const key = newKey();
    const given = { amount: 1000, ...card, ...offSession };
    const first = await stripe.paymentIntents.create(given, key);
    const second = await stripe.paymentIntents.create(given, key);
    expect(second.id).toBe(first.id);
    const charges = await stripe.charges.list({ customer: card.customer });
    expect(charges.data).toHaveLength(1);
  });

  test("comes back in the headers, with whether the answer replays another request", async () => {
    const key = crypto.randomUUID();
    const [first, second] = [await post("customers", "", key), await post("customers", "", key)];
    expect(first.headers.get("idempotency-key")).toBe(key);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("original-request")).toBe(first.headers.get("request-id"));
  });

  test("replays a 402 as it was, although the card would pass now", async () => {
    const { stripe } = own;
    const card = await saveCard(stripe, "pm_card_chargeCustomerFail");
    const key = newKey();
    const given = { amount: 1000, ...card, ...offSession };
    const attempts = [1, 2].map(() => () => stripe.paymentIntents.create(given, key));
    const thrown: unknown[] = [];
    for (const attempt of attempts) thrown.push(await attempt().catch((error: unknown) => error));
    const [first, second] = thrown as { payment_intent: { id: string }; statusCode: number }[];
    expect(first?.statusCode).toBe(402);
    expect(second?.payment_intent.id).toBe(first?.payment_intent.id ?? "");
  });

  test("with other parameters, or at another address, is an idempotency_error", async () => {
    const { stripe } = own;
    const key = newKey();
    await stripe.customers.create({ name: "Ada" }, key);
    await expect(stripe.customers.create({ name: "Bob" }, key)).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
      message: expect.stringContaining("same parameters they were first used with"),
    });
    const elsewhere = stripe.accounts.create({ type: "express" }, key);
    await expect(elsewhere).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      message: expect.stringContaining("same endpoint they were first used for"),
    });
  });

  test("is not spent by parameters that are wrong", async () => {
    const key = crypto.randomUUID();
    const refused = await post("customers", "colour=red", key);
    expect(refused.status).toBe(400);
    const made = await post("customers", "name=Ada", key);
    expect(made.status).toBe(200);
  });

  test("keeps the refusal of a state, as Stripe does once a call has begun", async () => {
    const { stripe } = own;
    const card = await saveCard(stripe);
    const key = newKey();
    const create = () =>
      stripe.paymentIntents.create(
        { amount: 1000, ...card, ...offSession, customer: "cus_x" },
        key,
      );
    await expect(create()).rejects.toMatchObject({ code: "resource_missing" });
    const error = await create().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ headers: { "idempotent-replayed": "true" } });
  });

  test("answers 409 while the first call runs, which Stripe's SDK waits out", async () => {
    await addFault(own.url, {
      operation: "POST /v1/customers",
      kind: "late_answer",
      delay_ms: 300,
    });
    const key = crypto.randomUUID();
    const running = post("customers", "name=Ada", key);
    await eventually(async () => (await readFaults(own.url)).length === 0);
    const conflict = await post("customers", "name=Ada", key);
    expect(conflict.status).toBe(409);
    expect(await conflict.json()).toMatchObject({ error: { code: "idempotency_key_in_use" } });
    const patient = clientOf(own, 5).customers.create({ name: "Ada" }, { idempotencyKey: key });
    const [made, waited] = await Promise.all([(await running).json(), patient]);
    expect(waited.id).toBe(made.id);
  });

  test("is forgotten after 24 hours", async () => {
    const first = await startOwn();
    const key = newKey();
    const made = await first.stripe.customers.create({ name: "Ada" }, key);
    await first.started.stop();
    const database = new Database(join(first.dataDir, "payments.sqlite"));
    database.run("UPDATE idempotency SET created = created - 24 * 3600");
    database.close();
    const second = await startOwn({ dataDir: first.dataDir, port: first.port });
    const other = await second.stripe.customers.create({ name: "Bob" }, key);
    expect(other.id).not.toBe(made.id);
    await second.started.stop();
  });

  test("survives a kill -9 together with its effects", async () => {
    const first = await startOwn();
    const card = await saveCard(first.stripe);
    const key = newKey();
    const given = { amount: 1000, ...card, ...offSession };
    const paid = await first.stripe.paymentIntents.create(given, key);
    process.kill(first.started.process.pid, "SIGKILL");
    await first.started.process.exited;
    const second = await startOwn({ dataDir: first.dataDir, port: first.port });
    expect((await second.stripe.paymentIntents.create(given, key)).id).toBe(paid.id);
    const charges = await second.stripe.charges.list({ payment_intent: paid.id });
    expect(charges.data).toHaveLength(1);
    await second.started.stop();
  });
});

describe("a fault", () => {
  const operation = "POST /v1/customers";

  test("closes the connection before anything happened", async () => {
    await addFault(own.url, { operation, kind: "refuse_connection_before" });
    const name = crypto.randomUUID();
    const key = crypto.randomUUID();
    await expect(post("customers", `name=${name}`, key)).rejects.toThrow();
    const made = await post("customers", `name=${name}`, key);
    expect(made.headers.get("idempotent-replayed")).toBeNull();
  });

  test("loses an answer, which the same key then returns", async () => {
    await addFault(own.url, { operation, kind: "drop_answer" });
    const key = crypto.randomUUID();
    await expect(post("customers", "name=Ada", key)).rejects.toThrow();
    const told = await post("customers", "name=Ada", key);
    expect(told.headers.get("idempotent-replayed")).toBe("true");
    const { requests } = await readLog(own.url);
    const statuses = requests.slice(-2).map(({ status, replayed }) => ({ status, replayed }));
    expect(statuses).toEqual([
      { status: null, replayed: false },
      { status: 200, replayed: true },
    ]);
  });

  test("500 before leaves nothing; 500 after leaves the effect and keeps the 500", async () => {
    await addFault(own.url, { operation, kind: "status_500_before" });
    const before = crypto.randomUUID();
    expect((await post("customers", "name=Before", before)).status).toBe(500);
    expect((await post("customers", "name=Before", before)).status).toBe(200);

    await addFault(own.url, { operation, kind: "status_500_after" });
    const after = crypto.randomUUID();
    expect((await post("customers", "name=After", after)).status).toBe(500);
    const replayed = await post("customers", "name=After", after);
    expect(replayed.status).toBe(500);
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    const events = await own.stripe.events.list({ type: "customer.created", limit: 1 });
    expect(events.data[0]?.data.object).toMatchObject({ name: "After" });
  });

  test("limits the rate, and declines a card that would pass", async () => {
    await addFault(own.url, { kind: "rate_limit" });
    await expect(own.stripe.customers.create({})).rejects.toMatchObject({
      type: "StripeRateLimitError",
      statusCode: 429,
      code: "rate_limit",
    });
    const card = await saveCard(own.stripe);
    await addFault(own.url, { operation: "POST /v1/payment_intents", kind: "card_declined" });
    const declined = own.stripe.paymentIntents.create({ amount: 1000, ...card, ...offSession });
    await expect(declined).rejects.toMatchObject({ code: "card_declined" });
  });

  test("lets a payment process for a while, also over a kill -9, before its card decides", async () => {
    const first = await startOwn();
    const [good, bad] = await Promise.all([
      saveCard(first.stripe),
      saveCard(first.stripe, "pm_card_chargeCustomerFail"),
    ]);
    const kind = { operation: "POST /v1/payment_intents", kind: "processing", delay_ms: 300 };
    await addFault(first.url, { ...kind, times: 2 });
    const waiting = await Promise.all(
      [good, bad].map((card) =>
        first.stripe.paymentIntents.create({ amount: 1000, ...card, ...offSession }),
      ),
    );
    expect(waiting.map(({ status }) => status)).toEqual(["processing", "processing"]);
    process.kill(first.started.process.pid, "SIGKILL");
    await first.started.process.exited;
    const second = await startOwn({ dataDir: first.dataDir, port: first.port });
    const ended = await Promise.all(
      waiting.map(({ id }) =>
        eventually(async () => {
          const intent = await second.stripe.paymentIntents.retrieve(id);
          return intent.status !== "processing" && intent.status;
        }),
      ),
    );
    expect(ended).toEqual(["succeeded", "requires_payment_method"]);
    await second.started.stop();
  });

  test("counts its times, heeds whom it is for, and is refused when it makes no sense", async () => {
    await addFault(own.url, { operation, kind: "rate_limit", times: 2 });
    const statuses: number[] = [];
    for (const key of ["a", "b", "c"]) {
      statuses.push((await post("customers", "", crypto.randomUUID() + key)).status);
    }
    expect(statuses).toEqual([429, 429, 200]);
    const [ada, bob] = await Promise.all([saveCard(own.stripe), saveCard(own.stripe)]);
    const only = { operation: "*", match: bob.customer };
    await addFault(own.url, { ...only, kind: "rate_limit" });
    await own.stripe.customers.retrieve(ada.customer);
    const limited = own.stripe.paymentIntents.create({ amount: 1000, ...bob, ...offSession });
    await expect(limited).rejects.toMatchObject({ statusCode: 429 });
    for (const wrong of [{ kind: "explode" }, { kind: "rate_limit", operation: "POST /nowhere" }]) {
      await expect(addFault(own.url, wrong)).rejects.toThrow();
    }
    await addFault(own.url, { kind: "rate_limit" });
    await fetch(`${own.url}/_faults`, { method: "DELETE" });
    expect((await post("customers", "", crypto.randomUUID())).status).toBe(200);
  });
});
