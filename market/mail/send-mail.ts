/** The one sender of mails: every kind of them is a row of its table. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  type AuditedMail,
  isMailEnded,
  lockMailEnding,
} from "../../db/queries/journal/mail-endings.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context, SystemActor } from "../context.ts";
import { approvalMail } from "./kinds/approval.ts";
import { auctionMail } from "./kinds/auction.ts";
import { draftsMail } from "./kinds/drafts.ts";
import { evidenceMail } from "./kinds/evidence.ts";
import type { MailEnding, MailKind, OwedMail, PayloadOf } from "./kinds/kind.ts";
import { messageMail } from "./kinds/message.ts";
import { payoutMail } from "./kinds/payout.ts";
import { purchaseMail } from "./kinds/purchase.ts";
import { reconciliationMail } from "./kinds/reconciliation.ts";
import { webhookMail } from "./kinds/webhook.ts";
import type { MailPayload } from "./templates.ts";

type Kinds = {
  [Template in MailPayload["template"]]: MailKind<PayloadOf<Template>, unknown>;
};

const mailKinds: Kinds = {
  approval: approvalMail,
  auction: auctionMail,
  drafts_expiring: draftsMail,
  message: messageMail,
  evidence_due: evidenceMail,
  payout_missing: payoutMail,
  purchase: purchaseMail,
  reconciliation: reconciliationMail,
  webhook_disabled: webhookMail,
};

/**
 * not_owed: it has ended before, is no news, or nobody is known to read it. The others are the
 * provider's answer; after `failed` the mail is still owed.
 */
export type SendMailResult = { kind: "not_owed" } | MailResult;

/** A mail of whatever kind. */
type Mail = OwedMail<MailPayload, unknown> & { kind: MailKind<MailPayload, unknown> };

/**
 * Sends the mail that a job names, once: the provider drops a repeat by its key, and what ended the
 * tries is written down. A mail that the provider refuses for good leaves an audit row.
 */
export async function sendMail(
  ctx: Context,
  mailer: Mailer,
  actor: SystemActor,
  payload: MailPayload,
): Promise<SendMailResult> {
  const kind: Mail["kind"] = mailKinds[payload.template];
  const row = await kind.find(ctx.db, payload);
  if (row === null) return { kind: "not_owed" };
  const mail = { kind, payload, row };
  if (await isMailEnded(ctx.db, audited(mail))) return { kind: "not_owed" };
  const to = kind.to(mail, ctx.config);
  const reason = kind.staleness(mail, ctx.now()) ?? (to.length === 0 ? "address_unknown" : null);
  if (reason !== null) {
    await recordEnding(ctx, actor, mail, { ending: "skipped", detail: { reason } });
    return { kind: "not_owed" };
  }
  const result = await sendToAll(ctx, mailer, mail, to);
  const how = endingOf(result);
  if (how !== null) await recordEnding(ctx, actor, mail, how);
  return result;
}

/** A mail each. A failure is the answer for all: the repeat sends nothing twice. */
async function sendToAll(
  ctx: Context,
  mailer: Mailer,
  mail: Mail,
  addresses: string[],
): Promise<MailResult> {
  const words = mail.kind.compose(mail, ctx.config);
  let outcome: MailResult | undefined;
  for (const to of addresses) {
    const result = await mailer.send({ to, ...words }, { idempotencyKey: mail.kind.key(mail, to) });
    if (result.kind === "failed") return result;
    // One administrator's broken address does not make the notice unsent.
    if (outcome?.kind !== "sent") outcome = result;
  }
  if (outcome === undefined) throw new Error("a mail was sent to nobody");
  return outcome;
}

type Ended = { ending: MailEnding; detail: Record<string, unknown> };

function endingOf(result: MailResult): Ended | null {
  if (result.kind === "failed") return null;
  if (result.kind === "sent") return { ending: "sent", detail: { provider_id: result.providerId } };
  return { ending: "refused", detail: { code: result.code, detail: result.detail } };
}

/** Of two jobs that sent the same mail at once, one writes. */
async function recordEnding(
  ctx: Context,
  actor: SystemActor,
  mail: Mail,
  { ending, detail }: Ended,
): Promise<void> {
  const { kind } = mail;
  const isAudited = kind.audited.includes(ending);
  if (!isAudited && kind.end === undefined) return;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockMailEnding(tx, audited(mail));
    if (await isMailEnded(tx, audited(mail))) return;
    await kind.end?.(tx, mail, { ending, now });
    if (!isAudited) return;
    const subject = kind.subject(mail);
    const action = `${kind.auditName}.${ending}`;
    const entry = { ...subject, actor, action, detail: { ...subject.detail, ...detail } };
    await writeAudit(tx, entry, now);
  });
}

/** Where the audit log says that the tries for the mail have ended. */
function audited(mail: Mail): AuditedMail {
  const { kind } = mail;
  const actions = kind.audited.map((ending) => `${kind.auditName}.${ending}`);
  return { ...kind.subject(mail), actions };
}
