import type { DeliveryState, DisabledReason } from "../../../db/vocabulary/webhook.ts";
import { counted } from "../../../market/counted.ts";
import { type EventType, eventTypeNames, eventTypes } from "../../../market/event/types.ts";
import { WEBHOOK_FAILING_DAYS_MAX } from "../../../market/limits.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import type { DeliveryView } from "../../../market/webhook/schemas.ts";
import type { Tone } from "../../kit/parts.tsx";

type StateWords = { label: string; tone: Tone; why: string | null };

const disabledWords: Record<DisabledReason, string> = {
  by_request: "You disabled it.",
  gone: "It answered 410 Gone.",
  failing: `All calls failed for ${WEBHOOK_FAILING_DAYS_MAX} days.`,
  credential_ended: "Its API key or agent has ended.",
};

/** Whether the webhook is called, and if not, why. */
export function webhookState(webhook: OwnerWebhookView): StateWords {
  const { disabled_reason: reason, holder, failing_since } = webhook;
  if (reason !== null) {
    const tone = reason === "by_request" ? "plain" : "bad";
    return { label: "Disabled", tone, why: disabledWords[reason] };
  }
  if (!holder.is_live) {
    const why = holder.kind === "key" ? "Its API key has ended." : "Its agent may not sell.";
    return { label: "Not called", tone: "bad", why };
  }
  if (failing_since !== null) {
    return { label: "Failing", tone: "warn", why: "Its last call failed." };
  }
  return { label: "Active", tone: "good", why: null };
}

/** For example "All events" or "3 kinds of events". */
export function kindsWords(types: readonly EventType[]): string {
  return types.length === 0
    ? "All events"
    : counted(types.length, "kind of event", "kinds of events");
}

/** The event types that a form offers. Every webhook receives tests anyway. */
export const eventChoices = eventTypeNames
  .filter((type) => type !== "webhook.test")
  .map((type) => ({
    value: type,
    label: type,
    hint: eventTypes[type].when.replaceAll("`", ""),
  }));

export const deliveryStateWords: Record<DeliveryState, { label: string; tone: Tone }> = {
  pending: { label: "Waiting", tone: "warn" },
  delivered: { label: "Delivered", tone: "good" },
  failed: { label: "Given up", tone: "bad" },
};

/** The receiver's answer to the last attempt. */
export function lastAnswer({ attempts, response_status, error }: DeliveryView): string {
  if (error !== null) return error;
  if (response_status !== null) return `Answered ${response_status}.`;
  return attempts === 0 ? "Not attempted yet." : "In progress.";
}
