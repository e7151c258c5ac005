/** Bounties: money held for a seller who delivers a file that passes a contract. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { agents, dataRequests, events, listings } from "../../../db/schema/index.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { settleEscrow } from "../../../market/purchase/settlement/settle-escrow.ts";
import { expireDueDataRequests } from "../../../market/request/expire-due-data-requests.ts";
import { answerBank, goToBankForPurse } from "../../market/purchase/holder/support.ts";
import { atProvider, booksOf } from "../../market/purchase/purse/support.ts";
import { openFindings, reconcile } from "../../market/reconciliation/books.ts";
import { forFile } from "../../support/for-file.ts";
import { balancesOf, newPayingBuyer, openMoney, postingsOf, readRow } from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { control } from "../../support/stripe.ts";
import { serveQueries } from "../../workers/query/query-world.ts";
import {
  deliver,
  deliveriesOf,
  evaluate,
  funded,
  irisListing,
  newDeliverer,
  paidOf,
  postBounty,
  readBounty,
  rowsAtLeast,
  runMoney,
  settle,
} from "./bounty-support.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const money = await openMoney({
  env: { QUERY_URL, RATE_LIMIT_AGENT_PER_MINUTE: "10000", RATE_LIMIT_PUBLIC_PER_MINUTE: "10000" },
});
await forFile(Promise.resolve({ close: () => money.close() }));
const { api, provider } = money;
await forFile(serveQueries(api, { children: 1 }));

const newPoster = (key = {}) =>
  newPayingBuyer(api, provider, { key: { scopes: ["purchase", "message", "read"], ...key } });
const dayHours = 24;
const afterEnd = { hours: 31 * dayHours };
const net = (cents: number) => cents - Math.floor(cents * 0.05);

async function deliverer() {
  const made = await newDeliverer(money);
  return { ...made, listing: await irisListing(money, made.seller) };
}

const answersOf = async (token: string, id: string) =>
  (await api.send("GET", `/requests/${id}/answers`, { token })).body.items as {
    id: string;
    status: string;
    delivery: { status: string; results: { figure: unknown }[]; detail: string | null };
  }[];

test("the first delivery that passes is sold and paid, and nothing is left", async () => {
  const poster = await newPoster();
  const posted = await postBounty(money, poster);
  expect(posted.body).toMatchObject({
    bounty: { status: "open", prize_cents: 2000, winners: 1, next_action: null },
  });
  const id = String(posted.body.id);
  const seen = async () => (await api.send("GET", `/requests/${id}`)).body.bounty;
  expect(await seen()).toMatchObject({
    status: "open",
    conditions: ["The number of rows is at least 200"],
    deliveries: { pending: 0, passed: 0, failed: 0, undecided: 0 },
  });
  const one = await deliverer();
  const delivered = await deliver(money, one, id, { dataset_id: one.listing });
  expect(delivered.status).toBe(201);
  expect(delivered.body).toMatchObject({ delivery: { status: "pending", price_cents: 2000 } });
  expect(await Promise.all([evaluate(money), evaluate(money)])).toContain(1);
  expect((await answersOf(poster.token, id))[0]?.delivery).toMatchObject({ status: "passed" });
  await Promise.all([settle(money), settle(money), settle(money)]);
  const { bounty, purse, request } = await readBounty(money, id);
  expect([bounty.awarded, bounty.endCause, purse.state, request.state]).toEqual([
    1,
    "awarded",
    "released",
    "fulfilled",
  ]);
  const [purchase] = await paidOf(money, purse.id);
  if (purchase === undefined) throw new Error("nothing was sold");
  expect(purchase).toMatchObject({ state: "in_escrow", acceptance: "passed", priceCents: 2000 });
  await runMoney(money);
  await runMoney(money);
  expect(await readRow(api, purchase.id)).toMatchObject({
    state: "released",
    releaseCause: "acceptance_passed",
  });
  expect(await postingsOf(api, purchase.id)).toEqual(["funded", "released", "transferred"]);
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [2000],
    refunds: [],
    transfers: [net(2000)],
  });
  const mine = await api.send("GET", `/purchases/${purchase.id}`, { token: poster.token });
  expect(mine.body).toMatchObject({ status: "released", capabilities: { download: true } });
  const verdict = await api.send("GET", `/purchases/${purchase.id}/acceptance`, {
    token: poster.token,
  });
  expect(verdict.body).toMatchObject({ status: "passed", results: [{ figure: 200 }] });
  const link = await api.send("GET", `/purchases/${purchase.id}/download-url`, {
    token: poster.token,
  });
  expect(link.status).toBe(200);
});

test("both sides learn of a delivery that fails, and the money goes back at the end", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster, { acceptance: rowsAtLeast(201), winners: 3 });
  const one = await deliverer();
  await deliver(money, one, id, { dataset_id: one.listing });
  await evaluate(money);
  await settle(money);
  const [own] = await answersOf(one.token, id);
  expect(own).toMatchObject({
    status: "rejected",
    delivery: { status: "failed", results: [{ figure: 200, passed: false }] },
  });
  expect((await answersOf(poster.token, id))[0]).toMatchObject({ delivery: { status: "failed" } });
  const again = await deliver(money, one, id, { dataset_id: one.listing });
  expect(again.body.code).toBe("data_request_already_answered");
  expect(await settle(money)).toBe(0);
  expect(await settle(money, afterEnd)).toBeGreaterThan(0);
  await runMoney(money, afterEnd);
  const { bounty, purse } = await readBounty(money, id);
  expect([bounty.endCause, purse.state, purse.refundCents]).toEqual(["expired", "refunded", 6000]);
  expect(purse.refundPaidAt).not.toBeNull();
  expect(await booksOf(money, purse.id)).toEqual({
    postings: ["captured", "refund_owed", "refund_paid"],
    balances: {},
  });
});

test("several winners share one charge, in the order of submission, however slow the evaluation", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster, { winners: 2 });
  const sellers = [await deliverer(), await deliverer(), await deliverer()];
  for (const one of sellers) {
    expect((await deliver(money, one, id, { dataset_id: one.listing })).status).toBe(201);
  }
  const [first, second] = await deliveriesOf(money, id);
  // The first delivery is being evaluated for long, the others are done.
  const { claimDueDelivery } = await import("../../../db/queries/bounties/bounties.ts");
  const now = new Date();
  const leaseUntil = new Date(now.getTime() + 600_000);
  await claimDueDelivery(api.db, String(first?.answerId), { now, leaseUntil });
  await evaluate(money);
  await settle(money);
  expect((await readBounty(money, id)).bounty.awarded).toBe(0);
  await evaluate(money, { hours: 1 });
  await Promise.all([settle(money), settle(money), settle(money)]);
  const states = (await deliveriesOf(money, id)).map(({ state }) => state);
  expect(states).toEqual(["won", "won", "lost"]);
  expect(second?.position).toBe(2);
  const { purse, request } = await readBounty(money, id);
  expect([purse.state, request.state]).toEqual(["released", "fulfilled"]);
  await runMoney(money);
  await runMoney(money);
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [4000],
    refunds: [],
    transfers: [net(2000), net(2000)],
  });
});

test("a bank's dispute that a prize was the first to notice stops the other prizes until it is won", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster, { winners: 2 });
  const [one, two] = [await deliverer(), await deliverer()];
  await deliver(money, one, id, { dataset_id: one.listing });
  await evaluate(money);
  await settle(money);
  const { purse } = await readBounty(money, id);
  const [prize] = await paidOf(money, purse.id);
  const { paymentIntentId: payment_intent } = purse;
  await control(provider.url, "_disputes", { payment_intent });
  await eventually(async () => {
    const { purchase } = await settleEscrow(api.ctx, await readRow(api, String(prize?.id)));
    return purchase.chargeback === "open";
  });
  await deliver(money, two, id, { dataset_id: two.listing });
  await evaluate(money);
  await settle(money, afterEnd);
  expect(await readBounty(money, id)).toMatchObject({
    bounty: { awarded: 1, endedAt: null },
    purse: { state: "in_escrow", chargeback: "open" },
  });
  const { data } = await provider.stripe.disputes.list({ payment_intent: String(payment_intent) });
  await control(provider.url, "_verdicts", { dispute: data[0]?.id, verdict: "won" });
  await eventually(async () => {
    await runMoney(money);
    await settle(money);
    return (await readBounty(money, id)).bounty.awarded === 2;
  });
  expect((await readBounty(money, id)).purse.state).toBe("released");
});

test("a reverse auction sells the cheapest at the deadline, and refunds the difference", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster, { mode: "lowest_price", prize_cents: 3000 });
  const [dear, cheap, over] = [await deliverer(), await deliverer(), await deliverer()];
  const refused = await deliver(money, over, id, { dataset_id: over.listing, price_cents: 3001 });
  expect(refused.body).toMatchObject({ code: "invalid_request" });
  expect((await deliver(money, over, id, { dataset_id: over.listing })).body.code).toBe(
    "invalid_request",
  );
  await deliver(money, dear, id, { dataset_id: dear.listing, price_cents: 2500 });
  await deliver(money, cheap, id, { dataset_id: cheap.listing, price_cents: 1000 });
  await evaluate(money);
  await settle(money);
  expect((await readBounty(money, id)).bounty.awarded).toBe(0);
  const now = () => new Date(Date.now() + afterEnd.hours * 3_600_000);
  await expireDueDataRequests({ ...api.ctx, now }, { rowsMax: 100 });
  await settle(money, afterEnd);
  expect((await deliveriesOf(money, id)).map(({ state }) => state)).toEqual(["lost", "won"]);
  const { body } = await api.send("GET", `/requests/${id}`);
  const counts = { pending: 0, passed: 0, failed: 0, undecided: 0, lost: 1 };
  expect(body.bounty).toMatchObject({ status: "ended", awarded: 1, deliveries: counts });
  const [request] = await api.db.select().from(dataRequests).where(eq(dataRequests.id, id));
  expect(request?.state).toBe("fulfilled");
  // A webhook of the refund may come between: a step that it overtakes is done in the next run.
  await eventually(async () => {
    await runMoney(money, afterEnd);
    const { purse } = await readBounty(money, id);
    return (await atProvider(money, purse.id)).transfers.length > 0;
  });
  const { purse } = await readBounty(money, id);
  expect([purse.state, purse.refundCents]).toEqual(["refunded", 2000]);
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [3000],
    refunds: [2000],
    transfers: [net(1000)],
  });
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
});

test("a winner that is cheaper on sale gets its price, and the rest of the prize goes back", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster, { winners: 2 });
  const [cheap, dear] = [await newDeliverer(money), await deliverer()];
  const listing = await irisListing(money, cheap.seller, 700);
  const delivered = await deliver(money, cheap, id, { dataset_id: listing });
  expect(delivered.body).toMatchObject({ delivery: { price_cents: 700 } });
  // A price that is raised after the delivery changes nothing.
  await api.db.update(listings).set({ priceCents: 9000 }).where(eq(listings.id, listing));
  await deliver(money, dear, id, { dataset_id: dear.listing });
  await evaluate(money);
  await settle(money);
  const { purse } = await readBounty(money, id);
  expect((await paidOf(money, purse.id)).map(({ priceCents }) => priceCents)).toEqual([700, 2000]);
  await eventually(async () => {
    await runMoney(money, { hours: 1 });
    const held = await atProvider(money, purse.id);
    return held.transfers.length === 2 && held.refunds.length === 1;
  });
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [4000],
    refunds: [1300],
    transfers: [net(700), net(2000)],
  });
});

test("a delivery that nobody can evaluate is held at the end, and a person decides", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster);
  const one = await deliverer();
  await deliver(money, one, id, { dataset_id: one.listing });
  expect(await evaluate(money, { queries: null })).toBe(0);
  expect(await evaluate(money, { queries: null, hours: 25 })).toBe(1);
  expect((await deliveriesOf(money, id))[0]?.state).toBe("undecided");
  await settle(money);
  expect((await readBounty(money, id)).bounty.awarded).toBe(0);
  await settle(money, afterEnd);
  const { purse } = await readBounty(money, id);
  const [held] = await paidOf(money, purse.id);
  expect(held).toMatchObject({
    state: "disputed",
    disputeReason: "acceptance_undecided",
    acceptance: "undecided",
  });
  expect(await balancesOf(api, String(held?.id))).toEqual({ allotted: -2000, escrow: 2000 });
});

describe("who is off sale when it would win", () => {
  const cases: [string, (one: Awaited<ReturnType<typeof deliverer>>) => Promise<unknown>][] = [
    [
      "a suspended seller",
      ({ seller }) =>
        api.db
          .update(agents)
          .set({ suspendedAt: new Date(), suspendedReason: "test", suspendedBy: "agent" })
          .where(eq(agents.id, seller.agentId)),
    ],
    [
      "a listing that was taken down",
      ({ listing }) =>
        api.db.update(listings).set({ status: "withdrawn" }).where(eq(listings.id, listing)),
    ],
  ];
  for (const [who, act] of cases) {
    test(`${who} loses, and the next one wins`, async () => {
      const poster = await newPoster();
      const id = await funded(money, poster);
      const [one, two] = [await deliverer(), await deliverer()];
      for (const each of [one, two]) await deliver(money, each, id, { dataset_id: each.listing });
      await evaluate(money);
      await act(one);
      await settle(money);
      expect((await deliveriesOf(money, id)).map(({ state }) => state)).toEqual(["lost", "won"]);
    });
  }
});

describe("a bounty is refused", () => {
  const sql = (query: string) => ({
    acceptance: { schema: [{ quality: [{ query, mustBe: true }] }] },
  });
  const cases: [string, object, string, string?][] = [
    ["with a contract that is no SQL", sql("SELEC 1"), "invalid_acceptance"],
    ["with SQL of another dataset", sql("SELECT count(*) > 1 FROM secrets"), "invalid_acceptance"],
    ["with SQL of rows", sql("SELECT id FROM {object}"), "invalid_acceptance"],
    ["with SQL of several figures", sql("SELECT count(*), 1 FROM {object}"), "invalid_acceptance"],
    ["with SQL of a clock", sql("SELECT max(day) >= now() FROM {object}"), "invalid_acceptance"],
    [
      "with a pattern",
      sql("SELECT regexp_matches(max(a), '(a+)+$') FROM {object}"),
      "invalid_acceptance",
    ],
    [
      "that reads a file",
      sql("SELECT max(read_text('/etc/passwd')) FROM {object}"),
      "invalid_acceptance",
    ],
    [
      "with a column of two types",
      {
        acceptance: {
          schema: [
            {
              properties: [
                { name: "a", logicalType: "integer" },
                { name: "a", logicalType: "string" },
              ],
            },
          ],
        },
      },
      "invalid_request",
    ],
    [
      "with SQL that its own types exclude",
      {
        acceptance: {
          schema: [
            {
              properties: [{ name: "a", logicalType: "string" }],
              quality: [{ query: "SELECT sum(a) FROM {object}", mustBe: 1 }],
            },
          ],
        },
      },
      "invalid_acceptance",
    ],
    ["without a check", { acceptance: { schema: [{}] } }, "invalid_request"],
    ["for less than a charge", { prize_cents: 49 }, "invalid_request"],
    ["for more than a charge", { prize_cents: 99_999_999, winners: 2 }, "invalid_request"],
    ["with too many winners", { winners: 11 }, "invalid_request"],
    ["with a strange card", { payment_method_id: "pm_other" }, "payment_method_unknown"],
  ];
  for (const [what, bounty, code] of cases) {
    test(what, async () => {
      const refused = await postBounty(money, await newPoster(), bounty);
      expect([refused.status >= 400, refused.body.code]).toEqual([true, code]);
    });
  }

  test("beyond the key's budget, its limit or its scope", async () => {
    const budget = await newPoster({ budget_cents: 3000, budget_period: "month" });
    const first = await postBounty(money, budget);
    const again = await postBounty(money, budget);
    expect([first.status, again.body.code]).toEqual([201, "spend_limit_exceeded"]);
    const poster = await newPoster();
    const key = await newKey(api, poster.owner, { scopes: ["message"] });
    const refused = await postBounty(money, { ...poster, token: key.secret });
    expect(refused.body.code).toBe("scope_missing");
  });
});

test("while it is open its request stays as it is; it is closed and refunded only if no delivery waits", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster);
  const send = (method: "POST" | "PATCH", path: string, body?: object) =>
    api.send(method, `/requests/${id}${path}`, {
      token: poster.token,
      headers: { "idempotency-key": crypto.randomUUID() },
      ...(body === undefined ? {} : { body }),
    });
  expect((await send("PATCH", "", { budget_cents: 1 })).body.code).toBe("bounty_held");
  const one = await deliverer();
  const delivered = await deliver(money, one, id, { dataset_id: one.listing });
  const answer = `/answers/${delivered.body.id}`;
  expect((await send("POST", `${answer}/accept`)).body.code).toBe("bounty_held");
  expect((await send("POST", `${answer}/reject`)).body.code).toBe("bounty_held");
  expect((await send("POST", "/close")).body.code).toBe("bounty_held");
  const withdrawn = await api.send("POST", `/requests/${id}${answer}/withdraw`, {
    token: one.token,
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  expect(withdrawn.body).toMatchObject({ status: "withdrawn", delivery: { status: "lost" } });
  expect((await send("POST", "/close")).body).toMatchObject({ status: "closed" });
  await runMoney(money);
  const { purse, bounty } = await readBounty(money, id);
  expect([bounty.endCause, purse.state]).toEqual(["closed", "refunded"]);
  expect((await atProvider(money, purse.id)).refunds).toEqual([2000]);
});

describe("a card whose bank asks its holder", () => {
  const asking = () =>
    newPayingBuyer(api, provider, {
      card: "pm_card_authenticationRequired",
      key: { scopes: ["purchase", "message", "read"] },
    });

  test("is answered with the page to confirm, and the bounty opens once the holder has", async () => {
    const poster = await asking();
    const posted = await postBounty(money, poster);
    const id = String(posted.body.id);
    const { purse } = await readBounty(money, id);
    const url = `${api.config.PUBLIC_BASE_URL}/account/payments/${purse.id}`;
    expect(posted.body.bounty).toMatchObject({
      status: "funding",
      failure: null,
      next_action: { type: "confirm_with_bank", url },
    });
    expect((await api.send("GET", `/requests/${id}`)).body.bounty).toBeNull();
    const stranger = { token: (await asking()).token };
    expect((await api.send("GET", `/requests/${id}`, stranger)).body.bounty).toBeNull();
    const own = await api.send("GET", `/requests/${id}`, { token: poster.token });
    expect(own.body.bounty).toMatchObject({ status: "funding", next_action: { url } });
    const one = await deliverer();
    const early = await deliver(money, one, id, { dataset_id: one.listing, price_cents: 900 });
    expect(early.body.code).toBe("bounty_not_open");
    const told = and(eq(events.subjectId, id), eq(events.type, "request.action_required"));
    expect(await api.db.$count(events, told)).toBe(1);
    await answerBank(String(await goToBankForPurse(money, poster, purse.id)), "complete");
    let hours = 0;
    await eventually(async () => {
      hours += 1;
      await runMoney(money, { hours });
      return (await readBounty(money, id)).purse.state === "in_escrow";
    });
    expect((await api.send("GET", `/requests/${id}`)).body.bounty).toMatchObject({
      status: "open",
      next_action: null,
    });
    expect((await atProvider(money, purse.id)).charges).toEqual([2000]);
  });

  test("leaves no bounty when nobody confirms in time, and closes the request", async () => {
    const poster = await asking();
    const id = String((await postBounty(money, poster)).body.id);
    await runMoney(money, { hours: 25 });
    await settle(money);
    const { purse, bounty, request } = await readBounty(money, id);
    expect([purse.state, bounty.endCause, request.state]).toEqual([
      "expired",
      "unfunded",
      "closed",
    ]);
    const [own] = (await api.send("GET", "/requests/mine", { token: poster.token })).body.items as {
      bounty: { failure: string };
    }[];
    expect(own?.bounty).toMatchObject({ status: "unfunded", next_action: null });
    expect(own?.bounty.failure).toContain("did not confirm");
    const read = await api.send("GET", `/requests/${id}`, { token: poster.token });
    expect(read.body.bounty).toEqual(own?.bounty);
  });

  test("is cancelled at the bank when the poster closes the request instead", async () => {
    const poster = await asking();
    const id = String((await postBounty(money, poster)).body.id);
    const { purse } = await readBounty(money, id);
    const page = String(await goToBankForPurse(money, poster, purse.id));
    const closed = await api.send("POST", `/requests/${id}/close`, { token: poster.token });
    expect(closed.body).toMatchObject({ status: "closed", bounty: { status: "unfunded" } });
    const reopened = await api.send("POST", `/requests/${id}/reopen`, { token: poster.token });
    expect(reopened.body).toMatchObject({ status: "open", bounty: { next_action: null } });
    const read = await api.send("GET", `/requests/${id}`, { token: poster.token });
    const headers = { "if-match": String(read.headers.get("etag")) };
    const edit = { token: poster.token, body: { title: "Irises of two gardens" }, headers };
    expect((await api.send("PATCH", `/requests/${id}`, edit)).status).toBe(200);
    expect((await api.send("PATCH", `/requests/${id}`, edit)).status).toBe(412);
    await runMoney(money, { hours: 1 });
    expect(await answerBank(page, "complete")).toBeNull();
    expect((await readBounty(money, id)).purse.state).toBe("cancelled");
  });
});

test("a repeated post charges once and answers how the bounty is now", async () => {
  const poster = await newPoster();
  const body = {
    title: "Irises",
    description: "Of a garden.",
    bounty: { acceptance: rowsAtLeast(200), prize_cents: 2000, payment_method_id: poster.cardId },
  };
  const key = { "idempotency-key": crypto.randomUUID() };
  const post = () => api.send("POST", "/requests", { token: poster.token, headers: key, body });
  const [first, again] = [await post(), await post()];
  expect(first.body.bounty).toMatchObject({ status: "open" });
  expect(again.body).toMatchObject({ id: first.body.id, bounty: { status: "open" } });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const { purse } = await readBounty(money, String(first.body.id));
  expect((await atProvider(money, purse.id)).charges).toEqual([2000]);
});

test("a card that is declined leaves no bounty, and closes the request", async () => {
  const poster = await newPayingBuyer(api, provider, {
    card: "pm_card_chargeCustomerFail",
    key: { scopes: ["purchase", "message", "read"] },
  });
  const id = await funded(money, poster);
  await eventually(async () => {
    await settle(money);
    return (await readBounty(money, id)).bounty.endedAt !== null;
  });
  const { request } = await readBounty(money, id);
  expect(request.state).toBe("closed");
  const [own] = (await api.send("GET", "/requests/mine", { token: poster.token })).body
    .items as object[];
  expect(own).toMatchObject({ bounty: { status: "unfunded" } });
  expect((await api.send("GET", `/requests/${id}`)).body.bounty).toBeNull();
});

test("one file takes part once, whoever delivers it, and nobody delivers to their own bounty", async () => {
  const poster = await newPoster();
  const id = await funded(money, poster, { winners: 2 });
  const [one, copy] = [await deliverer(), await deliverer()];
  const [{ sha256 } = { sha256: null }] = await api.db
    .select({ sha256: listings.sha256 })
    .from(listings)
    .where(eq(listings.id, one.listing));
  await api.db.update(listings).set({ sha256 }).where(eq(listings.id, copy.listing));
  await deliver(money, one, id, { dataset_id: one.listing });
  const refused = await deliver(money, copy, id, { dataset_id: copy.listing });
  expect(refused.body.code).toBe("bounty_file_delivered");
});
