/** Span attributes for messages, named by the OpenTelemetry semantic conventions. */
import type { Attributes } from "../platform/telemetry/port.ts";

export function messagingAttributes(
  operation: "send" | "process",
  subject: string,
  messageId: string | null,
): Attributes {
  return {
    "messaging.system": "nats",
    "messaging.operation.type": operation,
    "messaging.operation.name": operation,
    "messaging.destination.name": subject,
    "messaging.message.id": messageId ?? undefined,
  };
}
