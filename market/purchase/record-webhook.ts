import type { Database } from "../../db/client.ts";
import {
  insertPaymentEvent,
  markPayoutCheckDue,
  markPurchaseDue,
  markSetupDue,
  removeCard,
} from "../../db/queries/payment-events.ts";
import type { PaymentEvent } from "../../platform/payments.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

/** Of the provider's identifiers and ours: what else an event may name is nobody's here. */
const identifier = /^[\w-]{1,255}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Notes a webhook of the payment provider and makes due what it is about. It is believed in nothing
 * else: whoever settles asks the provider how things stand, so that order and repeats do not matter.
 * Errors: signature_invalid.
 */
export async function recordWebhook(
  ctx: Context,
  { body, signature }: { body: string; signature: string | null },
): Promise<{ received: true }> {
  const event = await ctx.payments.readWebhook(body, signature);
  if (event === null) {
    throw new MarketError("signature_invalid", "It is missing, forged or older than five minutes.");
  }
  const now = ctx.now();
  const { id, type, createdAt } = event;
  const objectId = known(event.objectId, identifier);
  if (!identifier.test(id)) return { received: true };
  await ctx.db.transaction(async (tx) => {
    const values = { id, type: type.slice(0, 100), objectId, createdAt, receivedAt: now };
    if (await insertPaymentEvent(tx, values)) await wake(tx, event, now);
  });
  return { received: true };
}

async function wake(tx: Database, event: PaymentEvent, now: Date): Promise<void> {
  const paymentIntentId = known(event.paymentIntentId, identifier);
  const purchaseId = known(event.purchaseId, uuid);
  const payoutAccountId = known(event.payoutAccountId, identifier);
  const objectId = known(event.objectId, identifier);
  await markPurchaseDue(tx, { paymentIntentId, purchaseId }, now);
  if (payoutAccountId !== null) await markPayoutCheckDue(tx, payoutAccountId, now);
  if (objectId === null) return;
  if (event.type.startsWith("checkout.session.")) await markSetupDue(tx, objectId, now);
  if (event.type === "payment_method.detached") await removeCard(tx, objectId, now);
}

function known(id: string | null, pattern: RegExp): string | null {
  return id !== null && pattern.test(id) ? id : null;
}
