/** Tells the owner that a client was connected, in case somebody else agreed to it. */
import {
  type ConnectionMailRow,
  findConnectionMail,
} from "../../../db/queries/connections/mail.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

export const connectionMail: MailKind<PayloadOf<"connection_opened">, ConnectionMailRow> = {
  auditName: "connection_mail",
  audited: ["refused", "sent"],

  find: (db, { connection_id: connectionId }) => findConnectionMail(db, connectionId),

  // A later consent has its own mail, which reports the current state.
  staleness: ({ payload, row }) =>
    row.connection.consentCount === payload.position ? null : "not_so",

  to: ({ row }) => knownAddress(row),

  compose({ row }, { CURRENCY: currency, PUBLIC_BASE_URL: siteUrl }) {
    const { id: connectionId, consentCount, ...connection } = row.connection;
    const isRenewal = consentCount > 1;
    const facts = { ...connection, connectionId, isRenewal, budget: row.budget, currency };
    return wordTemplate("connection_opened", facts, siteUrl);
  },

  key: ({ payload }) => `connection_opened/${payload.connection_id}/${payload.position}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.accountId,
    detail: { connection_id: payload.connection_id, position: payload.position },
  }),
};
