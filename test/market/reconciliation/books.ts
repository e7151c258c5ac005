/** Shared by the reconciliation tests: a market without webhooks, and its days. */
import { eq, isNull } from "drizzle-orm";
import { restartRun } from "../../../db/queries/reconciliation/runs.ts";
import { purchases, reconciliationFindings, reconciliationRuns } from "../../../db/schema/index.ts";
import { refundToBuyer } from "../../../market/purchase/settlement/end-escrow.ts";
import { settler } from "../../../market/purchase/settlement/outcome.ts";
import { reconcileDueDays } from "../../../market/reconciliation/reconcile-due-days.ts";
import { comparableAt, dayOf } from "../../../market/reconciliation/rules.ts";
import { dayMs, hourMs } from "../../../platform/time.ts";
import { silentLog } from "../../support/log-lines.ts";
import { buy, type Money, newPayingBuyer, offer, readRow, runClock } from "../../support/money.ts";
import { end } from "../purchase/faults.ts";

/**
 * The distance from now to the hour of tomorrow at which today may be compared, so that the time of
 * day when the tests run does not matter.
 */
const laterMs = comparableAt(dayOf(new Date())).getTime() + hourMs - Date.now();

export const secondsUntilTomorrow = Math.ceil(laterMs / 1000);

/** A context `days` later, at an hour at which the previous day may be compared. */
export function later({ api }: Pick<Money, "api">, days = 1) {
  const aheadMs = laterMs + (days - 1) * dayMs;
  return { ...api.ctx, now: () => new Date(Date.now() + aheadMs) };
}

/** Compares every day that has a run, and all earlier days once more. */
export async function reconcile(money: Pick<Money, "api">, days = 1): Promise<void> {
  const ctx = later(money, days);
  for (const { day } of await ctx.db.select().from(reconciliationRuns)) {
    await restartRun(ctx.db, day, ctx.now());
  }
  const isDue = () => ctx.db.$count(reconciliationRuns, eq(reconciliationRuns.state, "due"));
  do await reconcileDueDays({ ctx, log: silentLog });
  while ((await isDue()) > 0);
}

export async function openFindings({ api }: Pick<Money, "api">) {
  return api.db
    .select()
    .from(reconciliationFindings)
    .where(isNull(reconciliationFindings.resolvedAt))
    .orderBy(reconciliationFindings.id);
}

export async function runsOf({ api }: Pick<Money, "api">) {
  return api.db.select().from(reconciliationRuns).orderBy(reconciliationRuns.day);
}

/** A purchase whose money is in escrow. */
export async function bought(money: Money, card = "pm_card_visa"): Promise<string> {
  const { api, provider, seller } = money;
  const buyer = await newPayingBuyer(api, provider, { card });
  const datasetId = await offer(api, seller);
  await buy(api, buyer, datasetId);
  const [row] = await api.db.select().from(purchases).where(eq(purchases.listingId, datasetId));
  return String(row?.id);
}

/** A purchase whose seller was paid. */
export async function transferred(money: Money): Promise<string> {
  const id = await end(money, await bought(money), "released");
  await runClock(money.api, 1);
  if ((await readRow(money.api, id)).transferredAt === null) throw new Error("not transferred");
  return id;
}

/** A purchase whose refund is owed, and not made. */
export async function owed(money: Money, card?: string): Promise<string> {
  const id = await bought(money, card);
  await money.api.db.transaction(async (tx) => {
    const [row] = await tx.select().from(purchases).where(eq(purchases.id, id));
    if (row === undefined) throw new Error(`no purchase ${id}`);
    const now = money.api.ctx.now();
    await refundToBuyer(tx, row, { actor: settler, cause: "dispute_resolved", now });
  });
  return id;
}
