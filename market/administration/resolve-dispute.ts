import {
  findPurchase,
  lockPurchase,
  type PurchaseRow,
} from "../../db/queries/purchases/purchases.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { isParty } from "../purchase/rules.ts";
import { refundToBuyer, releaseToSeller } from "../purchase/settlement/end-escrow.ts";
import { stateInWords } from "../purchase-state.ts";
import { disputeResolution } from "./rules.ts";
import type { ResolveBody } from "./schemas.ts";

const endings = { release: releaseToSeller, refund: refundToBuyer };

/**
 * Decides a dispute: the money goes to the seller or back to the buyer, both get a mail, and the clock
 * settles with the provider at once. The same decision again changes nothing. A bank's dispute has to be
 * decided by the bank first.
 * Errors: purchase_not_found, party_to_dispute, purchase_not_disputed (another decision, the clock or the
 * bank was faster), payments_unavailable.
 */
export async function resolveDispute(
  ctx: Context,
  admin: AdminActor,
  purchaseId: string,
  { decision, detail }: ResolveBody,
): Promise<{ changed: boolean; state: PurchaseRow["state"] }> {
  const found = await findPurchase(ctx.db, purchaseId);
  if (found === null) throw notFound();
  if (isParty(admin.accountId, found)) {
    throw new MarketError(
      "party_to_dispute",
      "You bought or sold this: another one has to decide.",
    );
  }
  await requireBankIsDone(ctx, found);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (purchase === null) throw notFound();
    const outcome = disputeResolution(purchase, decision);
    if (outcome === "repeat") return { changed: false, state: purchase.state };
    if (outcome === "conflict") {
      throw new MarketError("purchase_not_disputed", `The purchase is ${inWords(purchase)}.`);
    }
    const ending = {
      actor: admin,
      cause: "dispute_resolved",
      now,
      resolutionDetail: detail,
    } as const;
    const ended = await endings[decision](tx, purchase, ending);
    return { changed: true, state: ended.state };
  });
}

function notFound(): MarketError {
  return new MarketError("purchase_not_found", "No purchase has this id.");
}

function inWords({ state, releaseCause, refundCause }: PurchaseRow): string {
  const cause = releaseCause ?? refundCause;
  return cause === null ? stateInWords(state) : `${state} (${cause.replaceAll("_", " ")})`;
}

/** Runs outside the transaction, so that no lock waits for the network. */
async function requireBankIsDone(ctx: Context, purchase: PurchaseRow): Promise<void> {
  if (purchase.state !== "disputed" || purchase.disputeReason !== "chargeback") return;
  if (purchase.paymentIntentId === null) return;
  const answer = await ctx.payments.readIntent(purchase.paymentIntentId);
  if (answer.kind !== "ok") {
    throw new MarketError("payments_unavailable", "Whether the bank has decided is not known yet.");
  }
  const { bankDispute } = answer.value;
  if (bankDispute !== "open" && bankDispute !== "lost") return;
  throw new MarketError(
    "purchase_not_disputed",
    bankDispute === "open"
      ? "The buyer's bank disputes the charge and has not decided yet. Answer it at the provider."
      : "The buyer's bank has taken the money back: the purchase is refunded automatically.",
  );
}
