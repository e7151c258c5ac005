/** The owner approves a waiting purchase: everything is checked again, and the purchase is made, once. */
import type { Database } from "../../../db/client.ts";
import {
  findWaitingPurchase,
  lockWaitingOf,
  type WaitingPurchaseRow,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { endWaiting, supersedeWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";
import { licenseAsSold } from "../../listing/provenance/rules.ts";
import { throwRefusals } from "../../refusal.ts";
import { buyRefusals } from "../rules.ts";
import { gatherSale } from "../sale-facts.ts";
import { writeDirectPurchase } from "../write-direct-purchase.ts";
import { requireOwnWaiting } from "./own-waiting.ts";
import { changedRefusals, endedRefusal } from "./rules.ts";
import { bodyOf } from "./wish.ts";

/**
 * Opens the requested purchase at the requested price and of the requested file; the clock charges it.
 * Returns the purchase's id, also for a repeat. If a check refuses, the purchase keeps waiting and can be
 * approved once the problem is solved, until it expires.
 * Errors: waiting_purchase_not_found, waiting_purchase_ended, and every code of `buyRefusals`.
 */
export async function approveWaitingPurchase(
  ctx: Context,
  owner: OwnerActor,
  waitingId: string,
): Promise<{ purchaseId: string }> {
  const seen = await requireOwnWaiting(ctx.db, owner, waitingId);
  if (seen.purchaseId !== null) return { purchaseId: seen.purchaseId };
  return ctx.db.transaction(async (tx) => ({ purchaseId: await approve(tx, ctx, owner, seen) }));
}

/** Locks the key, the listing and its auction, like every purchase, and the waiting purchases last. */
async function approve(
  tx: Database,
  ctx: Context,
  owner: OwnerActor,
  seen: WaitingPurchaseRow,
): Promise<string> {
  const { accountId, apiKeyId, listingId } = seen;
  const buyer = { accountId, apiKeyId };
  const body = bodyOf(seen);
  const { facts, offer } = await gatherSale(tx, ctx, { buyer, datasetId: listingId, body });
  const siblings = await lockWaitingOf(tx, { accountId, listingId });
  const waiting =
    siblings.find(({ id }) => id === seen.id) ?? (await findWaitingPurchase(tx, seen.id));
  if (waiting === null) throw new Error(`waiting purchase ${seen.id} is gone`);
  if (waiting.purchaseId !== null) return waiting.purchaseId;
  const now = ctx.now();
  throwRefusals([endedRefusal(waiting, now)]);
  const { currentUploadId: uploadId, version } = offer.listing;
  const license = licenseAsSold(offer.listing);
  const onSale = { uploadId, version, license, currency: facts.currency };
  throwRefusals([...buyRefusals(facts), ...changedRefusals(waiting, onSale)]);
  const sale = { facts, offer, actor: owner, buyer, body, settleDueAt: now };
  const purchase = await writeDirectPurchase(tx, ctx, sale);
  const end = { actor: owner, now, state: "approved", purchaseId: purchase.id } as const;
  await endWaiting(tx, waiting, end);
  await supersedeWaiting(tx, owner, { accountId, listingId }, now);
  return purchase.id;
}
