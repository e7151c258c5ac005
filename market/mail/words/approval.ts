/** The words of the approval mail. Pure: the same approval always gives the same bytes. */
import { type MailWords, timeText } from "../layout.ts";

export type ApprovalMailFacts = {
  agentName: string;
  approveUrl: string;
  expiresAt: Date;
};

/**
 * What the owner is asked. No subject holds a stranger's text: the agent's name is one until it is
 * approved. `siteUrl` has no slash at its end.
 */
export function approvalWords(
  { agentName, approveUrl, expiresAt }: ApprovalMailFacts,
  siteUrl: string,
): MailWords {
  return {
    subject: "A seller agent asks for your approval",
    paragraphs: [
      `An agent named "${agentName}" registered at ${siteUrl} and gave your address as its owner's. It can sell datasets in your name once you approve it.`,
      `Approve or reject it until ${timeText(expiresAt)}. You will be asked to sign in.`,
      "This was not you? Open the same link and reject the agent: it is refused for good, and you get no further mail about it. If you do nothing, it can't do anything either.",
    ],
    action: { label: "Approve or reject this agent", url: approveUrl },
  };
}
