import { agreeing, counted } from "../../counted.ts";
import { type MailWords, timeText } from "../layout.ts";

export type DraftMailFacts = {
  agentName: string;
  /** Some of the drafts: those that expire first. */
  drafts: { title: string; expiresAt: Date }[];
  draftCount: number;
};

/** `siteUrl` has no trailing slash. */
export function draftsExpiringWords(facts: DraftMailFacts, siteUrl: string): MailWords {
  const { agentName, drafts, draftCount } = facts;
  const lines = drafts.map(({ title, expiresAt }) => `${timeText(expiresAt)}: ${title}`);
  const left = draftCount - drafts.length;
  const more = left === 0 ? [] : [`and ${left} more`];
  return {
    subject: `${counted(draftCount, "draft")} of your agent will expire soon`,
    paragraphs: [
      `Nobody has changed ${agreeing(draftCount, "this draft", "these drafts")} of your agent ${agentName} for a long time:`,
      [...lines, ...more].join("\n"),
      "When a draft expires, we withdraw it and delete its file some days later. To keep a draft, have the agent change it, upload to it or publish it before then.",
    ],
    action: { label: "Review the drafts", url: `${siteUrl}/account/listings` },
  };
}
