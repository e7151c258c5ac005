/** Warns an agent's owner that drafts will expire: at most one mail a day for each agent. */
import {
  type DraftMailRow,
  endDraftWarning,
  findDraftMail,
} from "../../../db/queries/listings/draft-expiry.ts";
import { draftExpiresAt } from "../../listing/expiry/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const draftsNamedMax = 20;

export const draftsMail: MailKind<PayloadOf<"drafts_expiring">, DraftMailRow> = {
  auditName: "drafts_mail",
  audited: ["refused", "sent"],

  async find(db, { agent_id: agentId }) {
    const row = await findDraftMail(db, { agentId, rowsMax: draftsNamedMax });
    return row?.mailedAt === null ? row : null;
  },

  // Never too late: no draft expires before its warning was sent.
  staleness: ({ row }) => (row.draftCount === 0 ? "not_so" : null),

  to: ({ row }) => knownAddress(row),

  compose({ row }, config) {
    const { agentName, draftCount, warnedAt } = row;
    const drafts = row.drafts.map((draft) => ({
      title: draft.title,
      expiresAt: draftExpiresAt(draft, config, warnedAt),
    }));
    const facts = { agentName, drafts, draftCount };
    return wordTemplate("drafts_expiring", facts, config.PUBLIC_BASE_URL);
  },

  key: ({ payload, row }) => `drafts_expiring/${payload.agent_id}/${row.warnedAt.getTime()}`,

  subject: ({ payload, row }) => ({
    subjectKind: "agent",
    subjectId: payload.agent_id,
    detail: { warned_at: row.warnedAt.toISOString() },
  }),

  reader: ({ row }) => row.accountId,

  async end(tx, { payload, row }, { ending, now }) {
    const { agent_id: agentId } = payload;
    const isSent = ending === "sent";
    await endDraftWarning(tx, { agentId, warnedAt: row.warnedAt, isSent, now });
  },
};
