import { z } from "zod";
import { couponStatuses } from "../../db/vocabulary/coupon.ts";
import { PRICE_CENTS_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, paginationSchema } from "../text.ts";
import {
  COUPON_CODE_CHARS_MAX,
  COUPON_CODE_CHARS_MIN,
  COUPON_DATASETS_MAX,
  COUPON_USES_MAX,
} from "./limits.ts";

export const couponCode = z
  .string()
  .min(COUPON_CODE_CHARS_MIN)
  .max(COUPON_CODE_CHARS_MAX)
  .regex(/^[A-Za-z0-9-]+$/, "has other characters than letters, digits and hyphens");

const percent = z.int().min(1).max(99);
const amount = z.int().min(1).max(PRICE_CENTS_MAX);
const usesMax = z.int().min(1).max(COUPON_USES_MAX);

export const couponBody = z
  .strictObject({
    code: couponCode
      .optional()
      .meta({ description: "Upper and lower case are equal. Omitted: a random one." }),
    percent_off: percent.optional().meta({ example: 20 }),
    amount_off_cents: amount.optional(),
    dataset_ids: z.array(idSchema).min(1).max(COUPON_DATASETS_MAX).optional().meta({
      description: "Datasets that it is for. Omitted: all of the agent.",
    }),
    max_uses: usesMax.optional().meta({ description: "Omitted: any number." }),
    once_per_buyer: z.boolean().default(true),
    expires_at: instantSchema.optional().meta({ description: "Omitted: never." }),
  })
  .refine((body) => (body.percent_off === undefined) !== (body.amount_off_cents === undefined), {
    path: ["percent_off"],
    message: "give percent_off or amount_off_cents",
  })
  .meta({ id: "CouponBody" });
export type CouponBody = z.infer<typeof couponBody>;

export const couponView = z
  .object({
    id: idSchema,
    status: z.enum(couponStatuses),
    code: z.string(),
    percent_off: z.int().nullable(),
    amount_off_cents: z.int().nullable(),
    currency: z.string(),
    dataset_ids: z.array(idSchema).nullable(),
    max_uses: z.int().nullable(),
    use_count: z.int().meta({
      description: "Purchases that ended unpaid, or were refunded before a download, do not count.",
    }),
    once_per_buyer: z.boolean(),
    expires_at: instantSchema.nullable(),
    created_at: instantSchema,
    revoked_at: instantSchema.nullable(),
  })
  .meta({ id: "Coupon" });
export type CouponView = z.infer<typeof couponView>;

export const couponsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);
export type CouponsQuery = z.infer<typeof couponsQuery>;

export const couponsView = z
  .object({ items: z.array(couponView), pagination: paginationSchema })
  .meta({ id: "Coupons" });
