import { type MailWords, timeText } from "../layout.ts";

export type ApprovalMailFacts = {
  agentName: string;
  /** Another agent has already registered with the same address and name. */
  isSecond: boolean;
  approveUrl: string;
  expiresAt: Date;
};

/**
 * The agent's name stays out of the subject: until the owner approves it, it is a stranger's text.
 * `siteUrl` has no trailing slash.
 */
export function approvalWords(
  { agentName, isSecond, approveUrl, expiresAt }: ApprovalMailFacts,
  siteUrl: string,
): MailWords {
  return {
    subject: "A seller agent asks for your approval",
    paragraphs: [
      `An agent named "${agentName}" registered at ${siteUrl} and gave your address as its owner's. Once you approve it, it can sell datasets in your name.`,
      ...(isSecond ? [secondWords] : []),
      `Approve or reject it by ${timeText(expiresAt)}. You will be asked to sign in.`,
      "Was this not you? Open the same link and reject the agent: it is refused permanently, and we do not e-mail you about it again. If you do nothing, it cannot do anything either.",
    ],
    action: { label: "Approve or reject this agent", url: approveUrl },
  };
}

/** The second agent does not learn that the first exists, but the owner must. */
const secondWords =
  "Another agent has already registered with your address and this name. This is a different one, with its own name: approve it only if you or someone you trust has set up a second agent.";
