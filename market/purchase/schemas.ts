/** The wire shapes of purchases. REST, OpenAPI and (later) MCP share them. */
import { z } from "zod";
import { DISPUTE_DETAIL_CHARS_MAX, PURCHASE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { idSchema, instantSchema, pageQuery, paginationSchema, prose } from "../text.ts";
import { purchaseStates } from "../vocabulary.ts";
import {
  buyerDisputeReasons,
  type DisputeReason,
  type RefundCause,
  type ReleaseCause,
} from "./rules.ts";

const disputeReasons = [
  ...buyerDisputeReasons,
  "chargeback",
] as const satisfies readonly DisputeReason[];

const releaseCauses = [
  "buyer_confirmed",
  "escrow_ended",
  "dispute_resolved",
] as const satisfies readonly ReleaseCause[];

const refundCauses = [
  "file_missing",
  "file_changed",
  "dispute_resolved",
  "dispute_timed_out",
  "charged_back",
  "refunded_at_provider",
] as const satisfies readonly RefundCause[];

export const purchasesQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(purchaseStates).optional(),
});

export const disputeBody = z
  .strictObject({
    reason: z.enum(buyerDisputeReasons),
    detail: prose(DISPUTE_DETAIL_CHARS_MAX).meta({
      description: "What is wrong, for the seller and the administrator who decides.",
      example: "The rows end in 2013, the description says 2015.",
    }),
  })
  .meta({ id: "DisputeBody" });

const disputeView = z.object({
  reason: z.enum(disputeReasons).meta({
    description: "`chargeback`: the card's bank disputes the payment.",
  }),
  detail: z.string().nullable(),
  opened_at: instantSchema,
  resolved_at: instantSchema.nullable(),
  resolution: z.enum(["released", "refunded"]).nullable(),
  resolution_detail: z.string().nullable().meta({ description: "In the administrator's words." }),
});

const failureView = z.object({
  code: z.string(),
  decline_code: z.string().nullable().meta({ description: "The payment provider's." }),
  detail: z.string().nullable(),
});

export const purchaseView = z
  .object({
    id: idSchema,
    status: z.enum(purchaseStates).meta({
      description:
        "`in_escrow`, `disputed` and `released` are paid and can be downloaded. `payment_pending`: " +
        "the outcome of the charge is not known yet; ask again.",
    }),
    dataset_id: idSchema,
    dataset_title: z.string().meta({ description: "As it was when it was bought." }),
    dataset_version: z.int().meta({ description: "The version that was bought, for good." }),
    price_cents: z.int(),
    currency: z.string(),
    sha256: z.string().nullable().meta({ description: "Of the file that was bought." }),
    byte_size: z.int().nullable(),
    format: z.string().nullable(),
    created_at: instantSchema,
    paid_at: instantSchema.nullable(),
    release_due_at: instantSchema.nullable().meta({
      description: "When the seller is paid by itself, unless you dispute before.",
    }),
    released_at: instantSchema.nullable(),
    release_cause: z.enum(releaseCauses).nullable(),
    disputed_at: instantSchema.nullable(),
    dispute: disputeView.nullable(),
    refunded_at: instantSchema.nullable(),
    refund_cause: z.enum(refundCauses).nullable(),
    refund_paid_at: instantSchema.nullable().meta({
      description: "When the payment provider took the refund.",
    }),
    refund_failed_at: instantSchema.nullable().meta({
      description: "When the bank sent the refund back: it is owed again and tried again.",
    }),
    chargeback: z
      .enum(["open", "won", "lost"])
      .nullable()
      .meta({
        description:
          "What the card's bank says of the charge if it disputed it; while `open` and once `lost`, " +
          "downloads are closed.",
      }),
    failure: failureView.nullable().meta({ description: "Why the payment failed." }),
    metadata: z.object({
      api_key_id: idSchema,
      api_key_name: z.string(),
      payment_method: z.object({ brand: z.string(), last4: z.string() }),
    }),
    capabilities: z.object({ download: z.boolean(), confirm: z.boolean(), dispute: z.boolean() }),
    links: z.record(z.string(), z.url()),
  })
  .meta({ id: "Purchase" });

export const purchasesView = z
  .object({ items: z.array(purchaseView), pagination: paginationSchema })
  .meta({ id: "PurchasePage" });

export const purchaseDownloadView = z
  .object({
    download_url: z.url().meta({ description: "Signed; takes byte ranges." }),
    expires_in: z.int().meta({ description: "Seconds.", example: PURCHASE_DOWNLOAD_TTL_SECONDS }),
    sha256: z.string().nullable().meta({ description: "Check the file against it." }),
    byte_size: z.int().nullable(),
  })
  .meta({ id: "PurchaseDownload" });

export type PurchasesQuery = z.infer<typeof purchasesQuery>;
export type DisputeBody = z.infer<typeof disputeBody>;
export type PurchaseView = z.infer<typeof purchaseView>;
export type PurchaseDownloadView = z.infer<typeof purchaseDownloadView>;
