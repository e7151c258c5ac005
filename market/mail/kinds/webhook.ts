/** Tells a webhook's owner that it was disabled. */
import { findWebhookMail, type WebhookMailRow } from "../../../db/queries/events/webhooks.ts";
import type { DisabledReason } from "../../../db/vocabulary/webhook.ts";
import { readAddress } from "../../webhook/stored-address.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

type DisabledWebhook = WebhookMailRow & { disabledAt: Date; reason: DisabledReason };

export const webhookMail: MailKind<PayloadOf<"webhook_disabled">, DisabledWebhook> = {
  auditName: "webhook_mail",
  audited: ["refused"],

  async find(db, { webhook_id: webhookId }) {
    const row = await findWebhookMail(db, webhookId);
    const { disabledAt = null, disabledReason: reason = null } = row?.endpoint ?? {};
    // Without these values it has been enabled again.
    if (row === null || disabledAt === null || reason === null) return null;
    return { ...row, disabledAt, reason };
  },

  staleness: () => null,

  to: ({ row }) => knownAddress(row),

  compose({ payload, row }, config) {
    const { description } = row.endpoint;
    const { url } = readAddress({ config }, row.endpoint);
    const facts = { webhookId: payload.webhook_id, url, description, reason: row.reason };
    return wordTemplate("webhook_disabled", facts, config.PUBLIC_BASE_URL);
  },

  key: ({ payload, row }) => `webhook_disabled/${payload.webhook_id}/${row.disabledAt.getTime()}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.accountId,
    detail: { webhook_id: payload.webhook_id, disabled_at: row.disabledAt.toISOString() },
  }),
};
