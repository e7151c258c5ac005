/** Administrators compare days on demand and close findings with a reason. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, outbox } from "../../../db/schema/index.ts";
import { closeFinding } from "../../../market/reconciliation/close-finding.ts";
import { listRuns, viewFinding, viewRun } from "../../../market/reconciliation/read.ts";
import { requestRun } from "../../../market/reconciliation/request-run.ts";
import { dayBefore, dayOf } from "../../../market/reconciliation/rules.ts";
import { createRegistry } from "../../../platform/metrics.ts";
import { registerReconciliation } from "../../../workers/reconciliation-metrics.ts";
import { newPaidSeller, testMoney } from "../../support/money.ts";
import { newOwner } from "../../support/operators.ts";
import { offSession, saveCard } from "../../support/stripe.ts";
import { bought, later, openFindings, reconcile } from "./books.ts";

const money = await testMoney({ webhooks: false });
const { api } = money;
const owner = await newOwner(api);
const admin = { kind: "admin", accountId: owner.accountId, email: owner.email } as const;
const page = { limit: 20, offset: 0 };

async function strayCharge(amount: number): Promise<void> {
  const { stripe } = money.provider;
  await stripe.paymentIntents.create({ ...offSession, ...(await saveCard(stripe)), amount });
}

test("a closed finding stays closed until the difference changes; the log has its history", async () => {
  await strayCharge(700);
  await reconcile(money);
  const [found] = await openFindings(money);
  const id = String(found?.id);
  expect(await closeFinding(api.ctx, admin, id, { reason: "A test of the bank's." })).toEqual({
    changed: true,
  });
  expect(await closeFinding(api.ctx, admin, id, { reason: "Again." })).toEqual({ changed: false });
  await strayCharge(800);
  await reconcile(money);
  expect(await viewFinding(api.ctx, admin, id)).toMatchObject({
    kind: "charge_unknown",
    state: "closed",
    closed_reason: "A test of the bank's.",
    expected_cents: 0,
    found_cents: 700,
  });
  const all = await openFindings(money);
  expect(all.map(({ closedAt, foundCents }) => [foundCents, closedAt !== null])).toEqual([
    [700, true],
    [800, false],
  ]);
  const rows = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["reconciliation.finding_closed", owner.accountId],
  ]);
  expect(rows[0]?.detail).toMatchObject({ kind: "charge_unknown" });
});

test("a day shows its findings, first-seen first, and both sides' sums", async () => {
  await bought({ ...money, seller: await newPaidSeller(api, money.provider) });
  await reconcile(money);
  const { items, open } = await listRuns(api.ctx, admin, page);
  expect(open).toBe(1);
  const today = items.find(({ day }) => day === dayOf(new Date()));
  expect(today).toMatchObject({ state: "done", findings: 2, findings_open: 1 });
  expect(today?.differences).toEqual({ usd: 800 });
  const shown = await viewRun(api.ctx, admin, { ...page, runId: String(today?.id) });
  expect(shown.findings.items.map(({ state }) => state)).toEqual(["open", "closed"]);
  expect(shown.run.sums).toContainEqual({
    category: "charge",
    currency: "usd",
    ledgerCents: 1000,
    providerCents: 2500,
  });
  const nobody = { ...page, runId: crypto.randomUUID() };
  expect(viewRun(api.ctx, admin, nobody)).rejects.toMatchObject({ code: "route_not_found" });
  const id = crypto.randomUUID();
  expect(viewFinding(api.ctx, admin, id)).rejects.toMatchObject({ code: "route_not_found" });
});

test("the metrics report open differences and the last comparison's time", async () => {
  const registry = createRegistry("test");
  registerReconciliation(registry, api.db);
  const valuesOf = async (name: string) => {
    const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
    return values.map(({ value, labels }) => [labels, value]);
  };
  expect(await valuesOf("market_reconciliation_findings_open")).toEqual([[{}, 1]]);
  expect(await valuesOf("market_reconciliation_difference_cents")).toEqual([
    [{ currency: "usd" }, 800],
  ]);
  const [last] = await valuesOf("market_reconciliation_last_success_timestamp_seconds");
  expect(Number(last?.[1])).toBeGreaterThan(Date.now() / 1000);
});

test("administrators are mailed about new findings, once", async () => {
  const mails = async () => {
    const rows = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
    return rows.filter(({ payload }) => payload.template === "reconciliation").length;
  };
  const before = await mails();
  expect(before).toBe(2);
  await reconcile(money);
  expect(await mails()).toBe(before);
});

test("a day is compared once more on demand, one that is not over for two hours is not", async () => {
  const ctx = later(money);
  const day = dayOf(new Date());
  const { runId } = await requestRun(ctx, admin, { day });
  expect((await viewRun(ctx, admin, { ...page, runId })).run.state).toBe("due");
  const early = requestRun(ctx, admin, { day: dayOf(ctx.now()) });
  expect(early).rejects.toMatchObject({ code: "invalid_request", faults: [{ pointer: "/day" }] });
  await early.catch(() => undefined);
  await reconcile(money);
  expect((await viewRun(ctx, admin, { ...page, runId })).run.state).toBe("done");
  const before = await requestRun(ctx, admin, { day: dayBefore(day) });
  expect(before.runId).not.toBe(runId);
  await reconcile(money);
  expect((await openFindings(money)).length).toBe(2);
});
