/** Compares the payment stand-in's objects with the shapes of Stripe's published fixtures. */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  offSession,
  onboardedAccount,
  saveCard,
  sharedClient,
  submit,
} from "../../support/stripe.ts";

/** Stripe's own fixtures if they are available; their keys and types are always compared. */
const PUBLISHED = "/work/shared/stripe/fixtures3.json";
const SKELETON = join(import.meta.dir, "shapes.json");

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Shape = string | { [key: string]: Shape };

const names = [
  "account",
  "charge",
  "checkout.session",
  "customer",
  "dispute",
  "event",
  "payment_intent",
  "payment_method",
  "refund",
  "setup_intent",
  "transfer",
] as const;
type Name = (typeof names)[number];

/** Fixture keys that the real API leaves out of its answers, each with the reason. */
const exceptions: Record<string, string> = {
  "charge.refunds": "left out unless expanded since version 2022-11-15",
  "event.data.object": "the fixture's event is about a plan; ours are about other objects",
  "payment_method.metadata.order_id": "the fixture's own metadata, which callers set",
};

let ours: Record<Name, Json>;

beforeAll(async () => {
  const stripe = await sharedClient();
  const { customer, payment_method } = await saveCard(stripe, "pm_card_createDispute");
  const intent = await stripe.paymentIntents.create({
    amount: 1099,
    customer,
    payment_method,
    ...offSession,
  });
  const disputed = await stripe.disputes.list({ payment_intent: intent.id });
  const paid = await stripe.paymentIntents.create({
    amount: 1099,
    ...(await saveCard(stripe)),
    ...offSession,
  });
  const account = await onboardedAccount(stripe);
  const transfer = await stripe.transfers.create({
    amount: 500,
    currency: "usd",
    destination: account,
    source_transaction: String(paid.latest_charge),
  });
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  const session = await stripe.checkout.sessions.create({
    mode: "setup",
    currency: "usd",
    customer,
    success_url: "http://localhost/done",
  });
  await submit(session.url ?? "", { payment_method: "pm_card_visa" });
  const events = await stripe.events.list({ limit: 1 });
  ours = {
    account: toJson(await stripe.accounts.retrieve(account)),
    charge: toJson(await stripe.charges.retrieve(String(paid.latest_charge))),
    "checkout.session": toJson(await stripe.checkout.sessions.retrieve(session.id)),
    customer: toJson(await stripe.customers.retrieve(customer)),
    dispute: toJson(disputed.data[0]),
    event: toJson(events.data[0]),
    payment_intent: toJson(paid),
    payment_method: toJson(await stripe.paymentMethods.retrieve(payment_method)),
    refund: toJson(refund),
    setup_intent: toJson(await stripe.setupIntents.retrieve(String(session.setup_intent))),
    transfer: toJson(transfer),
  };
});

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

/** `{a: 1, b: null}` → `{a: "number", b: "null"}`; a list's members do not matter. */
function shapeOf(value: Json): Shape {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** Parts of `wanted` that are missing in `found` or have another type; null matches everything. */
function differences(wanted: Shape, found: Shape | undefined, path: string): string[] {
  if (path in exceptions) return [];
  if (found === undefined) return [`${path} is missing`];
  if (wanted === "null" || found === "null") return [];
  if (typeof wanted === "string" || typeof found === "string") {
    const isSame = wanted === found;
    return isSame ? [] : [`${path} is ${kind(found)}, not ${kind(wanted)}`];
  }
  return Object.entries(wanted).flatMap(([key, inner]) =>
    differences(inner, found[key], `${path}.${key}`),
  );
}

const kind = (shape: Shape) => (typeof shape === "string" ? shape : "object");

const skeleton: Record<Name, Shape> = JSON.parse(readFileSync(SKELETON, "utf8"));

describe("the payment stand-in's objects", () => {
  test.each(names)("%s has every key of Stripe's published fixture, with its type", (name) => {
    expect(differences(skeleton[name], shapeOf(ours[name]), name)).toEqual([]);
  });

  test("the kept skeleton is that of Stripe's published fixtures, where those are at hand", () => {
    expect(Object.keys(skeleton).toSorted()).toEqual([...names]);
    if (!existsSync(PUBLISHED)) return;
    const { resources } = JSON.parse(readFileSync(PUBLISHED, "utf8"));
    for (const name of names) expect(skeleton[name]).toEqual(shapeOf(resources[name]));
  });

  test("every exception of the table names a key of the fixtures", () => {
    for (const path of Object.keys(exceptions)) {
      const [first = "", ...rest] = path.split(".");
      const wanted = rest.reduce<Shape | undefined>(
        (shape, key) => (typeof shape === "object" ? shape[key] : undefined),
        skeleton[first as Name],
      );
      expect(wanted).toBeDefined();
    }
  });

  test("a charge has its refunds once they are expanded", async () => {
    const stripe = await sharedClient();
    const { id } = toJson(ours.charge) as { id: string };
    const charge = await stripe.charges.retrieve(id, { expand: ["refunds"] });
    expect(charge.refunds?.data).toHaveLength(1);
  });
});
