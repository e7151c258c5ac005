import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  findMessageMail,
  findNextPosition,
  lockSide,
  type MessageMailRow,
  type SideKey,
  updateSide,
} from "../../db/queries/messages/message-mails.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context, SystemActor } from "../context.ts";
import { composeTemplate } from "../mail/templates.ts";
import { mailDueAt } from "./rules.ts";
import { buyerPseudonym } from "./thread-view.ts";

/** not_owed: sent before, too late, or nobody is known to read it. */
export type SendMessageMailResult = { kind: "not_owed" } | MailResult;

/** For so long a message is news. */
const newsDays = 7;
const dayMs = 86_400_000;

type Wanted = SideKey & { position: number };

/**
 * Mails a message to the person of the other side, once: the provider drops a repeat by its key, and
 * the row of the side is the truth. What has come since is owed an hour later.
 */
export async function sendMessageMail(
  ctx: Context,
  mailer: Mailer,
  actor: SystemActor,
  wanted: Wanted,
): Promise<SendMessageMailResult> {
  const row = await findMessageMail(ctx.db, wanted, wanted.position);
  if (row === null) return { kind: "not_owed" };
  const person = row[wanted.side];
  const isNews = ctx.now().getTime() - row.message.createdAt.getTime() <= newsDays * dayMs;
  if (!isNews || person === null || !person.emailVerified || person.email === "") {
    await endMail(ctx, wanted);
    return { kind: "not_owed" };
  }
  const { threadId, side, position } = wanted;
  const mail = composeTemplate(`message_${side}`, factsOf(row), ctx.config.PUBLIC_BASE_URL);
  const result = await mailer.send(
    { to: person.email, ...mail },
    { idempotencyKey: `message/${threadId}/${side}/${position}` },
  );
  if (result.kind === "sent") await endMail(ctx, wanted);
  if (result.kind === "refused") {
    const detail = { thread_id: threadId, code: result.code, detail: result.detail };
    await endMail(ctx, wanted, { actor, accountId: person.accountId, detail });
  }
  return result;
}

function factsOf({ side, message, title, agentId, agentName, buyer }: MessageMailRow) {
  return {
    threadId: side.threadId,
    title,
    agentName,
    buyerName: buyerPseudonym({ buyerAccountId: buyer.accountId, sellerAgentId: agentId }),
    body: message.body,
  };
}

type Refused = { actor: SystemActor; accountId: string; detail: Record<string, unknown> };

/** Of two jobs that sent the same mail at once, one writes. */
async function endMail(ctx: Context, wanted: Wanted, refused?: Refused): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockSide(tx, wanted);
    if (row === null || row.mailPosition !== wanted.position) return;
    const read = Math.max(row.readPosition, wanted.position);
    const next = await findNextPosition(tx, wanted, read);
    await updateSide(tx, wanted, {
      mailedAt: now,
      mailPosition: next,
      mailDueAt: next === null ? null : mailDueAt(now, now),
      mailQueuedAt: null,
    });
    if (refused === undefined) return;
    const { actor, accountId, detail } = refused;
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    await writeAudit(tx, { actor, action: "message_mail.refused", ...subject, detail }, now);
  });
}
