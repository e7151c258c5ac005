import { z } from "zod";
import { couponStatuses } from "../../db/vocabulary/coupon.ts";
import { idSchema } from "../text.ts";

export const couponEvents = {
  "coupon.used": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A purchase with your coupon is paid; `status` is `used_up` once no use is left.",
    data: z.object({
      coupon_id: idSchema,
      purchase_id: idSchema,
      dataset_id: idSchema,
      status: z.enum(couponStatuses),
      use_count: z.int().min(0),
      max_uses: z.int().min(1).nullable(),
    }),
  },
} as const;
