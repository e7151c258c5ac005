/** The wire shapes of purchases. REST, OpenAPI and (later) MCP share them. */

import { z } from "zod";
import {
  buyerDisputeReasons,
  type DisputeReason,
  purchaseStates,
  type RefundCause,
  type ReleaseCause,
} from "../../db/vocabulary/purchase.ts";
import { folderDownload } from "../catalogue/schemas.ts";
import { purchasedParquet } from "../catalogue/twin/schemas.ts";
import { VERSION_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { changesSummary } from "../profile/drift/schemas.ts";
import { idSchema, instantSchema, paginationSchema, prose, queryInteger } from "../text.ts";
import { attachmentsInput } from "./dispute/schemas.ts";
import { DISPUTE_DETAIL_CHARS_MAX, PURCHASE_DOWNLOAD_TTL_SECONDS } from "./limits.ts";

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
  "charged_late",
] as const satisfies readonly RefundCause[];

export const purchasesQuery = z
  .strictObject({
    ...walkQuery,
    status: z.enum(purchaseStates).optional(),
    dataset_id: idSchema.optional().meta({ description: "Purchases of this dataset." }),
    version: queryInteger(1, VERSION_MAX).optional().meta({
      description: "Purchases of this version; best with `dataset_id`.",
    }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "is not a SHA-256 in hexadecimal")
      .transform((hash) => hash.toLowerCase())
      .optional()
      .meta({
        description: "Purchases of a file of these bytes, under whichever listing they were sold.",
        example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        override: { type: "string", pattern: "^[0-9a-fA-F]{64}$" },
      }),
    since: instantSchema.optional().meta({
      description: "Purchases that were made then or later.",
      example: "2026-11-01T00:00:00Z",
    }),
  })
  .superRefine(cursorOrOffset);

export const disputeBody = z
  .strictObject({
    reason: z.enum(buyerDisputeReasons),
    detail: prose(DISPUTE_DETAIL_CHARS_MAX).meta({
      description: "What is wrong, for the seller and the administrator who decides.",
      example: "The rows end in 2013, the description says 2015.",
    }),
    attachments: attachmentsInput,
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

const nextActionView = z.object({
  type: z.literal("confirm_with_bank"),
  url: z.url().meta({ description: "A page of the account's person: give it to them." }),
  expires_at: instantSchema.meta({ description: "Then the payment is given up." }),
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
        "the outcome of the charge is not known yet; ask again, and see `next_action`. `payment_failed`, `cancelled` (by its " +
        "buyer) and `expired`: nothing was charged.",
    }),
    dataset_id: idSchema,
    dataset_title: z.string().meta({ description: "As it was when it was bought." }),
    dataset_license: z.string().nullable().meta({
      description: "As it was when it was bought, and stays for you; null: it named none.",
    }),
    dataset_version: z.int().meta({ description: "The version that was bought, for good." }),
    price_cents: z.int(),
    currency: z.string(),
    sha256: z.string().nullable().meta({ description: "Of the file that was bought." }),
    byte_size: z.int().nullable(),
    format: z.string().nullable(),
    created_at: instantSchema,
    paid_at: instantSchema.nullable(),
    cancelled_at: instantSchema.nullable().meta({
      description: "When it was cancelled before it was paid.",
    }),
    release_due_at: instantSchema.nullable().meta({
      description:
        "When the seller is paid by itself, unless you dispute before. What was never fetched and is " +
        "not in the store then goes back to you, or waits until the store is whole again.",
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
    newer_version: z
      .object({ version: z.int().min(1), changes: changesSummary.nullable() })
      .nullable()
      .meta({
        description:
          "The version that is on sale now, where it is newer than the one that was bought, and what " +
          "changed since; `links.changes` has all of it.",
      }),
    next_action: nextActionView.nullable().meta({
      description:
        "While the card's bank wants its holder to confirm the payment: nothing is charged before they " +
        "do, and no agent can. Else null.",
    }),
    failure: failureView.nullable().meta({ description: "Why the payment failed." }),
    metadata: z.object({
      api_key_id: idSchema,
      api_key_name: z.string(),
      payment_method: z.object({ brand: z.string(), last4: z.string() }),
    }),
    capabilities: z.object({
      download: z.boolean(),
      confirm: z.boolean(),
      dispute: z.boolean(),
      cancel: z.boolean(),
    }),
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
    ...folderDownload,
    parquet: z.array(purchasedParquet).meta({
      description: "The same rows as Parquet, a file a table; empty until they are made.",
    }),
  })
  .meta({ id: "PurchaseDownload" });

export type PurchasesQuery = z.infer<typeof purchasesQuery>;
export type DisputeBody = z.infer<typeof disputeBody>;
export type PurchaseView = z.infer<typeof purchaseView>;
export type PurchaseDownloadView = z.infer<typeof purchaseDownloadView>;
