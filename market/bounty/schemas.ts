import { z } from "zod";
import { bountyModes, bountyStatuses, deliveryStates } from "../../db/vocabulary/bounty.ts";
import { acceptanceResult } from "../acceptance/results.ts";
import { acceptanceTerms } from "../acceptance/schemas.ts";
import { PRICE_CENTS_MAX } from "../limits.ts";
import { buyBody } from "../purchase/buy-schemas.ts";
import { nextActionView } from "../purchase/next-action.ts";
import { idSchema, instantSchema } from "../text.ts";
import { BOUNTY_WINNERS_MAX } from "./limits.ts";

const cents = z.int().min(1).max(PRICE_CENTS_MAX);
export const bountyBody = z
  .strictObject({
    acceptance: acceptanceTerms,
    prize_cents: cents.meta({
      description:
        "The most for each winner, who gets no more than the dataset's price on sale. In cents.",
      example: 20_000,
    }),
    winners: z.int().min(1).max(BOUNTY_WINNERS_MAX).default(1),
    mode: z
      .enum(bountyModes)
      .default("first_to_pass")
      .meta({
        description:
          "`first_to_pass`: the earliest deliveries that pass win the prize. `lowest_price`: sellers name a price; at " +
          "the deadline the cheapest deliveries that passed win.",
      }),
    payment_method_id: buyBody.shape.payment_method_id,
  })
  .meta({
    id: "BountyBody",
    description:
      "Money for sellers who deliver data that meets a contract. The card is charged once, for all prizes; what " +
      "nobody wins is refunded at the end. Needs the scope `purchase`.",
  });
export type BountyBody = z.infer<typeof bountyBody>;

export const deliveryPrice = cents.optional().meta({
  description: "Only for a bounty of `lowest_price`: your price if you win, in cents.",
});

const total = z.int().min(0);

export const bountyView = z
  .object({
    status: z.enum(bountyStatuses).meta({
      description:
        "`funding`: being charged, see `next_action`. `unfunded`: the charge failed, see `failure`.",
    }),
    mode: z.enum(bountyModes).meta({ description: "As in `BountyBody`." }),
    prize_cents: cents,
    winners: z.int().min(1),
    awarded: total,
    acceptance: acceptanceTerms,
    conditions: z
      .array(z.string())
      .meta({ description: "`acceptance` in words: what a delivered file has to meet." }),
    deliveries: z.object({
      pending: total.meta({ description: "Not evaluated yet." }),
      passed: total.meta({ description: "Passed, and wait for the end." }),
      failed: total,
      undecided: total.meta({ description: "They could not be evaluated." }),
      lost: total.meta({ description: "Others won, or the bounty ended." }),
    }),
    refund_cents: total.meta({ description: "What went back to the poster, or is on its way." }),
    next_action: nextActionView.nullable(),
    failure: z.string().nullable(),
    ended_at: instantSchema.nullable(),
  })
  .meta({ id: "Bounty" });
export type BountyView = z.infer<typeof bountyView>;

export const deliveryView = z
  .object({
    status: z.enum(deliveryStates).meta({
      description:
        "`undecided`: it could not be evaluated. `lost`: others won, or it was no longer on sale, see `detail`.",
    }),
    price_cents: cents.meta({
      description:
        "What its seller gets if it wins, before the fee: at most the dataset's price at the delivery.",
    }),
    version: z.int().min(1),
    results: z.array(acceptanceResult).meta({
      description:
        "Empty until it is evaluated. The poster sees figures about values only of a file that won.",
    }),
    detail: z.string().nullable(),
    evaluated_at: instantSchema.nullable(),
    purchase_id: idSchema.nullable(),
  })
  .meta({ id: "BountyDelivery" });
export type DeliveryView = z.infer<typeof deliveryView>;
