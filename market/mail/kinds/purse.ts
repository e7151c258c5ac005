/** Notices about a charge that pays several purchases, to its buyer. */
import { findPurseMail, type PurseMailRow } from "../../../db/queries/purchases/purchase-mails.ts";
import { dayMs } from "../../../platform/time.ts";
import { type PurseNotice, purseNotices } from "../../purchase/purse/notices.ts";
import { waitsForHolder } from "../../purchase/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

/** When the reported event happened; null: it did not. */
const momentOf: Record<PurseNotice, (purse: PurseMailRow["purse"]) => Date | null> = {
  purse_action_required_buyer: (purse) => (waitsForHolder(purse) ? purse.actionAskedAt : null),
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

  to: ({ payload, row }) => knownAddress(row[purseNotices[payload.notice]]),

  compose: ({ payload, row }, { PUBLIC_BASE_URL }) =>
    wordTemplate(payload.notice, row.purse, PUBLIC_BASE_URL),

  key: ({ payload, row }) => `purse/${row.purse.id}/${payload.notice}`,

  subject: ({ payload, row }) => ({
    subjectKind: "purse",
    subjectId: row.purse.id,
    detail: { notice: payload.notice },
  }),
};
