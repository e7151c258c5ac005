/** What buy_now orders: a dataset or a bundle. */
import { z } from "zod";
import { bundles } from "../../market/bundle/contract.ts";
import { type BoughtBundleView, boughtBundleView } from "../../market/bundle/schemas.ts";
import type { BuyBody } from "../../market/purchase/buy-schemas.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { PURSE_PURCHASES_MAX } from "../../market/purchase/limits.ts";
import { type PurchaseView, purchaseView } from "../../market/purchase/schemas.ts";
import { waitingPurchaseView } from "../../market/purchase/waiting/schemas.ts";
import type { ToolCall } from "../tool.ts";
import { lookUntil, type Order } from "./approval.ts";

const buying = { ...purchases.buyDataset, answer: z.union([purchaseView, waitingPurchaseView]) };
const bundling = { ...bundles.buyBundle, answer: z.union([boughtBundleView, waitingPurchaseView]) };

export type PurchaseRequest = { dataset_id: string } & BuyBody;

export function datasetOrder(
  call: ToolCall,
  { dataset_id: id, ...body }: PurchaseRequest,
): Order<PurchaseView> {
  return {
    place: () => call.request(buying, { params: { id }, body }),
    cardId: body.payment_method_id,
    isAbout: ({ dataset_id }) => dataset_id === id,
    async outcomeOf({ purchase_id: purchaseId }) {
      if (purchaseId === null) return null;
      const params = { id: purchaseId };
      return lookUntil(
        call,
        () => call.request(purchases.getPurchase, { params }),
        ({ status }) => status !== "payment_pending",
      );
    },
    async isLatest({ purchase_id: purchaseId }) {
      const query = { dataset_id: id, limit: 1 };
      const { items } = await call.request(purchases.listPurchases, { query });
      return items[0] !== undefined && items[0].id === purchaseId;
    },
  };
}

export type BundleRequest = {
  payment_method_id: string;
  expected_price_cents?: number | undefined;
  allow_duplicate?: boolean | undefined;
};

export function bundleOrder(
  call: ToolCall,
  id: string,
  body: BundleRequest,
): Order<BoughtBundleView> {
  const boughtWith = async (bundle_purchase_id: string) => {
    const query = { bundle_purchase_id, limit: PURSE_PURCHASES_MAX };
    return (await call.request(purchases.listPurchases, { query })).items;
  };
  return {
    place: () => call.request(bundling, { params: { id }, body }),
    cardId: body.payment_method_id,
    isAbout: ({ bundle_id }) => bundle_id === id,
    async outcomeOf({ bundle_purchase_id: bought, price_cents, currency, links }) {
      if (bought === null) return null;
      const parts = await lookUntil(
        call,
        () => boughtWith(bought),
        (items) => items.every(({ status }) => status !== "payment_pending"),
      );
      return {
        ...{ id: bought, bundle_id: id, price_cents, currency, links },
        status: chargeOf(parts),
        purchases: parts.map((one) => ({
          id: one.id,
          dataset_id: one.dataset_id,
          price_cents: one.price_cents,
        })),
        next_action: parts[0]?.next_action ?? null,
      };
    },
    async isLatest({ bundle_purchase_id: bought }) {
      const parts = bought === null ? [] : await boughtWith(bought);
      return parts.length > 0 && parts.every(({ status }) => !ended.has(status));
    },
  };
}

const ended = new Set<string>(["payment_failed", "cancelled", "expired", "refunded"]);

/** One charge pays all parts: before it, they are in the same state. */
function chargeOf([first]: PurchaseView[]): BoughtBundleView["status"] {
  const states = ["payment_pending", "payment_failed", "cancelled", "expired"] as const;
  return states.find((state) => state === first?.status) ?? "paid";
}
