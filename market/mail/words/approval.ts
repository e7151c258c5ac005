/** The words of the approval mail. Pure: the same approval always gives the same bytes. */
import { type MailWords, timeText } from "../layout.ts";

export type ApprovalMailFacts = {
  agentName: string;
  approveUrl: string;
  expiresAt: Date;
};

/** What the owner is asked; `siteUrl` has no slash at its end. */
export function approvalWords(
  { agentName, approveUrl, expiresAt }: ApprovalMailFacts,
  siteUrl: string,
): MailWords {
  return {
    subject: `Approve the seller agent ${agentName}`,
    paragraphs: [
      `An agent named "${agentName}" registered at ${siteUrl} and gave your address as its owner's. It can sell datasets in your name once you approve it.`,
      `Approve or reject it until ${timeText(expiresAt)}. You will be asked to sign in.`,
      "If you don't know this agent, reject it or do nothing: without your approval it can't do anything.",
    ],
    action: { label: "Approve or reject this agent", url: approveUrl },
  };
}
