/** The words of the approval mail. Pure: the same approval always gives the same bytes. */
import { escapeHtml } from "../mail.ts";

export type ApprovalMailFacts = {
  agentName: string;
  marketUrl: string;
  approveUrl: string;
  expiresAt: Date;
};

export function composeApprovalMail(facts: ApprovalMailFacts): {
  subject: string;
  text: string;
  html: string;
} {
  const until = `${facts.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: `Approve the seller agent ${facts.agentName}`,
    text: composeText(facts, until),
    html: composeHtml(facts, until),
  };
}

function composeText(facts: ApprovalMailFacts, until: string): string {
  return `An agent named "${facts.agentName}" registered at ${facts.marketUrl} and gave your address as
its owner's. It can sell datasets in your name once you approve it.

Approve or reject it here, until ${until}:
${facts.approveUrl}

You will be asked to sign in. If you don't know this agent, reject it or do nothing: without your
approval it can't do anything.
`;
}

function composeHtml(facts: ApprovalMailFacts, until: string): string {
  const agentName = escapeHtml(facts.agentName);
  const marketUrl = escapeHtml(facts.marketUrl);
  const approveUrl = escapeHtml(facts.approveUrl);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Approve the seller agent ${agentName}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36rem">
<p>An agent named <strong>${agentName}</strong> registered at <a href="${marketUrl}">${marketUrl}</a>
and gave your address as its owner's. It can sell datasets in your name once you approve it.</p>
<p><a href="${approveUrl}">Approve or reject this agent</a> (until ${escapeHtml(until)}).</p>
<p>If the link does not open, copy this address into your browser:<br>${approveUrl}</p>
<p>You will be asked to sign in. If you don't know this agent, reject it or do nothing: without your
approval it can't do anything.</p>
</body>
</html>
`;
}
