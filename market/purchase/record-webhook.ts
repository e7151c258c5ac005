import type { Database } from "../../db/client.ts";
import {
  findPurchaseOfEvent,
  insertPaymentEvent,
  markPayoutCheckDue,
  markPurchaseDue,
  markSetupDue,
  removeCard,
} from "../../db/queries/purchases/payment-events.ts";
import { markPurseDue } from "../../db/queries/purchases/purses.ts";
import type { PaymentEvent } from "../../platform/payments/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { settler } from "./settlement/outcome.ts";
import { isAftermath, lateEventTrouble } from "./settlement/rules.ts";

/** Matches the provider's ids and ours; other values in an event are ignored. */
const identifier = /^[\w-]{1,255}$/;
/** Events that only echo our own calls, whose answers say more. */
const echoes = new Set(["payment_intent.created"]);
/** Events that report a charge. If the purchase has already ended, the charge is refunded. */
const payments = new Set(["payment_intent.succeeded", "charge.succeeded"]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Records a webhook of the payment provider and makes its purchase due. Its content is not trusted
 * further: settlement asks the provider for the current state, so order and repeats do not matter.
 * Returns what the operator should see in the log. Errors: webhook_signature_invalid.
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
  if (!echoes.has(event.type)) {
    await markPurseDue(tx, keys, { now, isEnded, isPaid });
    await markPurchaseDue(tx, keys, { now, isEnded, isPaid });
  }
  if (payoutAccountId !== null) await markPayoutCheckDue(tx, payoutAccountId, now);
  const isVisit = event.type.startsWith("checkout.session.");
  if (objectId !== null && isVisit) await markSetupDue(tx, objectId, now);
  const isDetached = event.type === "payment_method.detached";
  if (objectId !== null && isDetached) await removeCard(tx, objectId, now);
  return reportLate(tx, event, { keys, now });
}

type Late = { keys: Parameters<typeof findPurchaseOfEvent>[1]; now: Date };

/** Money that has left the platform cannot be taken back automatically, so this leaves an audit row and a log line. */
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
