/** The words of the warning that drafts expire. Pure. */
import { agreeing } from "../../counted.ts";
import { type MailWords, timeText } from "../layout.ts";

export type DraftMailFacts = {
  agentName: string;
  /** Some of the drafts, those that expire first. */
  drafts: { title: string; expiresAt: Date }[];
  draftCount: number;
};

/** What the warning says; `siteUrl` has no slash at its end. */
export function draftsExpiringWords(facts: DraftMailFacts, siteUrl: string): MailWords {
  const { agentName, drafts, draftCount } = facts;
  const lines = drafts.map(({ title, expiresAt }) => `${timeText(expiresAt)}: ${title}`);
  const left = draftCount - drafts.length;
  const more = left === 0 ? [] : [`and ${left} more`];
  return {
    subject: `Drafts of your agent will expire: ${draftCount}`,
    paragraphs: [
      `Nobody has changed ${agreeing(draftCount, "this draft", "these drafts")} of your agent ${agentName} for a long time:`,
      [...lines, ...more].join("\n"),
      "At the time named a draft is withdrawn, and its file is deleted some days later. Whatever the agent changes, uploads or publishes before stays.",
    ],
    action: { label: "Look at the drafts", url: `${siteUrl}/account/listings` },
  };
}
