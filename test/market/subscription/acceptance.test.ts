/** Subscriptions with an acceptance contract, against the payment stand-in and a query process. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { freePort } from "../../../dev/parts/ports.ts";
import { evaluateDueAcceptances } from "../../../market/query/acceptance/evaluate-due.ts";
import { renewDueSubscriptions } from "../../../market/subscription/renew-due-subscriptions.ts";
import { openQueries } from "../../../platform/query/open-queries.ts";
import { agentTokenOf } from "../../support/agents.ts";
import { forFile } from "../../support/for-file.ts";
import {
  balancesOf,
  buy,
  expectExactSums,
  heldFor,
  type MoneyBuyer,
  newPayingBuyer,
  openMoney,
  postingsOf,
  readRow,
  runClockOut,
} from "../../support/money.ts";
import { giveTwin, irisParquet, serveQueries } from "../../workers/query/query-world.ts";
import {
  at,
  change,
  dayMs,
  eventsOf,
  latestPeriod,
  mailsOf,
  monthly,
  periodsOf,
  planned,
  publishVersion,
  runAll,
  subscriptionRow,
  yearly,
} from "./support.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const money = await forFile(openMoney({ env: { QUERY_URL }, webhooks: false }));
const { api, provider, seller } = money;
await forFile(serveQueries(api, { children: 1 }));
const queries = openQueries(api.config);
const good = await irisParquet(200);
const bad = await irisParquet(150);
afterEach(() => {
  api.clock.skewMs = 0;
});

const rows = { schema: [{ quality: [{ metric: "rowCount", mustBeGreaterOrEqualTo: 200 }] }] };
const days = (count: number) => api.ctx.now().getTime() + count * dayMs;
const evaluate = () => evaluateDueAcceptances(api.ctx, queries, { rowsMax: 10 });
const get = async (path: string, token: string) =>
  (await api.send("GET", path, { token })).body as Record<string, unknown>;

async function subscribed({ plan = monthly, buyer = null as MoneyBuyer | null } = {}) {
  const by = buyer ?? (await newPayingBuyer(api, provider));
  const datasetId = await planned(money, [plan]);
  await giveTwin(api, datasetId, bad);
  const answer = await buy(api, by, datasetId, {
    body: { plan: plan.interval, acceptance: rows },
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body.subscription as { id: string };
  return { by, datasetId, id, purchaseId: String(answer.body.id) };
}

/** Publishes a version, evaluates it, and does what follows. */
async function publish(datasetId: string, file: string): Promise<number> {
  const version = await publishVersion(api, datasetId);
  await giveTwin(api, datasetId, file);
  await runAll(api);
  await evaluate();
  await runAll(api);
  return version;
}

test("a version that passes opens the period and pays its seller at once", async () => {
  const { by, datasetId, id, purchaseId } = await subscribed();
  expect(await evaluate()).toBe(0);
  expect(await readRow(api, purchaseId)).toMatchObject({
    state: "in_escrow",
    acceptance: "pending",
  });
  const early = await api.send("GET", `/purchases/${purchaseId}/download-url`, { token: by.token });
  expect(early.body.detail).toContain("once a version published in it has passed");
  expect(await get(`/purchases/${purchaseId}/acceptance`, by.token)).toMatchObject({
    ...{ status: "pending", dataset_version: null, results: [], next_attempt_at: null },
  });

  await at(api, days(3));
  const version = await publish(datasetId, good);
  expect(await readRow(api, purchaseId)).toMatchObject({
    ...{ state: "released", releaseCause: "acceptance_passed", deliveredVersion: version },
  });
  const verdict = await get(`/purchases/${purchaseId}/acceptance`, by.token);
  expect(verdict).toMatchObject({ status: "passed", dataset_version: version });
  expect(verdict.results).toMatchObject([{ figure: 200, passed: true }]);
  expect(await eventsOf(api, id, by.owner.accountId)).toEqual([
    "subscription.started",
    "subscription.updated",
  ]);
  expect(await mailsOf(api, id)).toEqual(["updated"]);
  const view = await get(`/subscriptions/${id}`, by.token);
  expect(view).toMatchObject({
    acceptance: rows,
    periods: [{ acceptance: "passed", delivered_version: version }],
    versions: [{ version, purchase_id: purchaseId }],
  });
  await publish(datasetId, bad);
  await runClockOut(api);
  expect(await postingsOf(api, purchaseId)).toEqual(["captured", "released", "transferred"]);
  await expectExactSums(api, seller.owner);
});

test("a version that fails refunds its period with the figures, for both sides", async () => {
  const { by, datasetId, id, purchaseId } = await subscribed();
  await publish(datasetId, bad);
  const refunded = await readRow(api, purchaseId);
  expect(refunded).toMatchObject({ state: "refunded", refundCause: "acceptance_failed" });
  for (const [path, token] of [
    [`/purchases/${purchaseId}/acceptance`, by.token],
    [`/agent/sales/${purchaseId}/acceptance`, await agentTokenOf(api, seller.agentId)],
  ] as const) {
    expect(await get(path, token)).toMatchObject({
      ...{ status: "failed", dataset_version: 2 },
      results: [{ figure: 150, passed: false }],
    });
  }
  await runClockOut(api);
  expect(await balancesOf(api, purchaseId)).toEqual({});
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [700], refunds: [700] });
  expect(await mailsOf(api, id)).toEqual([]);
  const row = await subscriptionRow(api, id);
  expect(row.state).toBe("active");
  await at(api, row.periodEndsAt);
  expect(await subscriptionRow(api, id)).toMatchObject({
    ...{ state: "ended", endCause: "acceptance_failed" },
  });
  expect(await periodsOf(api, id)).toHaveLength(1);
});

