import type { AgentActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { createCoupon } from "../../../market/coupon/create-coupon.ts";
import { listCoupons } from "../../../market/coupon/read.ts";
import { revokeCoupon } from "../../../market/coupon/revoke-coupon.ts";
import { couponBody } from "../../../market/coupon/schemas.ts";
import { MarketError } from "../../../market/errors.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";
import { listPricedListings } from "../selling/priced-listings.ts";

/** The fields of a form, not checked yet; `for` is a dataset's id, or `all` and an agent's. */
export type CouponInput = {
  for: string;
  code: string;
  percent: string;
  amountCents: number | null | undefined;
  maxUses: string;
  expiresAt: string;
};

export function couponUseCases(ctx: Context) {
  const listOffered = (owner: OwnerActor) => listPricedListings(ctx, owner);
  return {
    listCoupons: async (owner: OwnerActor, wanted: PageWanted) =>
      pageOf(await listCoupons(ctx, owner, wanted)),
    listCouponListings: listOffered,
    makeCoupon: async (owner: OwnerActor, input: CouponInput): Promise<void> => {
      const listings = await listOffered(owner);
      const named = listings.find(({ id }) => id === input.for);
      const ofAll = listings.find(({ agentId }) => `all ${agentId}` === input.for);
      const agentId = (named ?? ofAll)?.agentId;
      if (agentId === undefined) {
        const detail = "Choose one of your datasets with a price.";
        const faults = [{ pointer: "/dataset_ids", code: "invalid_choice", detail }];
        throw new MarketError("invalid_request", detail, { faults });
      }
      const body = parseForm(couponBody, {
        ...(input.code.trim() === "" ? {} : { code: input.code.trim() }),
        ...(input.percent.trim() === "" ? {} : { percent_off: Number(input.percent) }),
        ...(input.amountCents === undefined ? {} : { amount_off_cents: input.amountCents }),
        ...(named === undefined ? {} : { dataset_ids: [named.id] }),
        ...(input.maxUses.trim() === "" ? {} : { max_uses: Number(input.maxUses) }),
        ...(input.expiresAt === "" ? {} : { expires_at: `${input.expiresAt}T23:59:59Z` }),
      });
      // Whether the agent may sell is checked against its row.
      const agent: AgentActor = { kind: "agent", agentId, verified: true };
      await createCoupon(ctx, agent, body);
    },
    revokeCoupon: async (owner: OwnerActor, id: string): Promise<void> => {
      await revokeCoupon(ctx, owner, id);
    },
  };
}
