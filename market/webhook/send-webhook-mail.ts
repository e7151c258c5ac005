import { findWebhookMail } from "../../db/queries/events/webhooks.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context } from "../context.ts";
import { composeTemplate } from "../mail/templates.ts";

/** not_owed: it is enabled again or gone, or nobody is known to read it. */
export type SendWebhookMailResult = { kind: "not_owed" } | MailResult;

/** Mails the owner that a webhook was disabled, once each time: the provider drops a repeat. */
export async function sendWebhookMail(
  ctx: Context,
  mailer: Mailer,
  webhookId: string,
): Promise<SendWebhookMailResult> {
  const row = await findWebhookMail(ctx.db, webhookId);
  if (row === null || !row.emailVerified || row.email === "") return { kind: "not_owed" };
  const { url, description, disabledAt, disabledReason: reason } = row.endpoint;
  if (disabledAt === null || reason === null) return { kind: "not_owed" };
  const facts = { webhookId, url, description, reason };
  const mail = composeTemplate("webhook_disabled", facts, ctx.config.PUBLIC_BASE_URL);
  const idempotencyKey = `webhook_disabled/${webhookId}/${disabledAt.getTime()}`;
  return mailer.send({ to: row.email, ...mail }, { idempotencyKey });
}
