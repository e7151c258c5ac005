/** Views of threads and messages, with pseudonyms and marked as untrusted text. */
import type { MessageRow, ThreadDetail } from "../../db/queries/messages/thread-details.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { Config } from "../../platform/config.ts";
import { buyerPseudonym } from "../agent/buyer-pseudonym.ts";
import type { MessageView, ThreadView } from "./schemas.ts";

/** A message is always shown as untrusted text, whoever wrote it. */
export function viewMessage(message: MessageRow, reader: ThreadSide): MessageView {
  return {
    id: message.id,
    thread_id: message.threadId,
    from: message.side,
    is_yours: message.side === reader,
    body: { content: message.body, content_type: "text/plain", untrusted: true },
    created_at: message.createdAt.toISOString(),
  };
}

export function viewThread(
  config: Pick<Config, "PUBLIC_BASE_URL">,
  { thread, listing, agentName, latest, unread }: ThreadDetail,
  reader: ThreadSide,
): ThreadView {
  return {
    id: thread.id,
    dataset: { id: thread.listingId, ...listing },
    your_role: reader,
    buyer: { name: buyerPseudonym(thread) },
    seller: { id: thread.sellerAgentId, name: agentName },
    message_count: thread.messageCount,
    unread_count: unread,
    last_message: viewMessage(latest, reader),
    created_at: thread.createdAt.toISOString(),
    last_message_at: thread.lastMessageAt.toISOString(),
    links: { self: `${config.PUBLIC_BASE_URL}/threads/${thread.id}` },
  };
}
