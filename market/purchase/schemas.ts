import { z } from "zod";
import {
  acceptanceStates,
  buyerDisputeReasons,
  type DisputeReason,
  purchaseStates,
  type RefundCause,
  type ReleaseCause,
} from "../../db/vocabulary/purchase.ts";
import { downloadQuery } from "../catalogue/folder/schemas.ts";
import { embeddedFile, folderDownload } from "../catalogue/schemas.ts";
import { purchasedParquet } from "../catalogue/twin/schemas.ts";
import { VERSION_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { changesSummary } from "../profile/drift/schemas.ts";
import {
  idSchema,
  instantSchema,
  linksSchema,
  paginationSchema,
  prose,
  queryInteger,
} from "../text.ts";
import { attachmentsInput } from "./dispute/schemas.ts";
import { DISPUTE_DETAIL_CHARS_MAX, PURCHASE_DOWNLOAD_TTL_SECONDS } from "./limits.ts";
import { nextActionView } from "./next-action.ts";

const disputeReasons = [
  ...buyerDisputeReasons,
  "chargeback",
  "acceptance_undecided",
] as const satisfies readonly DisputeReason[];

const releaseCauses = [
  "buyer_confirmed",
  "escrow_ended",
  "dispute_resolved",
  "acceptance_passed",
] as const satisfies readonly ReleaseCause[];

const refundCauses = [
  "file_missing",
  "file_changed",
  "dispute_resolved",
  "dispute_timed_out",
  "charged_back",
  "refunded_at_provider",
  "charged_late",
  "no_update",
  "trial_cancelled",
  "acceptance_failed",
] as const satisfies readonly RefundCause[];

export const purchasesQuery = z
  .strictObject({
    ...walkQuery,
    status: z.enum(purchaseStates).optional(),
    dataset_id: idSchema.optional().meta({ description: "Only purchases of this dataset." }),
    bundle_purchase_id: idSchema.optional().meta({ description: "Only those of one charge." }),
    version: queryInteger(1, VERSION_MAX).optional().meta({
      description: "Only purchases of this version; use it with `dataset_id`.",
    }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "is not a SHA-256 in hexadecimal")
      .transform((hash) => hash.toLowerCase())
      .optional()
      .meta({
        description: "Only purchases of a file with these bytes, under any listing.",
        example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        override: { type: "string", pattern: "^[0-9a-fA-F]{64}$" },
      }),
    since: instantSchema.optional().meta({
      description: "Only purchases made at or after this time.",
      example: "2026-11-01T00:00:00Z",
    }),
  })
  .superRefine(cursorOrOffset);

export const purchaseDownloadQuery = downloadQuery.extend({
  version: queryInteger(1, VERSION_MAX).optional().meta({
    description:
      "Of a subscription's period: a version that was published in it; omitted: `dataset_version`.",
  }),
});
export type PurchaseDownloadQuery = z.infer<typeof purchaseDownloadQuery>;

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
    description:
      "`chargeback`: the card's bank disputes the payment. `acceptance_undecided`: the acceptance contract " +
      "could not be evaluated.",
  }),
  detail: z.string().nullable(),
  opened_at: instantSchema,
  resolved_at: instantSchema.nullable(),
  resolution: z.enum(["released", "refunded"]).nullable(),
  resolution_detail: z.string().nullable().meta({ description: "The administrator's reasons." }),
});

const failureView = z.object({
  code: z.string(),
  decline_code: z.string().nullable().meta({ description: "The payment provider's code." }),
  detail: z.string().nullable(),
});

const periodView = z.object({
  id: idSchema,
  period: z.int().min(1),
  starts_at: instantSchema,
  ends_at: instantSchema.meta({
    description: "Without a version published until then, the payment is refunded.",
  }),
  delivered_version: z.int().nullable().meta({
    description: "The latest version of the period; download it with `version`.",
  }),
});

