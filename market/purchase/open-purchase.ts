import type { Database } from "../../db/client.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { supersedeWaiting } from "../account/end-waiting.ts";
import { needsOwner } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { throwRefusals } from "../refusal.ts";
import type { BuyBody } from "./buy-schemas.ts";
import { buyRefusals } from "./rules.ts";
import { gatherSale } from "./sale-facts.ts";
import { soldTitle } from "./trial/rules.ts";
import { keepWaiting, type OpenedPurchase } from "./waiting/keep-waiting.ts";
import { wishOf } from "./waiting/wish.ts";
import { writeDirectPurchase } from "./write-direct-purchase.ts";

/**
 * Opens a purchase of the dataset's current file at its current price; `settlePayment` charges it, or the
 * clock if the caller dies. Above the key's `confirm_above_cents` it waits for the owner's approval
 * instead; repeating the same request does not ask again.
 * Errors: dataset_not_found, limit_reached (waiting purchases), and every code of `buyRefusals`.
 */
export async function openPurchase(
  ctx: Context,
  operator: OperatorActor,
  datasetId: string,
  body: BuyBody,
): Promise<OpenedPurchase> {
  return ctx.db.transaction((tx) => open(tx, ctx, operator, { datasetId, body }));
}

async function open(
  tx: Database,
  ctx: Context,
  operator: OperatorActor,
  { datasetId, body }: { datasetId: string; body: BuyBody },
): Promise<OpenedPurchase> {
  const { accountId, apiKeyId } = operator;
  const buyer = { accountId, apiKeyId };
  const { facts, offer } = await gatherSale(tx, ctx, { buyer, datasetId, body });
  throwRefusals(buyRefusals(facts));
  const { now, key, priceCents } = facts;
  if (needsOwner(key, priceCents)) {
    const terms = wishOf({ facts, offer, body, priceCents });
    const title = soldTitle(offer.listing.title, facts.trialRows ?? null);
    return { kind: "waiting", waiting: await keepWaiting(tx, { operator, terms, title, now }) };
  }
  const purchase = await writeDirectPurchase(tx, ctx, {
    facts,
    offer,
    actor: operator,
    buyer,
    body,
    settleDueAt: new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000),
  });
  await supersedeWaiting(tx, operator, { accountId, listingId: datasetId }, now);
  return { kind: "purchase", purchase };
}
