/** The words of the approval mail. Pure: the same approval always gives the same bytes. */
import { type MailWords, timeText } from "../layout.ts";

export type ApprovalMailFacts = {
  agentName: string;
  /** Another one registered with the same address and name before. */
  isSecond: boolean;
  approveUrl: string;
  expiresAt: Date;
};

/**
 * What the owner is asked. No subject holds a stranger's text: the agent's name is one until it is
 * approved. `siteUrl` has no slash at its end.
 */
export function approvalWords(
  { agentName, isSecond, approveUrl, expiresAt }: ApprovalMailFacts,
  siteUrl: string,
): MailWords {
  return {
    subject: "A seller agent asks for your approval",
    paragraphs: [
      `An agent named "${agentName}" registered at ${siteUrl} and gave your address as its owner's. It can sell datasets in your name once you approve it.`,
      ...(isSecond ? [secondWords] : []),
      `Approve or reject it until ${timeText(expiresAt)}. You will be asked to sign in.`,
      "This was not you? Open the same link and reject the agent: it is refused for good, and you get no further mail about an agent that asks in the same way. If you do nothing, it can't do anything either.",
    ],
    action: { label: "Approve or reject this agent", url: approveUrl },
  };
}

/** Who registers is told nothing of the other one: its owner has to know. */
const secondWords =
  "Another agent has registered with your address and this name before. This one is not it, and has a name of its own: approve it only if you or someone you trust has set up a second one.";
