/** Tells a buyer that the seller has answered in a dispute. */
import {
  findStatementMail,
  type StatementMailRow,
} from "../../../db/queries/purchases/dispute-statements.ts";
import { dayMs } from "../../../platform/time.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

export const disputeMail: MailKind<PayloadOf<"dispute_answered">, StatementMailRow> = {
  auditName: "dispute_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { statement_id: id }) => findStatementMail(db, id),

  staleness({ row: { statement, purchase } }, now) {
    if (purchase.state !== "disputed") return "not_so";
    return now.getTime() - statement.createdAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ row }) => knownAddress(row.buyer),

  compose({ row: { statement, purchase } }, { PUBLIC_BASE_URL: siteUrl }) {
    const { id: purchaseId, title, version } = purchase;
    const files = statement.attachments.length;
    const facts = { purchaseId, title, version, text: statement.text, files };
    return wordTemplate("dispute_answered", facts, siteUrl);
  },

  key: ({ payload }) => `dispute_answered/${payload.statement_id}`,

  subject: ({ payload, row }) => ({
    subjectKind: "purchase",
    subjectId: row.purchase.id,
    detail: { statement_id: payload.statement_id },
  }),
};
