import { insertBundle } from "../../../db/queries/bundles/bundles.ts";
import type { PurseRow } from "../../../db/queries/purchases/charged.ts";
import { markPurchaseDue } from "../../../db/queries/purchases/payment-events.ts";
import { markPurseDue } from "../../../db/queries/purchases/purses.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { openBundlePurchase } from "../../../market/bundle/open-bundle-purchase.ts";
import type { BuyBundleBody } from "../../../market/bundle/schemas.ts";
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

/** Opens the purchase of a bundle, which is not charged yet. */
export async function orderBundle(
  { ctx }: Pick<TestApi, "ctx">,
  operator: OperatorActor,
  bundleId: string,
  body: BuyBundleBody,
): Promise<PurseRow> {
  const opened = await openBundlePurchase(ctx, operator, bundleId, body);
  if (opened.kind === "waiting") throw new Error(`bundle ${bundleId} waits for its owner`);
  return opened.purse;
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
