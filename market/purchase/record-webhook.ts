/** The payment provider tells that something has changed. */
import type { Database } from "../../db/client.ts";
import {
  findPurchaseOfEvent,
  insertPaymentEvent,
  markPayoutCheckDue,
  markPurchaseDue,
  markSetupDue,
  removeCard,
} from "../../db/queries/purchases/payment-events.ts";
import type { PaymentEvent } from "../../platform/payments/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { settler } from "./settlement/outcome.ts";
import { isAftermath, lateEventTrouble } from "./settlement/rules.ts";

/** Of the provider's identifiers and ours: what else an event may name is nobody's here. */
const identifier = /^[\w-]{1,255}$/;
/** Comes of our own call, whose answer says more. */
const echoes = new Set(["payment_intent.created"]);
/** Tell that an intent was charged: of a purchase that had ended, it is given back. */
const payments = new Set(["payment_intent.succeeded", "charge.succeeded"]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Notes a webhook of the payment provider and makes due what it is about. It is believed in nothing
 * else: whoever settles asks the provider how things stand, so that order and repeats do not matter.
 * Returns what concerns the operator, for the log. Errors: webhook_signature_invalid.
 */
export async function recordWebhook(
  ctx: Context,
  { body, signature }: { body: string; signature: string | null },
): Promise<{ trouble: string | null }> {
  const event = await ctx.payments.readWebhook(body, signature);
  if (event === null) {
    throw new MarketError(
      "webhook_signature_invalid",
      "It is missing, forged or older than five minutes.",
    );
  }
  const now = ctx.now();
  const { id, type, createdAt } = event;
  const objectId = known(event.objectId, identifier);
  if (!identifier.test(id)) return { trouble: null };
  return ctx.db.transaction(async (tx) => {
    const values = { id, type: type.slice(0, 100), objectId, createdAt, receivedAt: now };
    if (!(await insertPaymentEvent(tx, values))) return { trouble: null };
    return { trouble: await wake(tx, event, now) };
  });
}

async function wake(tx: Database, event: PaymentEvent, now: Date): Promise<string | null> {
  const paymentIntentId = known(event.paymentIntentId, identifier);
  const purchaseId = known(event.purchaseId, uuid);
  const payoutAccountId = known(event.payoutAccountId, identifier);
  const objectId = known(event.objectId, identifier);
  const keys = { paymentIntentId, purchaseId };
  const isEnded = isAftermath(event.type);
  const isPaid = payments.has(event.type);
  if (!echoes.has(event.type)) await markPurchaseDue(tx, keys, { now, isEnded, isPaid });
  if (payoutAccountId !== null) await markPayoutCheckDue(tx, payoutAccountId, now);
  const isVisit = event.type.startsWith("checkout.session.");
  if (objectId !== null && isVisit) await markSetupDue(tx, objectId, now);
  const isDetached = event.type === "payment_method.detached";
  if (objectId !== null && isDetached) await removeCard(tx, objectId, now);
  return reportLate(tx, event, { keys, now });
}

type Late = { keys: Parameters<typeof findPurchaseOfEvent>[1]; now: Date };

/** Money that has left the platform is not taken back by itself: the audit log and a log line say so. */
async function reportLate(
  tx: Database,
  { id, type }: PaymentEvent,
  { keys, now }: Late,
): Promise<string | null> {
  const purchase = await findPurchaseOfEvent(tx, keys);
  const trouble = purchase === null ? null : lateEventTrouble(purchase, type);
  if (purchase === null || trouble === null) return null;
  const detail = { event_id: id, event_type: type };
  const step = { actor: settler, action: "purchase.late_event", detail } as const;
  await auditPurchase(tx, purchase.id, step, now);
  return `purchase ${purchase.id}: ${trouble}`;
}

function known(id: string | null, pattern: RegExp): string | null {
  return id !== null && pattern.test(id) ? id : null;
}
