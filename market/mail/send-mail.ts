/** The only sender of mails; each kind of mail is one row of its table. */
import { readMutedMails } from "../../db/queries/accounts/muted-mails.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  type AuditedMail,
  isMailEnded,
  lockMailEnding,
} from "../../db/queries/journal/mail-endings.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context } from "../context.ts";
import { accessMail } from "./kinds/access.ts";
import { accountClosedMail } from "./kinds/account-closed.ts";
import { approvalMail } from "./kinds/approval.ts";
import { auctionMail } from "./kinds/auction.ts";
import { connectionMail } from "./kinds/connection.ts";
import { disputeMail } from "./kinds/dispute.ts";
import { draftsMail } from "./kinds/drafts.ts";
import { evidenceMail } from "./kinds/evidence.ts";
import { followDigestMail } from "./kinds/follow-digest.ts";
import type { MailEnding, MailKind, PayloadOf, QueuedMail } from "./kinds/kind.ts";
import { messageMail } from "./kinds/message.ts";
import { payoutMail } from "./kinds/payout.ts";
import { privateOfferMail } from "./kinds/private-offer.ts";
import { purchaseMail } from "./kinds/purchase.ts";
import { purseMail } from "./kinds/purse.ts";
import { reconciliationMail } from "./kinds/reconciliation.ts";
import { reportMail } from "./kinds/report.ts";
import { reportConfirmMail } from "./kinds/report-confirm.ts";
import { reportsWaitingMail } from "./kinds/reports-waiting.ts";
import { requestMail } from "./kinds/request.ts";
import { requestAnswersMail } from "./kinds/request-answers.ts";
import { reviewMail } from "./kinds/review.ts";
import { searchDigestMail } from "./kinds/search-digest.ts";
import { subscriptionMail } from "./kinds/subscription.ts";
import { waitingPurchaseMail } from "./kinds/waiting-purchase.ts";
import { webhookMail } from "./kinds/webhook.ts";
import { composeMail } from "./layout.ts";
import type { MailPayload, WordedMail } from "./templates.ts";
import { isOptionalTopic } from "./topics.ts";
import { unsubscribeUrl } from "./unsubscribe-code.ts";

type Kinds = {
  [Template in MailPayload["template"]]: MailKind<PayloadOf<Template>, unknown>;
};

const mailKinds: Kinds = {
  access: accessMail,
  account_closed: accountClosedMail,
  approval: approvalMail,
  auction: auctionMail,
  connection_opened: connectionMail,
  dispute_answered: disputeMail,
  drafts_expiring: draftsMail,
  message: messageMail,
  evidence_due: evidenceMail,
  payout_missing: payoutMail,
  private_offer: privateOfferMail,
  purchase: purchaseMail,
  purse: purseMail,
  reconciliation: reconciliationMail,
  report: reportMail,
  report_confirm: reportConfirmMail,
  reports_waiting: reportsWaitingMail,
  review_removed: reviewMail,
  search_digest: searchDigestMail,
  follow_digest: followDigestMail,
  request: requestMail,
  request_answers: requestAnswersMail,
  subscription: subscriptionMail,
  waiting_purchase: waitingPurchaseMail,
  webhook_disabled: webhookMail,
};

/**
 * not_owed: it has already ended, is no longer news, or has no known reader. Otherwise the
 * provider's answer; after `failed` the mail is still pending.
 */
export type SendMailResult = { kind: "not_owed" } | MailResult;

type Mail = QueuedMail<MailPayload, unknown> & { kind: MailKind<MailPayload, unknown> };

/**
 * Sends a job's mail once: the provider drops repeats by its key, and the ending is recorded.
 * A permanent refusal by the provider leaves an audit row.
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
  const stale = kind.staleness(mail, ctx.now()) ?? (to.length === 0 ? "address_unknown" : null);
  if (stale !== null) return skip(ctx, actor, mail, stale);
  const worded = kind.compose(mail, ctx.config);
  if (await isTurnedOff(ctx, mail, worded)) return skip(ctx, actor, mail, "turned_off");
  const result = await sendToAll(ctx, mailer, mail, { to, worded });
  const how = endingOf(result);
  if (how !== null) await recordEnding(ctx, actor, mail, how);
  return result;
}

async function skip(
  ctx: Context,
  actor: SystemActor,
  mail: Mail,
  reason: string,
): Promise<SendMailResult> {
  await recordEnding(ctx, actor, mail, { ending: "skipped", detail: { reason } });
  return { kind: "not_owed" };
}

/** Whether the reader has turned this topic off; mails about money and access always go out. */
async function isTurnedOff(ctx: Context, mail: Mail, { topic }: WordedMail): Promise<boolean> {
  const readerId = readerOf(mail);
  if (readerId === null || !isOptionalTopic(topic)) return false;
  return (await readMutedMails(ctx.db, readerId)).includes(topic);
}

/** The account that reads an optional mail, or null. */
function readerOf({ kind, row, payload }: Mail): string | null {
  if (kind.reader !== undefined) return kind.reader({ row, payload });
  const { subjectKind, subjectId } = kind.subject({ row, payload });
  return subjectKind === "account" ? subjectId : null;
}

function unsubscribeLink(ctx: Context, mail: Mail, { topic }: WordedMail): string | null {
  const { PUBLIC_BASE_URL: siteUrl, APPROVAL_SECRET: secret } = ctx.config;
  const id = readerOf(mail);
  if (id === null || !isOptionalTopic(topic)) return null;
  return unsubscribeUrl(siteUrl, secret, { kind: topic, id });
}

/** One mail for each address. If one fails, the result is a failure; the retry sends nothing twice. */
async function sendToAll(
  ctx: Context,
  mailer: Mailer,
  mail: Mail,
  { to: addresses, worded }: { to: string[]; worded: WordedMail },
): Promise<MailResult> {
  const { PUBLIC_BASE_URL: siteUrl } = ctx.config;
  const unsubscribeUrl = unsubscribeLink(ctx, mail, worded);
  const composed = composeMail(worded.words, { topic: worded.topic, siteUrl, unsubscribeUrl });
  let outcome: MailResult | undefined;
  for (const to of addresses) {
    const idempotencyKey = mail.kind.key(mail, to);
    const result = await mailer.send({ to, ...composed }, { idempotencyKey });
    if (result.kind === "failed") return result;
    // One administrator's broken address must not count as an unsent notice.
    if (outcome?.kind !== "sent") outcome = result;
  }
  if (outcome === undefined) throw new Error("the mail has no reader");
  return outcome;
}

type Ended = { ending: MailEnding; detail: Record<string, unknown> };

function endingOf(result: MailResult): Ended | null {
  if (result.kind === "failed") return null;
  if (result.kind === "sent") return { ending: "sent", detail: { provider_id: result.providerId } };
  return { ending: "refused", detail: { code: result.code, detail: result.detail } };
}

/** If two jobs sent the same mail at once, only one writes. */
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

/** The audit subject and prefix that record the ending of the mail. */
function audited(mail: Mail): AuditedMail {
  const { kind } = mail;
  const actions = kind.audited.map((ending) => `${kind.auditName}.${ending}`);
  return { ...kind.subject(mail), actions };
}
