/** The words of the mail that a webhook was disabled. Pure. */
import type { DisabledReason } from "../../../db/vocabulary/webhook.ts";
import { WEBHOOK_FAILING_DAYS_MAX } from "../../limits.ts";
import type { MailWords } from "../layout.ts";

export type WebhookMailFacts = {
  webhookId: string;
  /** Null: it cannot be read at present. */
  url: string | null;
  description: string | null;
  reason: DisabledReason;
};

const causes: Record<DisabledReason, string> = {
  by_request: "You have asked for it.",
  gone: "It has answered 410 Gone, which asks for no more calls.",
  failing: `Every call of the last ${WEBHOOK_FAILING_DAYS_MAX} days has failed.`,
  credential_ended: "The API key that made it, or the agent, has ended.",
};

/** `siteUrl` has no slash at its end. */
export function webhookDisabledWords(facts: WebhookMailFacts, siteUrl: string): MailWords {
  const { webhookId, url, description, reason } = facts;
  const named = description === null ? "" : ` (${description})`;
  return {
    subject: "A webhook of yours was disabled",
    paragraphs: [
      `The marketplace no longer calls this webhook${named}${url === null ? "." : `:\n${url}`}`,
      causes[reason],
      "Enable it again on its page, or let your agent do so. What it has missed is kept among your events for 30 days.",
    ],
    action: { label: "See the webhook", url: `${siteUrl}/account/webhooks/${webhookId}` },
  };
}