test("after a failed version, one that follows it is paid in the next period", async () => {
  const { datasetId, id, purchaseId } = await subscribed();
  await publish(datasetId, bad);
  await publish(datasetId, good);
  expect((await readRow(api, purchaseId)).state).toBe("refunded");
  await at(api, (await subscriptionRow(api, id)).periodEndsAt);
  expect(await latestPeriod(api, id)).toMatchObject({ periodNumber: 2, acceptance: "pending" });
  await publish(datasetId, good);
  expect(await latestPeriod(api, id)).toMatchObject({ state: "released", deliveredVersion: 4 });
});

test("a buyer who does not want to wait ends the refunded period, and has the corrected version at once", async () => {
  const { by, datasetId, id, purchaseId } = await subscribed({ plan: yearly });
  await publish(datasetId, bad);
  const version = await publish(datasetId, good);
  expect((await readRow(api, purchaseId)).state).toBe("refunded");
  const ended = await change(api, by, id, { renewal: "off" });
  expect(ended.body).toMatchObject({ status: "ended", end_cause: "cancelled" });
  const once = await buy(api, by, datasetId, { body: { acceptance: rows } });
  await evaluate();
  expect(await readRow(api, String(once.body.id))).toMatchObject({
    ...{ state: "released", releaseCause: "acceptance_passed", version },
  });
  const again = await buy(api, by, datasetId, { body: { plan: "year", acceptance: rows } });
  expect([again.status, again.body.subscription]).toMatchObject([201, { period: 1 }]);
  await publish(datasetId, good);
  expect(await readRow(api, String(again.body.id))).toMatchObject({ state: "released" });
});

test("a period without a version is refunded, although its contract was never evaluated", async () => {
  const { id, purchaseId } = await subscribed();
  await at(api, (await subscriptionRow(api, id)).periodEndsAt);
  expect(await readRow(api, purchaseId)).toMatchObject({ refundCause: "no_update" });
  expect(await latestPeriod(api, id)).toMatchObject({ periodNumber: 2, acceptance: "pending" });
});

test("a version of the last minute is evaluated before the period is decided", async () => {
  const { datasetId, id, purchaseId } = await subscribed();
  const { periodEndsAt } = await subscriptionRow(api, id);
  api.clock.skewMs = periodEndsAt.getTime() - Date.now() - 60_000;
  await publishVersion(api, datasetId);
  await giveTwin(api, datasetId, good);
  await at(api, periodEndsAt);
  expect(await readRow(api, purchaseId)).toMatchObject({ state: "in_escrow" });
  await evaluate();
  expect((await readRow(api, purchaseId)).state).toBe("released");
});

test("a version that came just before the subscription ended is evaluated", async () => {
  const { by, datasetId, id, purchaseId } = await subscribed();
  await change(api, by, id, { renewal: "off" });
  const { periodEndsAt } = await subscriptionRow(api, id);
  api.clock.skewMs = periodEndsAt.getTime() - Date.now() - 60_000;
  await publishVersion(api, datasetId);
  await giveTwin(api, datasetId, good);
  api.clock.skewMs += 120_000;
  await renewDueSubscriptions(api.ctx, { rowsMax: 10 });
  expect((await subscriptionRow(api, id)).state).toBe("ended");
  await runAll(api);
  await evaluate();
  expect((await readRow(api, purchaseId)).state).toBe("released");
});

test("in a trial the money of a version that passed can still be taken back", async () => {
  const { by, datasetId, id, purchaseId } = await subscribed({
    plan: { ...monthly, trial_days: 9 },
  });
  await publish(datasetId, good);
  expect(await readRow(api, purchaseId)).toMatchObject({
    ...{ state: "in_escrow", acceptance: "passed", deliveredVersion: 2 },
  });
  await change(api, by, id, { renewal: "off" });
  expect(await readRow(api, purchaseId)).toMatchObject({ refundCause: "trial_cancelled" });
});

test("a contract that cannot be evaluated is refused when it is written", async () => {
  const by = await newPayingBuyer(api, provider);
  const datasetId = await planned(money, [monthly]);
  await giveTwin(api, datasetId, good);
  const acceptance = {
    schema: [{ quality: [{ query: "SELECT max(nope) FROM {object}", mustBe: 1 }] }],
  };
  const answer = await buy(api, by, datasetId, { body: { plan: "month", acceptance } });
  expect([answer.status, answer.body.code]).toEqual([422, "invalid_acceptance"]);
  const none = await buy(api, by, datasetId, {
    body: { plan: "month", acceptance: { promised: true } },
  });
  expect([none.status, none.body.code]).toEqual([422, "invalid_acceptance"]);
  expect((await get("/subscriptions", by.token)).items).toEqual([]);
});
