/** Purchases waiting for approval, one in each state, for the tests of each page. */
import { type WaitingState, waitingStates } from "../../../db/vocabulary/purchase.ts";
import { MarketError } from "../../../market/errors.ts";
import type { WaitingPurchaseView } from "../../../market/purchase/waiting/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

function sampleWaiting(number: number, status: WaitingState, name: string): WaitingPurchaseView {
  const isBundle = number === 4;
  return {
    id: sampleId(number),
    status,
    next_action: "Tell your owner.",
    dataset_id: isBundle ? null : sampleId(50),
    dataset_title: number === 2 ? longTitle : name,
    dataset_version: isBundle ? null : 2,
    dataset_license: isBundle ? null : `CC-BY-4.0 ${name}`,
    plan: number === 5 ? "month" : null,
    bundle_id: isBundle ? sampleId(60) : null,
    datasets: isBundle
      ? [51, 52].map((at) => ({
          dataset_id: sampleId(at),
          dataset_title: name,
          dataset_version: 2,
          dataset_license: name,
        }))
      : [],
    bundle_purchase_id: null,
    price_cents: 24_950,
    currency: "usd",
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    byte_size: 48_204_112,
    format: "csv",
    created_at: isoAt(-1),
    expires_at: isoAt(1),
    ended_at: status === "waiting" ? null : isoAt(0),
    purchase_id: status === "approved" ? sampleId(1) : null,
    metadata: {
      api_key_id: sampleId(1),
      api_key_name: name,
      payment_method: { id: "pm_1", brand: "visa", last4: "4242" },
    },
    links: {},
  };
}

export function sampleWaitingPages(name: string) {
  const all = waitingStates.map((state, index) => sampleWaiting(index + 1, state, name));
  return {
    listWaitingPurchases: async (_, { status }) => {
      const items = all.filter((one) => status === undefined || one.status === status);
      return { items, total: 87 };
    },
    getWaitingPurchase: async (_, id) => {
      const one = all.find((waiting) => waiting.id === id);
      if (one === undefined) throw new MarketError("waiting_purchase_not_found", "No such thing.");
      return one;
    },
    approveWaitingPurchase: async () => ({ purchaseId: sampleId(1) }),
    refuseWaitingPurchase: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
