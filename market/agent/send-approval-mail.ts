import {
  type ApprovalMailRow,
  findApprovalMail,
  mailRefusedAction,
  markMailed,
} from "../../db/queries/agents/approval-mails.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context, SystemActor } from "../context.ts";
import { composeTemplate } from "../mail/templates.ts";
import { approvalCode } from "./approval-code.ts";

/** not_owed: sent before, decided, expired or unknown. The others are the provider's answer. */
export type SendApprovalResult = { kind: "not_owed" } | MailResult;

/**
 * Mails the approval link to the owner, once: the provider drops a repeat by the approval's id, and
 * `mailed_at` ends the job. A mail that can never be delivered leaves an audit row.
 */
export async function sendApprovalMail(
  ctx: Context,
  mailer: Mailer,
  actor: SystemActor,
  approvalId: string,
): Promise<SendApprovalResult> {
  const approval = await findApprovalMail(ctx.db, approvalId);
  if (approval === null || !isOwed(approval, ctx.now())) return { kind: "not_owed" };
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const facts = {
    agentName: approval.agentName,
    approveUrl: `${baseUrl}/approve/${approvalCode(ctx.config.APPROVAL_SECRET, approvalId)}`,
    expiresAt: approval.expiresAt,
  };
  const words = composeTemplate("approval", facts, baseUrl);
  const result = await mailer.send(
    { to: approval.ownerEmail, ...words },
    { idempotencyKey: `approval/${approvalId}` },
  );
  await recordResult(ctx, actor, approval, result);
  return result;
}

function isOwed(approval: ApprovalMailRow, now: Date): boolean {
  if (approval.mailedAt !== null) return false;
  if (approval.agentState !== "pending") return false;
  return approval.expiresAt > now;
}

async function recordResult(
  ctx: Context,
  actor: SystemActor,
  approval: ApprovalMailRow,
  result: MailResult,
): Promise<void> {
  if (result.kind === "failed") return;
  const { approvalId, agentId } = approval;
  const now = ctx.now();
  const subject = { actor, subjectKind: "agent", subjectId: agentId } as const;
  await ctx.db.transaction(async (tx) => {
    if (result.kind === "refused") {
      const detail = { approval_id: approvalId, code: result.code, detail: result.detail };
      await writeAudit(tx, { ...subject, action: mailRefusedAction, detail }, now);
      return;
    }
    if (!(await markMailed(tx, approvalId, now))) return;
    const detail = { approval_id: approvalId, provider_id: result.providerId };
    await writeAudit(tx, { ...subject, action: "approval_mail.sent", detail }, now);
  });
}
