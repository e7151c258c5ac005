/** A purchase above the key's limit waits for the owner's approval. */
import type { Database } from "../../../db/client.ts";
import { enqueueJob, writeAudit } from "../../../db/queries/journal/journal.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import {
  countAsked,
  insertWaitingPurchase,
  lockWaitingOf,
  type WaitingPurchaseRow,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { dayMs } from "../../../platform/time.ts";
import { endWaiting, notifyOfWaiting, subjectOf } from "../../account/end-waiting.ts";
import { throwRefusals } from "../../refusal.ts";
import {
  askingRefusal,
  isSameQuestion,
  listingsOf,
  presentState,
  type WaitingTerms,
  waitingEnd,
} from "./rules.ts";

/** A purchase to charge, or a waiting purchase that the owner has to approve. Nothing is charged yet. */
export type OpenedPurchase =
  | { kind: "purchase"; purchase: PurchaseRow }
  | { kind: "waiting"; waiting: WaitingPurchaseRow };

type WaitingPurchaseRequest = {
  operator: OperatorActor;
  terms: WaitingTerms;
  title: string;
  now: Date;
};

/**
 * Records the request and enqueues the owner's mail, under the key's lock and after all other checks
 * have passed. The same request again returns the waiting row; other terms supersede it.
 * Throws limit_reached.
 */
export async function keepWaiting(
  tx: Database,
  { operator, terms, title, now }: WaitingPurchaseRequest,
): Promise<WaitingPurchaseRow> {
  const { accountId, apiKeyId } = operator;
  const ofListings = await lockWaitingOf(tx, { accountId, listingId: listingsOf(terms) });
  const ofKey = ofListings.filter((waiting) => waiting.apiKeyId === apiKeyId);
  const same = ofKey.find((waiting) => isSameQuestion(waiting, terms, now));
  if (same !== undefined) return same;
  for (const earlier of ofKey) {
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
    title,
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
      ...subjectOf(waiting),
      price_cents: waiting.priceCents,
    },
  };
}
