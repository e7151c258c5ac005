/** The only way to end a waiting purchase without buying. */
import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  endWaitingRow,
  lockWaitingOf,
  type WaitingOf,
  type WaitingPurchaseRow,
} from "../../db/queries/purchases/waiting-purchases.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import type { WaitingState } from "../../db/vocabulary/purchase.ts";
import { emitEvent } from "../event/emit-event.ts";

/** Every end state except the one that opens a purchase. */
type UnboughtState = Exclude<WaitingState, "waiting" | "approved">;

type End = { actor: Actor; now: Date } & (
  | { state: UnboughtState }
  | ({ state: "approved" } & ApprovedWaiting)
);

/** The purchase that an approval opened, or the charge of a bundle. */
export type ApprovedWaiting = { purchaseId: string } | { purseId: string };

/** Ends a locked waiting purchase and notifies the account, in the transaction of the cause. */
export async function endWaiting(
  tx: Database,
  { id }: Pick<WaitingPurchaseRow, "id">,
  { actor, now, ...end }: End,
): Promise<WaitingPurchaseRow> {
  const ended = await endWaitingRow(tx, id, { ...end, endedAt: now });
  const { apiKeyId, purchaseId, purseId, state } = ended;
  const made = {
    ...(purchaseId === null ? {} : { purchase_id: purchaseId }),
    ...(purseId === null ? {} : { bundle_purchase_id: purseId }),
  };
  await writeAudit(
    tx,
    {
      actor,
      action: `waiting_purchase.${state}`,
      subjectKind: "api_key",
      subjectId: apiKeyId,
      detail: {
        waiting_purchase_id: id,
        ...subjectOf(ended),
        price_cents: ended.priceCents,
        ...made,
      },
    },
    now,
  );
  await notifyOfWaiting(tx, ended, now);
  return ended;
}

/** The dataset or bundle of one, as the audit log names it. */
export const subjectOf = ({ listingId, bundleId }: WaitingPurchaseRow) =>
  bundleId === null ? { listing_id: listingId } : { bundle_id: bundleId };

/** Ends the account's waiting purchases of listings: they were bought, or requested on other terms. */
export async function supersedeWaiting(
  tx: Database,
  actor: Actor,
  of: WaitingOf,
  now: Date,
): Promise<void> {
  for (const waiting of await lockWaitingOf(tx, of)) {
    await endWaiting(tx, waiting, { actor, now, state: "superseded" });
  }
}

/** Cancels the waiting purchases of a revoked key, under the key's lock. */
export async function cancelWaitingOfKey(
  tx: Database,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<void> {
  for (const waiting of await lockWaitingOf(tx, { apiKeyId })) {
    await endWaiting(tx, waiting, { actor, now, state: "cancelled" });
  }
}

/** Writes the event of the row's new state, for the account's feed and webhooks. */
export async function notifyOfWaiting(
  tx: Database,
  waiting: WaitingPurchaseRow,
  now: Date,
): Promise<void> {
  const facts = {
    waiting_purchase_id: waiting.id,
    dataset_id: waiting.listingId,
    dataset_version: waiting.version,
    bundle_id: waiting.bundleId,
    price_cents: waiting.priceCents,
    currency: waiting.currency,
  };
  const to = [{ kind: "account" as const, id: waiting.accountId }];
  const told = { to, subjectId: waiting.id };
  const { state } = waiting;
  if (state === "waiting") {
    const data = { ...facts, expires_at: waiting.expiresAt.toISOString() };
    await emitEvent(tx, { type: "waiting_purchase.opened", ...told, data }, now);
    return;
  }
  const data = {
    ...facts,
    status: state,
    purchase_id: waiting.purchaseId,
    bundle_purchase_id: waiting.purseId,
  };
  await emitEvent(tx, { type: "waiting_purchase.ended", ...told, data }, now);
}
