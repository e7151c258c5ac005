import Stripe from "stripe";
import { firstThatOpens, type SecretList } from "../secrets/secret-list.ts";
import type { PaymentEvent } from "./port.ts";
import { idOf } from "./stripe-answers.ts";

/** Older ones may be replays: https://docs.stripe.com/webhooks#replay-attacks */
const ageSecondsMax = 300;

/**
 * Verifies a webhook's signature (https://docs.stripe.com/webhooks#verify-events) and returns its
 * event; null if it is not from Stripe, or old enough to be a replay.
 */
export async function readStripeWebhook(
  stripe: Stripe,
  secrets: SecretList,
  body: string,
  signature: string | null,
): Promise<PaymentEvent | null> {
  if (signature === null) return null;
  return firstThatOpens(secrets, (secret) => openBy(stripe, secret, { body, signature }));
}

async function openBy(
  stripe: Stripe,
  secret: string,
  { body, signature }: { body: string; signature: string },
): Promise<PaymentEvent | null> {
  try {
    const event = await stripe.webhooks.constructEventAsync(body, signature, secret, ageSecondsMax);
    return toPaymentEvent(event);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/** The fields of an event's object that identify our objects. */
type Subject = {
  id?: string;
  object?: string;
  payment_intent?: string | { id: string } | null;
  metadata?: Record<string, string> | null;
};

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const subject = event.data.object as Subject;
  const objectId = subject.id ?? null;
  const isIntent = subject.object === "payment_intent";
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    objectId,
    paymentIntentId: isIntent ? objectId : idOf(subject.payment_intent),
    purchaseId: subject.metadata?.purchase_id ?? null,
    payoutAccountId: subject.object === "account" ? objectId : null,
  };
}
