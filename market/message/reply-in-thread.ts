import { isSideSuspended, lockThread } from "../../db/queries/messages/threads.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { type CorrespondentActor, correspondentOf } from "./correspondent.ts";
import { postMessage } from "./post-message.ts";
import { otherSide, recipientRefusal } from "./rules.ts";
import type { MessageBody, SentMessageView } from "./schemas.ts";
import { lockSender } from "./sender.ts";

/**
 * Either side writes in its own thread, even if the dataset is off the catalogue. Errors:
 * thread_not_found, recipient_unavailable, rate_limited, and those of {@link lockSender}.
 */
export async function replyInThread(
  ctx: Context,
  actor: CorrespondentActor,
  threadId: string,
  { message: body }: MessageBody,
): Promise<SentMessageView> {
  return ctx.db.transaction(async (tx) => {
    const sender = await lockSender(tx, actor);
    const thread = await lockThread(tx, threadId, correspondentOf(actor));
    if (thread === null) throw new MarketError("thread_not_found", "No thread has this id.");
    const isSuspended = await isSideSuspended(tx, thread, otherSide[sender.side]);
    throwRefusals([recipientRefusal(isSuspended)]);
    const message = await postMessage(tx, { thread, sender, body, now: ctx.now() });
    return { id: message.id, thread_id: thread.id };
  });
}
