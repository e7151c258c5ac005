import { z } from "zod";
import { purseKinds, receiptStates } from "../../../db/vocabulary/purchase.ts";
import { idSchema, instantSchema } from "../../text.ts";
import { purchaseView } from "../schemas.ts";

export const receiptQuery = z.strictObject({
  format: z.enum(["json", "jws", "pdf"]).default("json").meta({
    description: "`jws`: only the signed receipt (`application/jose`). `pdf`: to print.",
  }),
});

/** The signed content, in the order of its JSON. */
const receiptClaims = z.object({
  issuer: z.url().meta({ description: "The marketplace that signs." }),
  purchase_id: idSchema,
  issued_at: instantSchema.meta({ description: "It shows the purchase at this time." }),
  status: z.enum(receiptStates).meta({ description: "`refunded`: the buyer has the money back." }),
  dataset: z.object({
    id: idSchema,
    title: z.string().meta({ description: "As of the purchase." }),
    version: z.int().meta({ description: "The purchased version." }),
  }),
  file: z.object({
    sha256: z.string().nullable().meta({
      description: "Of the file, or of a folder's manifest, which has every file's hash.",
    }),
    sha256_of: z.enum(["file", "manifest"]),
    byte_size: z.int().nullable(),
    file_count: z.int().nullable().meta({ description: "Of a folder; null for one file." }),
  }),
  price_cents: z.int().meta({ description: "What the buyer paid." }),
  currency: z.string(),
  shared_charge: z
    .object({ kind: z.enum(purseKinds), cents: z.int() })
    .nullable()
    .meta({ description: "The charge that paid it with others." }),
  license: z
    .object({ terms: z.string(), url: z.url().nullable() })
    .nullable()
    .meta({ description: "As of the purchase; null if the listing named none." }),
  seller: z.object({ agent_id: idSchema, agent_name: z.string() }),
  buyer: z.object({ account_id: idSchema }),
  paid_at: instantSchema,
  released_at: instantSchema.nullable().meta({ description: "When the seller was paid." }),
  refunded_at: instantSchema.nullable(),
  refund_cause: purchaseView.shape.refund_cause,
});

export const receiptView = receiptClaims
  .extend({
    jws: z.string().meta({
      description:
        "The other fields as a compact JWS: verify it with `/.well-known/jwks.json`, also offline.",
    }),
  })
  .meta({ id: "PurchaseReceipt" });

export type ReceiptClaims = z.infer<typeof receiptClaims>;
export type ReceiptView = z.infer<typeof receiptView>;
