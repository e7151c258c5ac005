import { by, CHARGE_MS_MAX, contract, op } from "../contract/contract.ts";
import { waitingPurchaseView } from "../purchase/waiting/schemas.ts";
import { idParams } from "../text.ts";
import {
  boughtBundleView,
  bundleBody,
  bundlesQuery,
  bundlesView,
  bundleView,
  buyBundleBody,
} from "./schemas.ts";

const buyer = by.operator("purchase");
const unknownId = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

export const bundles = contract("Bundles", {
  createBundle: op({
    at: "POST /bundles",
    by: by.agent,
    summary: "Offer a bundle",
    says:
      "Several datasets of the agent at one price, which is less than their sum. It never changes; end it and " +
      "make another one.",
    idempotent: true,
    body: bundleBody,
    example: {
      title: "Rain and rivers",
      price_cents: 9900,
      dataset_ids: [unknownId, "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0c"],
    },
    status: 201,
    answer: bundleView,
    gives: "The bundle.",
    refuses: ["limit_reached"],
  }),
  listBundles: op({
    at: "GET /bundles",
    by: by.anyone,
    summary: "List bundles",
    says: "Newest first. A page may be short: follow `next_cursor`.",
    query: bundlesQuery,
    answer: bundlesView,
    gives: "One page of bundles.",
  }),
  getBundle: op({
    at: "GET /bundles/{id}",
    by: by.anyone,
    summary: "Read a bundle",
    says: "With its datasets at their present prices.",
    params: idParams,
    answer: bundleView,
    gives: "The bundle.",
    refuses: ["bundle_not_found"],
  }),
  endBundle: op({
    at: "DELETE /bundles/{id}",
    by: by.agent,
    summary: "End a bundle",
    says: "Nobody can buy it any more; purchases stay. A repeat changes nothing.",
    params: idParams,
    answer: bundleView,
    gives: "The ended bundle.",
    refuses: ["bundle_not_found"],
  }),
  buyBundle: op({
    at: "POST /bundles/{id}/buy",
    by: buyer,
    summary: "Buy a bundle",
    says:
      "One charge for all its datasets, each checked as by `POST /datasets/{id}/buy` and bought at its share, with " +
      "its own escrow and refund. All are paid, or none. While it is `payment_pending`, read its purchases " +
      "again; cancelling one cancels all. Above `confirm_above_cents` it waits for the owner as a whole.",
    idempotent: true,
    pends: true,
    params: idParams,
    body: buyBundleBody,
    example: { payment_method_id: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6", expected_price_cents: 9900 },
    status: 201,
    answer: boughtBundleView,
    gives: "The charge and its purchases.",
    alsoGives: {
      202: { gives: "It waits for the owner; nothing is charged.", answer: waitingPurchaseView },
    },
    refuses: [
      "bundle_not_found",
      "bundle_not_available",
      "own_dataset",
      "dataset_not_available",
      "dataset_is_free",
      "not_for_direct_sale",
      "price_changed",
      "payment_method_unknown",
      "already_purchased",
      "identical_file_owned",
      "purchase_in_progress",
      "category_not_allowed",
      "spend_limit_exceeded",
      "limit_reached",
      "waiting_purchase_ended",
      "payment_declined",
      "invalid_acceptance",
      "acceptance_budget_spent",
      "access_required",
    ],
    tryMsMax: CHARGE_MS_MAX,
  }),
});
