import { z } from "zod";
import { bucketDeliveryStates } from "../../db/vocabulary/bucket-delivery.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { isBucketName } from "../listing/import/rules.ts";
import { idSchema, instantSchema, line, paginationSchema } from "../text.ts";
import { attemptFields, s3KeyFields, s3PlaceFields } from "../transfer-shapes.ts";
import { DELIVERY_FAILURES_MAX, DELIVERY_PREFIX_CHARS_MAX } from "./limits.ts";

export const deliveryTargetBody = z
  .strictObject({
    bucket: z
      .string()
      .refine(isBucketName, "is not the name of a bucket")
      .meta({ example: "acme-datasets", maxLength: 63 }),
    prefix: line(DELIVERY_PREFIX_CHARS_MAX).optional().meta({
      description: "The folder below which we write.",
      example: "market/",
    }),
    ...s3PlaceFields,
    ...s3KeyFields,
    secret_access_key: s3KeyFields.secret_access_key.meta({
      description: "Stored encrypted, and never shown.",
    }),
  })
  .meta({ id: "DeliveryTargetBody" });

const policy = z
  .object({
    Version: z.string(),
    Statement: z.array(
      z.object({ Effect: z.string(), Action: z.array(z.string()), Resource: z.string() }),
    ),
  })
  .meta({ description: "An IAM policy with the least that the keys need." });

export const deliveryTargetView = z
  .object({
    id: idSchema,
    bucket: z.string(),
    prefix: z.string(),
    region: z.string(),
    endpoint: z.string().nullable().meta({ description: "Null: AWS." }),
    access_key_id: z.string(),
    policy,
    checked_at: instantSchema.meta({
      description: "When a test object was last written and read back.",
    }),
    created_at: instantSchema,
  })
  .meta({ id: "DeliveryTarget" });

export const deliveryTargetsView = z
  .object({ items: z.array(deliveryTargetView) })
  .meta({ id: "DeliveryTargets" });

export const bucketDeliveryBody = z
  .strictObject({ purchase_id: idSchema })
  .meta({ id: "BucketDeliveryBody" });

export const bucketDeliveryView = z
  .object({
    id: idSchema,
    target_id: idSchema,
    purchase_id: idSchema,
    state: z.enum(bucketDeliveryStates).meta({
      description: "`delivered`: every file is there and its SHA-256 was verified.",
    }),
    bytes_done: z.int(),
    bytes_total: z.int().nullable(),
    ...attemptFields(DELIVERY_FAILURES_MAX),
  })
  .meta({ id: "BucketDelivery" });

export const bucketDeliveriesQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

export const bucketDeliveriesView = z
  .object({ items: z.array(bucketDeliveryView), pagination: paginationSchema })
  .meta({ id: "BucketDeliveryPage" });

export type DeliveryTargetBody = z.infer<typeof deliveryTargetBody>;
export type DeliveryTargetView = z.infer<typeof deliveryTargetView>;
export type BucketDeliveryView = z.infer<typeof bucketDeliveryView>;
export type BucketDeliveriesQuery = z.infer<typeof bucketDeliveriesQuery>;
export type BucketDeliveriesView = z.infer<typeof bucketDeliveriesView>;
