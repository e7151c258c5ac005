import { insertStatement } from "../../db/queries/purchases/dispute-statements.ts";
import { lockPurchase } from "../../db/queries/purchases/purchases.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { KeptAttachment } from "../../db/vocabulary/purchase.ts";
import type { Context } from "../context.ts";
import { throwRefusals } from "../refusal.ts";
import { requireInEscrow, requireOwnPurchase } from "./own-purchase.ts";
import { loadPurchaseView } from "./purchase-view.ts";
import type { DisputeBody, PurchaseView } from "./schemas.ts";
import { holdDisputed } from "./settlement/hold-disputed.ts";
import { isCredited } from "./trial/find-credit.ts";
import { creditedRefusal } from "./trial/rules.ts";

/**
 * Opens a dispute, with evidence files that are already stored. The money stays in escrow until an
 * administrator decides.
 * Errors: purchase_not_found, purchase_not_yours, purchase_not_in_escrow, trial_credited.
 */
export async function disputePurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
  { reason, detail }: Pick<DisputeBody, "reason" | "detail">,
  attachments: KeptAttachment[] = [],
): Promise<PurchaseView> {
  const now = ctx.now();
  return await ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    requireOwnPurchase(purchase, actor);
    requireInEscrow(purchase);
    throwRefusals([creditedRefusal(await isCredited(tx, purchase))]);
    const files = attachments.map(({ sha256 }) => sha256);
    await holdDisputed(tx, purchase, { actor, reason, detail, now, files });
    const said = { text: detail, attachments, side: "buyer", createdAt: now } as const;
    await insertStatement(tx, { ...said, purchaseId });
    return loadPurchaseView({ db: tx, config: ctx.config }, purchaseId);
  });
}
