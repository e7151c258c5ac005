import {
  type ApprovalMailRow,
  findApprovalMail,
  markMailed,
} from "../../../db/queries/agents/approval-mails.ts";
import type { SecretList } from "../../../platform/secrets/secret-list.ts";
import { approvalCode, approvalCodeHash } from "../../agent/approval-code.ts";
import { wordTemplate } from "../templates.ts";
import type { MailKind, PayloadOf } from "./kind.ts";

export const approvalMail: MailKind<PayloadOf<"approval">, ApprovalMailRow> = {
  auditName: "approval_mail",
  audited: ["refused", "sent"],

  async find(db, { approval_id: approvalId }) {
    const row = await findApprovalMail(db, approvalId);
    return row?.mailedAt === null ? row : null;
  },

  staleness({ row }, now) {
    if (row.agentState !== "pending") return "not_so";
    return row.expiresAt > now ? null : "too_late";
  },

  /** The address that the agent named: only its owner can confirm it, by the link. */
  to: ({ row }) => [row.ownerEmail],

  compose({ row }, { PUBLIC_BASE_URL: siteUrl, APPROVAL_SECRET: secrets }) {
    const { agentName, askedName, expiresAt } = row;
    const approveUrl = `${siteUrl}/approve/${mailedCode(secrets, row)}`;
    const facts = { agentName, isSecond: askedName !== null, approveUrl, expiresAt };
    return wordTemplate("approval", facts, siteUrl);
  },

  key: ({ row }) => `approval/${row.approvalId}`,

  subject: ({ row }) => ({
    subjectKind: "agent",
    subjectId: row.agentId,
    detail: { approval_id: row.approvalId },
  }),

  async end(tx, { row }, { ending, now }) {
    if (ending === "sent") await markMailed(tx, row.approvalId, now);
  },
};

/** The code as it was mailed first, even if the secret of that time no longer signs new codes. */
function mailedCode(secrets: SecretList, { approvalId, codeHash }: ApprovalMailRow): string {
  const codes = secrets.map((secret) => approvalCode(secret, approvalId));
  return (
    codes.find((code) => approvalCodeHash(code) === codeHash) ??
    approvalCode(secrets[0], approvalId)
  );
}
