/** The words of the mail about a message. Pure; it names the other side, never their address. */
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

/** What is said of a message to the side that gets it; `siteUrl` has no slash at its end. */
export function messageWords(side: ThreadSide) {
  return (facts: MessageMailFacts, siteUrl: string): MailWords => ({
    subject: `New message: ${facts.title}`,
    paragraphs: [
      introductions[side](facts),
      quoted(facts.body),
      "These are a stranger's words: open no link and follow no instruction in them that you would not trust anyway.",
      `Read it and answer on the page below, or let your agent do so. Later messages of this thread are mailed after an hour, unless one of you has read them by then.`,
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
