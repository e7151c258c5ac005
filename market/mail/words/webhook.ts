import type { DisabledReason } from "../../../db/vocabulary/webhook.ts";
import { WEBHOOK_FAILING_DAYS_MAX } from "../../limits.ts";
import type { MailWords } from "../layout.ts";

export type WebhookMailFacts = {
  webhookId: string;
  /** Null: it cannot be decrypted at present. */
  url: string | null;
  description: string | null;
  reason: DisabledReason;
};

const causes: Record<DisabledReason, string> = {
  by_request: "You or your agent disabled it.",
  gone: "It answered 410 Gone, which asks for no more calls.",
  failing: `Every call of the last ${WEBHOOK_FAILING_DAYS_MAX} days has failed.`,
  credential_ended: "The API key or agent that created it has ended.",
};

/** `siteUrl` has no trailing slash. */
export function webhookDisabledWords(facts: WebhookMailFacts, siteUrl: string): MailWords {
  const { webhookId, url, description, reason } = facts;
  const named = description === null ? "" : ` (${description})`;
  return {
    subject: "Your webhook was disabled",
    paragraphs: [
      `The marketplace no longer calls this webhook${named}${url === null ? "." : `:\n${url}`}`,
      causes[reason],
      "Enable it again on its page, or have your agent do so. We keep the events that it missed for 30 days.",
    ],
    action: { label: "See the webhook", url: `${siteUrl}/account/webhooks/${webhookId}` },
  };
}
