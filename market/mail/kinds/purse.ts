/** Notices about a charge that pays several purchases, to its buyer and to administrators. */
import { findPurseMail, type PurseMailRow } from "../../../db/queries/purchases/purchase-mails.ts";
import { dayMs } from "../../../platform/time.ts";
import { PURSE_PURCHASES_MAX } from "../../purchase/limits.ts";
import type { MailSide } from "../../purchase/notices.ts";
import { type PurseNotice, purseNotices } from "../../purchase/purse/notices.ts";
import { waitsForHolder } from "../../purchase/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf, readerMark } from "./kind.ts";

const newsDays = 7;

/** When the reported event happened; null: it did not. */
const momentOf: Record<PurseNotice, (purse: PurseMailRow["purse"]) => Date | null> = {
  bundle_bought: ({ paidAt }) => paidAt,
  bundle_sold: ({ paidAt }) => paidAt,
  purse_action_required_buyer: (purse) => (waitsForHolder(purse) ? purse.actionAskedAt : null),
  purse_refund_failed_buyer: ({ refundFailedAt }) => refundFailedAt,
  purse_refund_failed_administrators: ({ refundFailedAt }) => refundFailedAt,
  purse_refund_paid_otherwise_buyer: ({ refundPaidReference, refundPaidAt }) =>
    refundPaidReference === null ? null : refundPaidAt,
};

const addressesOf: Record<MailSide, (row: PurseMailRow, admins: string[]) => string[]> = {
  buyer: ({ buyer }) => knownAddress(buyer),
  seller: ({ seller }) => (seller === null ? [] : knownAddress(seller)),
  administrators: (_row, admins) => [...new Set(admins)],
};

export const purseMail: MailKind<PayloadOf<"purse">, PurseMailRow> = {
  auditName: "purse_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { purse_id: purseId }) => findPurseMail(db, purseId, PURSE_PURCHASES_MAX),

  staleness({ payload, row }, now) {
    const happenedAt = momentOf[payload.notice](row.purse);
    if (happenedAt === null) return "not_so";
    return now.getTime() - happenedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }, { ADMIN_EMAILS }) =>
    addressesOf[purseNotices[payload.notice]](row, ADMIN_EMAILS),

  compose: ({ payload, row: { purse, purchases } }, { PUBLIC_BASE_URL }) =>
    wordTemplate(payload.notice, { ...purse, purchases }, PUBLIC_BASE_URL),

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
