/** Notices about a charge that pays several purchases, to its buyer and to administrators. */
import { findPurseMail, type PurseMailRow } from "../../../db/queries/purchases/purchase-mails.ts";
import { dayMs } from "../../../platform/time.ts";
import { type PurseNotice, purseNotices } from "../../purchase/purse/notices.ts";
import { waitsForHolder } from "../../purchase/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf, readerMark } from "./kind.ts";

const newsDays = 7;

/** When the reported event happened; null: it did not. */
const momentOf: Record<PurseNotice, (purse: PurseMailRow["purse"]) => Date | null> = {
  purse_action_required_buyer: (purse) => (waitsForHolder(purse) ? purse.actionAskedAt : null),
  purse_refund_failed_buyer: ({ refundFailedAt }) => refundFailedAt,
  purse_refund_failed_administrators: ({ refundFailedAt }) => refundFailedAt,
  purse_refund_paid_otherwise_buyer: ({ refundPaidReference, refundPaidAt }) =>
    refundPaidReference === null ? null : refundPaidAt,
};

export const purseMail: MailKind<PayloadOf<"purse">, PurseMailRow> = {
  auditName: "purse_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { purse_id: purseId }) => findPurseMail(db, purseId),

  staleness({ payload, row }, now) {
    const happenedAt = momentOf[payload.notice](row.purse);
    if (happenedAt === null) return "not_so";
    return now.getTime() - happenedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }, { ADMIN_EMAILS }) =>
    purseNotices[payload.notice] === "administrators"
      ? [...new Set(ADMIN_EMAILS)]
      : knownAddress(row.buyer),

  compose: ({ payload, row }, { PUBLIC_BASE_URL }) =>
    wordTemplate(payload.notice, row.purse, PUBLIC_BASE_URL),

  /** Administrators' mails each have their own key. */
  key({ payload, row }, to) {
    const key = `purse/${row.purse.id}/${payload.notice}`;
    return purseNotices[payload.notice] === "administrators" ? `${key}/${readerMark(to)}` : key;
  },

  subject: ({ payload, row }) => ({
    subjectKind: "purse",
    subjectId: row.purse.id,
    detail: { notice: payload.notice },
  }),
};