export const purchaseView = z
  .object({
    id: idSchema,
    status: z.enum(purchaseStates).meta({
      description:
        "`in_escrow`, `disputed` and `released` are paid and can be downloaded. `payment_pending`: " +
        "the outcome of the charge is not known yet; read it again, and see `next_action`. `payment_failed`, `cancelled` (by its " +
        "buyer) and `expired`: nothing was charged.",
    }),
    dataset_id: idSchema,
    dataset_title: z.string().meta({ description: "As of the purchase." }),
    dataset_license: z.string().nullable().meta({
      description:
        "The licence of your purchase, which never changes; null if the listing named none.",
    }),
    dataset_version: z.int().meta({ description: "The purchased version, which never changes." }),
    price_cents: z.int(),
    currency: z.string(),
    sha256: z.string().nullable().meta({ description: "SHA-256 of the purchased file." }),
    byte_size: z.int().nullable(),
    format: z.string().nullable(),
    created_at: instantSchema,
    paid_at: instantSchema.nullable(),
    cancelled_at: instantSchema.nullable().meta({
      description: "When it was cancelled before payment.",
    }),
    release_due_at: instantSchema.nullable().meta({
      description:
        "When the seller is paid automatically, unless you dispute first. If you never downloaded the file and " +
        "the store has lost it, you are refunded instead, or the payment waits until the store works again.",
    }),
    released_at: instantSchema.nullable(),
    release_cause: z.enum(releaseCauses).nullable(),
    disputed_at: instantSchema.nullable(),
    dispute: disputeView.nullable(),
    refunded_at: instantSchema.nullable(),
    refund_cause: z.enum(refundCauses).nullable(),
    refund_paid_at: instantSchema.nullable().meta({
      description: "When the payment provider accepted the refund.",
    }),
    refund_failed_at: instantSchema.nullable().meta({
      description: "When the bank returned the refund: it is owed again and will be retried.",
    }),
    chargeback: z
      .enum(["open", "won", "lost"])
      .nullable()
      .meta({
        description:
          "The state of the card bank's dispute of the charge, if any; while it is `open` and once it is `lost`, " +
          "downloads are blocked.",
      }),
    acceptance: z
      .enum(acceptanceStates)
      .nullable()
      .meta({
        description:
          "Of the purchase's acceptance contract, if it has one; while it is `pending`, the file cannot be downloaded. " +
          "`links.acceptance` has the figures.",
      }),
    subscription: periodView.nullable().meta({
      description: "The subscription of which it pays one period; null: it bought one version.",
    }),
    private_offer_id: idSchema.nullable().meta({
      description: "The private offer whose price it pays.",
    }),
    coupon_id: idSchema.nullable().meta({ description: "The coupon that lowered its price." }),
    trial: z
      .object({
        rows: z.int(),
        credit_until: instantSchema.nullable().meta({
          description:
            "Until then it counts towards the whole file's price; null: it is unpaid, disputed or refunded.",
        }),
        credited_to: idSchema.nullable().meta({ description: "The purchase that it lowered." }),
      })
      .nullable(),
    credit: z
      .object({ purchase_id: idSchema, cents: z.int() })
      .nullable()
      .meta({ description: "The trial that lowered its price, and by how much." }),
    bundle_purchase_id: idSchema.nullable().meta({
      description: "The charge that bought its bundle; `price_cents` is its share.",
    }),
    newer_version: z
      .object({ version: z.int().min(1), changes: changesSummary.nullable() })
      .nullable()
      .meta({
        description:
          "The version on sale now, if it is newer than the purchased one, and what " +
          "changed since; `links.changes` has the details.",
      }),
    next_action: nextActionView.nullable(),
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
    links: linksSchema,
  })
  .meta({ id: "Purchase" });

export const purchasesView = z
  .object({ items: z.array(purchaseView), pagination: paginationSchema })
  .meta({ id: "PurchasePage" });

export const purchaseDownloadView = z
  .object({
    download_url: z.url().meta({ description: "Signed; supports byte ranges." }),
    expires_in: z.int().meta({ description: "Seconds.", example: PURCHASE_DOWNLOAD_TTL_SECONDS }),
    sha256: z.string().nullable().meta({ description: "Compare the downloaded file with it." }),
    byte_size: z.int().nullable(),
    ...folderDownload,
    ...embeddedFile,
    parquet: z.array(purchasedParquet).meta({
      description:
        "The same rows as Parquet, one file for each table; empty until they are written.",
    }),
  })
  .meta({ id: "PurchaseDownload" });

export type PurchasesQuery = z.infer<typeof purchasesQuery>;
export type DisputeBody = z.infer<typeof disputeBody>;
export type PurchasesView = z.infer<typeof purchasesView>;
export type PurchaseView = z.infer<typeof purchaseView>;
export type PurchaseDownloadView = z.infer<typeof purchaseDownloadView>;
