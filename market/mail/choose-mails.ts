/** Turning kinds of mail off and on, signed in or by a mail's unsubscribe link. */
import { lockAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import { readMutedMails } from "../../db/queries/accounts/muted-mails.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor, SystemActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { isOptionalTopic, type OptionalTopic, optionalTopicNames } from "./topics.ts";
import { isUnsubscribeCode } from "./unsubscribe-code.ts";

const linkActor: SystemActor = { kind: "system", name: "unsubscribe-link" };

/** The optional topics that the person gets mails about. */
export async function viewMailTopics(ctx: Context, owner: OwnerActor): Promise<OptionalTopic[]> {
  const muted = await readMutedMails(ctx.db, owner.accountId);
  return optionalTopicNames.filter((topic) => !muted.includes(topic));
}

/** Replaces the person's choice of optional topics. */
export async function chooseMailTopics(
  ctx: Context,
  owner: OwnerActor,
  wanted: readonly OptionalTopic[],
): Promise<void> {
  const muted = optionalTopicNames.filter((topic) => !wanted.includes(topic));
  await change(ctx, owner, owner.accountId, () => muted);
}

export type MailTopicLink = { topic: string; accountId: string; code: string };

/** The topic that the link turns off or has turned off; null for a link that we did not issue. */
export async function viewMailTopicLink(
  ctx: Context,
  link: MailTopicLink,
): Promise<{ topic: OptionalTopic; isEnded: boolean } | null> {
  const topic = readTopicLink(ctx, link);
  if (topic === null) return null;
  const muted = await readMutedMails(ctx.db, link.accountId);
  return { topic, isEnded: muted.includes(topic) };
}

function readTopicLink(ctx: Context, link: MailTopicLink): OptionalTopic | null {
  const { topic, accountId: id, code } = link;
  if (!isOptionalTopic(topic)) return null;
  const secret = ctx.config.APPROVAL_SECRET;
  return isUnsubscribeCode(secret, { kind: topic, id }, code) ? topic : null;
}

/** Needs no sign-in, because the link came by mail. Null for a link that we did not issue. Repeats change nothing. */
export async function muteMailTopic(
  ctx: Context,
  link: MailTopicLink,
): Promise<OptionalTopic | null> {
  const topic = readTopicLink(ctx, link);
  if (topic === null) return null;
  await change(ctx, linkActor, link.accountId, (muted) => [...muted, topic]);
  return topic;
}

async function change(
  ctx: Context,
  actor: OwnerActor | SystemActor,
  accountId: string,
  mute: (muted: string[]) => string[],
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === null) throw new MarketError("account_not_found", "Sign in again.");
    // A link from an old mail: a closed account gets no mails and must not change.
    if (account.closedAt !== null) return;
    const mutedMails = [...new Set(mute(account.mutedMails))].toSorted();
    if (mutedMails.join() === account.mutedMails.join()) return;
    await updateAccount(tx, accountId, { mutedMails });
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    const detail = { turned_off: mutedMails };
    await writeAudit(tx, { actor, action: "account.mails_chosen", ...subject, detail }, now);
  });
}
