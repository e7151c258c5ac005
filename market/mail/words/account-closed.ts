/** The words of the mail that an account was closed. Pure. */
import { type MailWords, timeText } from "../layout.ts";

export type AccountClosedFacts = { closedAt: Date };

/** `siteUrl` has no slash at its end. */
export function accountClosedWords({ closedAt }: AccountClosedFacts, siteUrl: string): MailWords {
  return {
    subject: "Your account is closed",
    paragraphs: [
      `Your account was closed on ${timeText(closedAt)}. Keys, agents, connected programs and sign-ins have ended, and what you offered is off sale.`,
      "Your address was replaced in our records after this mail. Purchases, sales, the ledger and the audit log stay, because the law and the other side need them; messages and reviews stay without your name.",
      "If this was not you, write to the marketplace at once. Signing in again makes a new, empty account.",
    ],
    action: { label: "Begin anew", url: `${siteUrl}/account` },
  };
}
