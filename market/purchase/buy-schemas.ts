import { z } from "zod";
import { planIntervals } from "../../db/vocabulary/listing.ts";
import { acceptanceChoice } from "../acceptance/schemas.ts";
import { couponCode } from "../coupon/schemas.ts";
import { allowDuplicate } from "../held-file/schemas.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX, PRICE_CENTS_MAX } from "../limits.ts";
import { idSchema, line } from "../text.ts";

/** A trial has its own price and no contract. */
const withoutTrial = ["acceptance", "private_offer_id", "coupon", "plan"] as const;

/** `POST /datasets/{id}/buy` (docs/interface.md, buy). */
export const buyBody = z
  .strictObject({
    payment_method_id: line(PAYMENT_METHOD_ID_CHARS_MAX).meta({
      description: "One of the account's payment methods; `GET /operator/me` lists them.",
      example: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6",
    }),
    expected_price_cents: z.int().min(0).max(PRICE_CENTS_MAX).optional().meta({
      description:
        "The price that you saw, with or without the credit of your trial. If it has changed, the answer is `price_changed`.",
    }),
    allow_duplicate: allowDuplicate,
    acceptance: acceptanceChoice.optional(),
    private_offer_id: idSchema.optional().meta({
      description:
        "An accepted private offer: you pay its price, or the listing's if that is lower.",
    }),
    coupon: couponCode.optional().meta({
      description: "A seller's code that lowers the price.",
    }),
    plan: z.enum(planIntervals).optional().meta({
      description: "Subscribes to the dataset's plan of this interval at the plan's price.",
    }),
    trial: z.boolean().optional().meta({
      description:
        "Buys the rows of the dataset's `trial` at its price, instead of the whole file.",
    }),
  })
  .refine((body) => body.plan === undefined || body.private_offer_id === undefined, {
    path: ["private_offer_id"],
    message: "a private offer is no subscription",
  })
  .refine((body) => body.coupon === undefined || body.plan === undefined, {
    path: ["coupon"],
    message: "a coupon is for no subscription",
  })
  .refine((body) => body.coupon === undefined || body.private_offer_id === undefined, {
    path: ["coupon"],
    message: "a private price takes no coupon",
  })
  .superRefine((body, issues) => {
    if (body.trial !== true) return;
    for (const name of withoutTrial) {
      if (body[name] === undefined) continue;
      issues.addIssue({ code: "custom", path: [name], message: "a trial is bought without it" });
    }
  })
  .meta({ id: "BuyBody" });

export type BuyBody = z.infer<typeof buyBody>;
