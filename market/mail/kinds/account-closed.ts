/** The last mail to a closed account: its address is deleted with it. */
import { findClosingMail, forgetClosingMail } from "../../../db/queries/leaving/closing.ts";
import { dayMs } from "../../../platform/time.ts";
import { wordTemplate } from "../templates.ts";
import type { MailKind, PayloadOf } from "./kind.ts";

/** After so many days of failures the mail is given up, so that the address can be deleted. */
const newsDays = 5;

type Row = { to: string; closedAt: Date };

export const accountClosedMail: MailKind<PayloadOf<"account_closed">, Row> = {
  auditName: "account_closed_mail",
  audited: ["refused", "sent"],

  find: (db, { account_id: accountId }) => findClosingMail(db, accountId),

  staleness: ({ row }, now) =>
    now.getTime() - row.closedAt.getTime() > newsDays * dayMs ? "too_late" : null,

  to: ({ row }) => [row.to],

  compose: ({ row }, { PUBLIC_BASE_URL: siteUrl }) =>
    wordTemplate("account_closed", { closedAt: row.closedAt }, siteUrl),

  key: ({ payload }) => `account_closed/${payload.account_id}`,

  subject: ({ payload }) => ({
    subjectKind: "account",
    subjectId: payload.account_id,
    detail: {},
  }),

  end: (tx, { payload }) => forgetClosingMail(tx, payload.account_id),
};
