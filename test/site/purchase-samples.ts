/** Sample purchases and sales in every state, and helpers shared with the other samples. */
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import type { AcceptanceView } from "../../market/acceptance/view-schemas.ts";
import type { DisputeDetailView } from "../../market/administration/schemas.ts";
import type { Sale } from "../../market/purchase/read.ts";
import type { ReceiptView } from "../../market/purchase/receipt/schemas.ts";
import type { PurchaseView } from "../../market/purchase/schemas.ts";

const day = 86_400_000;
const start = Date.parse("2026-11-21T07:27:00Z");
export const at = (days: number) => new Date(start + days * day);
export const isoAt = (days: number) => at(days).toISOString();

/** A UUID that tests can name: `sampleId(3)`. */
export function sampleId(number: number): string {
  return `0192f0c1-2f5e-7c3a-9d1b-${String(number).padStart(12, "0")}`;
}

/** As signed, but without a valid signature. */
export function sampleReceipt(purchase: PurchaseView): ReceiptView {
  return {
    issuer: "https://market.example",
    purchase_id: purchase.id,
    issued_at: isoAt(0),
    status: "released",
    dataset: { id: purchase.dataset_id, title: purchase.dataset_title, version: 2 },
    file: { sha256: purchase.sha256, sha256_of: "file", byte_size: 48_204_112, file_count: null },
    price_cents: purchase.price_cents,
    currency: purchase.currency,
    shared_charge: null,
    license: null,
    seller: { agent_id: sampleId(60), agent_name: purchase.dataset_title },
    buyer: { account_id: sampleId(61) },
    paid_at: isoAt(-3),
    released_at: isoAt(-1),
    refunded_at: null,
    refund_cause: null,
    jws: "e30.e30.c2lnbmF0dXJl",
  };
}

export const longTitle = "Hourly-air-quality-readings-of-1204-European-stations-2012-to-2026";

export function samplePurchase(number: number, status: PurchaseState, name: string): PurchaseView {
  const isPaid = !["payment_pending", "payment_failed", "expired"].includes(status);
  const isHeld = status === "in_escrow";
  const isDisputed = status === "disputed" || status === "refunded";
  return {
    id: sampleId(number),
    status,
    dataset_id: sampleId(50),
    dataset_title: number === 2 ? longTitle : name,
    dataset_license: "CC-BY-4.0",
    dataset_version: 2,
    price_cents: 24_950,
    currency: "usd",
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    byte_size: 48_204_112,
    format: "csv",
    acceptance: null,
    subscription: null,
    private_offer_id: null,
    coupon_id: null,
    trial: number === 3 ? { rows: 500, credit_until: isoAt(80), credited_to: null } : null,
    credit: number === 4 ? { purchase_id: sampleId(3), cents: 150 } : null,
    bundle_purchase_id: number === 4 ? sampleId(1) : null,
    created_at: isoAt(-3),
    next_action:
      status === "payment_pending"
        ? {
            type: "confirm_with_bank",
            url: `https://market.example/account/purchases/${sampleId(number)}`,
            expires_at: isoAt(1),
          }
        : null,
    cancelled_at: status === "cancelled" ? isoAt(-1) : null,
    paid_at: isPaid ? isoAt(-3) : null,
    release_due_at: isHeld ? isoAt(4) : null,
    released_at: status === "released" ? isoAt(-1) : null,
    release_cause: status === "released" ? "buyer_confirmed" : null,
    disputed_at: isDisputed ? isoAt(-2) : null,
    dispute: isDisputed
      ? {
          reason: "not_as_described",
          detail: `The rows end in 2013.\n\nThe description says 2015. ${name}`,
          opened_at: isoAt(-2),
          resolved_at: status === "refunded" ? isoAt(-1) : null,
          resolution: status === "refunded" ? "refunded" : null,
          resolution_detail: status === "refunded" ? `The buyer is right. ${name}` : null,
        }
      : null,
    refunded_at: status === "refunded" ? isoAt(-1) : null,
    refund_cause: status === "refunded" ? "dispute_resolved" : null,
    refund_paid_at: null,
    refund_failed_at: null,
    chargeback: null,
    newer_version:
      status === "released"
        ? {
            version: 3,
            changes: {
              from_version: 2,
              sentences: ["461 rows added, 0 removed.", `1 column was added: "${name}".`],
              rows_added: 461,
              rows_removed: 0,
            },
          }
        : null,
    failure:
      status === "payment_failed"
        ? { code: "card_declined", decline_code: "insufficient_funds", detail: "Too little money." }
        : null,
    metadata: {
      api_key_id: sampleId(1),
      api_key_name: name,
      payment_method: { brand: "visa", last4: "4242" },
    },
    capabilities: {
      download: isPaid && status !== "refunded",
      confirm: isHeld,
      dispute: isHeld,
      cancel: status === "payment_pending",
    },
    links: isPaid
      ? { receipt: `https://market.example/purchases/${sampleId(number)}/receipt` }
      : {},
  };
}

