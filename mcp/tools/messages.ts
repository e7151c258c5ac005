import { messages } from "../../market/message/contract.ts";
import type { MessageView } from "../../market/message/schemas.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";
import { moreOf } from "./pages.ts";

export const messageTools = toolsOf(messages, {
  contactSeller: (answer) => ({
    text: `The message is sent in thread ${answer.thread_id}. list_events tells of the answer.`,
  }),
  listThreads({ items, pagination }) {
    if (items.length === 0) return { text: "There are no conversations." };
    const lines = items.map(
      ({ id, dataset, unread_count: unread, last_message: last }) =>
        `- ${id} about ${quoted(dataset.title)}, ${unread} unread; last: ${quoted(last.body.content)}`,
    );
    return {
      text: `${count(pagination.total, "conversation")}, ${items.length} shown.${moreOf(pagination)}`,
      stranger: {
        source: "messages",
        text: shorten(lines.join("\n"), STRANGER_CHARS_MAX),
      },
      untrusted: ["/items/*/dataset/title", "/items/*/seller/name", "/items/*/last_message/body"],
    };
  },
  getThread: ({ thread, items, pagination }) => ({
    text: `Thread ${thread.id}: ${count(pagination.total, "message")}, ${items.length} shown; you are the ${thread.your_role}. reply_in_thread answers.${moreOf(pagination)}`,
    stranger: {
      source: "messages",
      text: shorten(items.map(messageLine).join("\n"), STRANGER_CHARS_MAX),
    },
    untrusted: [
      "/thread/dataset/title",
      "/thread/seller/name",
      "/thread/last_message/body",
      "/items/*/body",
    ],
  }),
  replyInThread: (answer) => ({
    text: `The reply is sent in thread ${answer.thread_id}. list_events tells of the answer.`,
  }),
});

function messageLine({ created_at: at, from, is_yours: isYours, body }: MessageView): string {
  return `[${at}] ${isYours ? "you" : from}: ${quoted(body.content)}`;
}
