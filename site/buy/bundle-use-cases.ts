/** Bundles bought on the website, with the account's built-in key. */
import { findPurse } from "../../db/queries/purchases/purses.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { actOnSite } from "../../market/account/built-in/act-on-site.ts";
import { type CardSummary, listPaymentMethods } from "../../market/account/read.ts";
import { openBundlePurchase } from "../../market/bundle/open-bundle-purchase.ts";
import { getBundle } from "../../market/bundle/read.ts";
import type { BundleView, BuyBundleBody } from "../../market/bundle/schemas.ts";
import type { Context } from "../../market/context.ts";
import { requireOwnPurchase } from "../../market/purchase/own-purchase.ts";
import { dayMs } from "../../platform/time.ts";
import type { Ordered } from "./use-cases.ts";

export type BundleSale = {
  bundle: BundleView;
  cards: CardSummary[];
  /** The latest time at which the seller is paid for a purchase made now. */
  heldUntil: Date;
};

export function bundleBuyUseCases(ctx: Context) {
  return {
    /** Errors: bundle_not_found. */
    readBundleSale: async (owner: OwnerActor, bundleId: string): Promise<BundleSale> => {
      const [bundle, cards] = await Promise.all([
        getBundle(ctx, bundleId),
        listPaymentMethods(ctx, owner),
      ]);
      const heldUntil = new Date(ctx.now().getTime() + ctx.config.ESCROW_DAYS * dayMs);
      return { bundle, cards, heldUntil };
    },
    /** Opens the purchases within the form's transaction; `chargeOrder` charges them afterwards. */
    orderBundle: async (
      owner: OwnerActor,
      bundleId: string,
      body: BuyBundleBody,
    ): Promise<Ordered> => {
      const opened = await openBundlePurchase(ctx, await actOnSite(ctx, owner), bundleId, body);
      return opened.kind === "bundle"
        ? { path: `/account/payments/${opened.purse.id}`, purchase: opened.purse }
        : { path: `/account/waiting/${opened.waiting.id}`, purchase: null };
    },
    /** Why the person's own attempt to buy this bundle failed; null if it did not. */
    readBundleDecline: async (
      owner: OwnerActor,
      { paymentId, bundleId }: { paymentId: string; bundleId: string },
    ): Promise<string | null> => {
      const purse = await findPurse(ctx.db, paymentId);
      requireOwnPurchase(purse, owner);
      const isOfSale = purse.bundleId === bundleId && purse.state === "payment_failed";
      return isOfSale ? (purse.failureDetail ?? "The bank gave no reason.") : null;
    },
  };
}