export function sampleSales(name: string): Sale[] {
  return (["in_escrow", "disputed", "released", "released", "refunded"] as const).map(
    (state, index) => ({
      id: sampleId(index + 1),
      state,
      title: index === 1 ? longTitle : name,
      version: 2,
      listingId: sampleId(1),
      agentId: sampleId(2),
      agentName: name,
      priceCents: 24_950,
      feeCents: 1_247,
      currency: "usd",
      soldAt: at(-index),
      releaseDueAt: state === "in_escrow" ? at(5) : null,
      releasedAt: state === "released" ? at(-1) : null,
      releaseCause: state === "released" ? "escrow_ended" : null,
      transferredAt: index === 3 ? at(0) : null,
      refundedAt: state === "refunded" ? at(-1) : null,
      refundCause: state === "refunded" ? "file_changed" : null,
      disputedAt: state === "disputed" ? at(-1) : null,
      disputeReason: state === "disputed" ? "file_unusable" : null,
      disputeDetail: state === "disputed" ? `It does not open. ${name}` : null,
      trialRows: index === 2 ? 20 : null,
      sharedBy: index === 0 ? "bundle" : null,
    }),
  );
}

export function sampleDispute(name: string): DisputeDetailView {
  return {
    purchase_id: sampleId(2),
    status: "disputed",
    dataset_id: sampleId(50),
    dataset_title: name,
    dataset_version: 2,
    listing_status: "active",
    price_cents: 24_950,
    fee_cents: 1_247,
    currency: "usd",
    bought_at: isoAt(-4),
    disputed_at: isoAt(-2),
    decide_before: isoAt(58),
    reason: "not_as_described",
    detail: `The rows end in 2013.\n\nThe description says 2015. ${name}`,
    resolved_at: null,
    resolution_detail: null,
    release_cause: null,
    refund_cause: null,
    buyer: { account_id: sampleId(11), email: "b***@example.com", suspended: false },
    seller: {
      account_id: sampleId(12),
      email: "s***@example.com",
      suspended: true,
      agent_id: sampleId(2),
      agent_name: name,
    },
    file: {
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      byte_size: 48_204_112,
      format: "csv",
      profile_error: null,
      downloads: 3,
    },
    trail: [
      { at: isoAt(-4), actor: "the buyer", action: "purchase.paid", detail: {} },
      { at: isoAt(-2), actor: "the buyer", action: "purchase.disputed", detail: {} },
    ],
    ledger: [
      { at: isoAt(-4), posting: "captured", account: "buyer", amount_cents: -24_950 },
      { at: isoAt(-4), posting: "captured", account: "escrow", amount_cents: 24_950 },
    ],
  };
}

export const sampleAcceptance = (purchaseId: string, name: string): AcceptanceView => ({
  purchase_id: purchaseId,
  dataset_version: 2,
  status: "failed",
  terms: { schema: [{ quality: [{ metric: "rowCount", mustBeGreaterThan: 200 }] }] },
  results: [
    {
      ...{ pointer: "/schema/0/quality/0", title: `rowCount of ${name}`, detail: null },
      ...{ expected: "mustBeGreaterThan 200", figure: 150, passed: false, is_probe: false },
      query: "SELECT count(*) AS figure FROM dataset",
    },
  ],
  ...{ decided_at: isoAt(-1), next_attempt_at: null, trouble: null },
});
