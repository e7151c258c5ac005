import { insertBundle } from "../../../db/queries/bundles/bundles.ts";
import { markPurchaseDue } from "../../../db/queries/purchases/payment-events.ts";
import { markPurseDue } from "../../../db/queries/purchases/purses.ts";
import type { TestApi } from "../../support/api.ts";
import type { Money } from "../../support/money.ts";
import { settleAll } from "../purchase/purse/support.ts";

type NewBundle = { agentId: string; priceCents: number; datasets: string[] };

/** A bundle written as rows; returns its id. */
export async function writeBundle(
  { db, ctx }: Pick<TestApi, "db" | "ctx">,
  { agentId, priceCents, datasets }: NewBundle,
): Promise<string> {
  const values = { agentId, priceCents, title: "Two", createdAt: ctx.now() };
  return (await db.transaction((tx) => insertBundle(tx, values, datasets))).id;
}

/** Settles what a webhook about the shared charge would wake. */
export async function wakeAll(money: Money, ids: string[]): Promise<void> {
  const { api } = money;
  for (const id of ids) {
    const keys = { paymentIntentId: null, purchaseId: id };
    const how = { now: api.ctx.now(), isEnded: true, isPaid: true };
    await markPurseDue(api.db, keys, how);
    await markPurchaseDue(api.db, keys, how);
  }
  await settleAll(money, 1);
}
