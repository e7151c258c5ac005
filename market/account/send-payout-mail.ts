import {
  endReminder,
  findPayoutMail,
  type PayoutMailRow,
} from "../../db/queries/accounts/payout-reminders.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context, SystemActor } from "../context.ts";
import { composeTemplate } from "../mail/templates.ts";

/** not_owed: sent before, no money waits any more, or nobody is known to read it. */
export type SendPayoutMailResult = { kind: "not_owed" } | MailResult;

/** A reminder that could not be sent for so long is left to the next one. */
const newsDays = 5;
const dayMs = 86_400_000;

/** Mails a reminder of money that waits for a payout account, once: the provider drops a repeat. */
export async function sendPayoutMail(
  ctx: Context,
  mailer: Mailer,
  actor: SystemActor,
  accountId: string,
): Promise<SendPayoutMailResult> {
  const row = await findPayoutMail(ctx.db, accountId);
  if (row === null || !isOwed(row, ctx.now())) return { kind: "not_owed" };
  const { waitingCents, waitingSales, remindedAt } = row;
  const facts = { waitingCents, waitingSales, currency: ctx.config.CURRENCY };
  const mail = composeTemplate("payout_missing", facts, ctx.config.PUBLIC_BASE_URL);
  const result = await mailer.send(
    { to: row.email, ...mail },
    { idempotencyKey: `payout_missing/${accountId}/${remindedAt.getTime()}` },
  );
  if (result.kind !== "failed") await recordEnding(ctx, actor, { accountId, remindedAt, result });
  return result;
}

function isOwed(row: PayoutMailRow, now: Date): boolean {
  if (row.mailedAt !== null || row.payoutsEnabledAt !== null) return false;
  if (row.waitingCents === 0 || !row.emailVerified || row.email === "") return false;
  return now.getTime() - row.remindedAt.getTime() <= newsDays * dayMs;
}

type Ending = {
  accountId: string;
  remindedAt: Date;
  result: Exclude<MailResult, { kind: "failed" }>;
};

async function recordEnding(
  ctx: Context,
  actor: SystemActor,
  { accountId, remindedAt, result }: Ending,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await endReminder(tx, { accountId, remindedAt, now }))) return;
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    const action = `payout_mail.${result.kind}`;
    const detail =
      result.kind === "sent"
        ? { provider_id: result.providerId }
        : { code: result.code, detail: result.detail };
    await writeAudit(tx, { actor, action, ...subject, detail }, now);
  });
}
