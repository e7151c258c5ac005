import type { MessageRow } from "../../db/queries/messages/thread-details.ts";
import { findThread, markRead, pageMessages } from "../../db/queries/messages/threads.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { numberShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import { type CorrespondentActor, correspondentOf } from "./correspondent.ts";
import type { ThreadMessagesView, ThreadsQuery } from "./schemas.ts";
import { viewMessage, viewThread } from "./thread-view.ts";

/**
 * The caller's thread with a page of its messages, latest first. Shown messages and all earlier
 * ones are marked as read, unless the key may only read. Errors: thread_not_found, invalid_request
 * (a foreign cursor).
 */
export async function getThread(
  ctx: Context,
  actor: CorrespondentActor,
  threadId: string,
  page: ThreadsQuery,
): Promise<ThreadMessagesView> {
  const of = correspondentOf(actor);
  const { side } = of;
  const found = await findThread(ctx.db, threadId, of);
  if (found === null) throw new MarketError("thread_not_found", "No thread has this id.");
  const total = found.thread.messageCount;
  const list = {
    name: `messages ${threadId}`,
    shape: numberShape,
    keyOf: (message: MessageRow) => String(message.position),
  };
  const { rows: messages, pagination } = await readPage(page, list, async (slice) => ({
    rows: await pageMessages(ctx.db, threadId, slice),
    total,
  }));
  const position = messages[0]?.position;
  if (position !== undefined && found.unread > 0) {
    const apiKeyId = actor.kind === "operator" ? actor.apiKeyId : null;
    await markRead(ctx.db, { threadId, side, position, apiKeyId });
  }
  return {
    thread: viewThread(ctx.config, found, side),
    items: messages.map((message) => viewMessage(message, side)),
    pagination,
  };
}
