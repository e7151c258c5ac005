import { randomUUID } from "node:crypto";
import { composeTemplate, mailNames, mailTemplates } from "../market/mail/templates.ts";
import { isOptionalTopic } from "../market/mail/topics.ts";
import type { MailResult } from "../platform/mail/port.ts";
import { openMailer } from "../platform/mail/resend.ts";
import { mailExamples } from "./mail-examples.ts";

export type Preview = { name: string; to: string; subject: string; result: MailResult };

/**
 * Sends one mail of each template with example facts to a mail API, each to an address that names
 * its recipient.
 */
export async function sendPreviews(options: {
  apiKey: string;
  baseUrl: string;
  siteUrl: string;
}): Promise<Preview[]> {
  const { apiKey, baseUrl, siteUrl } = options;
  const mailer = openMailer({ apiKey, baseUrl, from: "Dataset Marketplace <market@localhost>" });
  const previews: Preview[] = [];
  for (const name of mailNames) {
    const { topic } = mailTemplates[name];
    const unsubscribeUrl = isOptionalTopic(topic)
      ? `${siteUrl}/unsubscribe/${topic}/example`
      : null;
    const mail = composeTemplate(name, mailExamples[name], siteUrl, unsubscribeUrl);
    const to = `${mailTemplates[name].recipient}@example.com`;
    const result = await mailer.send({ to, ...mail }, { idempotencyKey: randomUUID() });
    previews.push({ name, to, subject: mail.subject, result });
  }
  return previews;
}
