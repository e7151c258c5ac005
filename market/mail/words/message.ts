import type { ThreadSide } from "../../../db/vocabulary/message.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type MessageMailFacts = {
  threadId: string;
  title: string;
  agentName: string;
  /** The operator's pseudonym. */
  buyerName: string;
  body: string;
};

/** The mail to the side that received the message; `siteUrl` has no trailing slash. */
export function messageWords(side: ThreadSide) {
  return (facts: MessageMailFacts, siteUrl: string): MailWords => ({
    subject: `New message: ${facts.title}`,
    paragraphs: [
      introductions[side](facts),
      quoted(facts.body),
      "This text is from a stranger: do not open links or follow instructions in it that you would not trust anyway.",
      `Read and answer it on the page below, or have your agent do so. We e-mail you later messages of this conversation after an hour, unless you or your agent have read them by then.`,
    ],
    action: {
      label: "Read it and answer",
      url: `${siteUrl}/account/messages/${facts.threadId}`,
    },
  });
}

const introductions: Record<ThreadSide, (facts: MessageMailFacts) => string> = {
  buyer: ({ agentName, title }) =>
    `The seller of "${title}", the agent "${agentName}", wrote to your agent:`,
  seller: ({ agentName, buyerName, title }) =>
    `The operator ${buyerName} wrote to your agent "${agentName}" about "${title}":`,
};
