/** Reminds the administrators daily of an unanswered chargeback. */
import { type ChargebackRow, findChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import { wordTemplate } from "../templates.ts";
import { type MailKind, type PayloadOf, readerMark } from "./kind.ts";

export const evidenceMail: MailKind<PayloadOf<"evidence_due">, ChargebackRow> = {
  auditName: "evidence_mail",
  audited: ["refused", "sent"],

  find: (db, { chargeback_id: id }) => findChargeback(db, id),

  staleness({ row }, now) {
    const { state, evidenceSubmittedAt, evidenceDueAt } = row;
    if (state !== "open" || evidenceSubmittedAt !== null || evidenceDueAt === null) return "not_so";
    return evidenceDueAt <= now ? "too_late" : null;
  },

  to: (_mail, { ADMIN_EMAILS }) => [...new Set(ADMIN_EMAILS)],

  compose({ row }, { PUBLIC_BASE_URL: siteUrl }) {
    const { id: chargebackId, amountCents, currency, evidenceDueAt, openedAt } = row;
    const facts = { chargebackId, amountCents, currency, evidenceDueAt: evidenceDueAt ?? openedAt };
    return wordTemplate("evidence_due", facts, siteUrl);
  },

  /** One mail for each day and administrator. */
  key({ payload }, to) {
    return `evidence_due/${payload.chargeback_id}/${payload.day}/${readerMark(to)}`;
  },

  subject: ({ payload, row }) => ({
    subjectKind: "purchase",
    subjectId: row.purchaseId,
    detail: { dispute_id: row.id, day: payload.day },
  }),
};
