/** A purchase above the key's limit waits for the owner's approval. */
import type { Database } from "../../../db/client.ts";
import { enqueueJob, writeAudit } from "../../../db/queries/journal/journal.ts";
import type { Offer } from "../../../db/queries/purchases/buying.ts";
import {
  countAsked,
  insertWaitingPurchase,
  lockWaitingOf,
  type WaitingPurchaseRow,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { dayMs } from "../../../platform/time.ts";
import { endWaiting, notifyOfWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";
import { licenseAsSold } from "../../listing/provenance/rules.ts";
import { throwRefusals } from "../../refusal.ts";
import { soldTitle } from "../trial/rules.ts";
import { askingRefusal, isSameQuestion, presentState, waitingEnd } from "./rules.ts";
import { type WaitingBody, wishOf } from "./wish.ts";

type WaitingPurchaseRequest = {
  operator: OperatorActor;
  offer: Offer;
  body: WaitingBody;
  priceCents: number;
  now: Date;
};

/**
 * Records the request and enqueues the owner's mail, under the key's lock and after all other checks
 * have passed. The same request again returns the waiting row; other terms supersede it.
 * Throws limit_reached.
 */
export async function keepWaiting(
  tx: Database,
  { config }: Pick<Context, "config">,
  { operator, offer, body, priceCents, now }: WaitingPurchaseRequest,
): Promise<WaitingPurchaseRow> {
  const { accountId, apiKeyId } = operator;
  const { listing } = offer;
  if (listing.currentUploadId === null) throw new Error(`dataset ${listing.id} has no file`);
  const terms = {
    uploadId: listing.currentUploadId,
    version: listing.version,
    license: licenseAsSold(listing),
    priceCents,
    currency: config.CURRENCY,
    ...wishOf(body),
  };
  const ofListing = await lockWaitingOf(tx, { accountId, listingId: listing.id });
  const earlier = ofListing.find((waiting) => waiting.apiKeyId === apiKeyId);
  if (earlier !== undefined && isSameQuestion(earlier, terms, now)) return earlier;
  if (earlier !== undefined) {
    const isOver = presentState(earlier, now) === "expired";
    await endWaiting(tx, earlier, {
      actor: operator,
      now,
      state: isOver ? "expired" : "superseded",
    });
  }
  const since = new Date(now.getTime() - dayMs);
  throwRefusals([askingRefusal(await countAsked(tx, apiKeyId, since))]);
  const waiting = await insertWaitingPurchase(tx, {
    ...terms,
    accountId,
    apiKeyId,
    listingId: listing.id,
    title: soldTitle(listing.title, terms.isTrial ? (listing.trial?.rows ?? null) : null),
    createdAt: now,
    expiresAt: waitingEnd(now),
  });
  await writeAudit(tx, opened(operator, waiting), now);
  await notifyOfWaiting(tx, waiting, now);
  const payload = { template: "waiting_purchase", waiting_purchase_id: waiting.id } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
  return waiting;
}

function opened(actor: OperatorActor, waiting: WaitingPurchaseRow) {
  return {
    actor,
    action: "waiting_purchase.opened",
    subjectKind: "api_key" as const,
    subjectId: waiting.apiKeyId,
    detail: {
      waiting_purchase_id: waiting.id,
      listing_id: waiting.listingId,
      price_cents: waiting.priceCents,
    },
  };
}
