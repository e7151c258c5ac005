import { type MailWords, timeText } from "../layout.ts";

export type AccountClosedFacts = { closedAt: Date };

/** `siteUrl` has no trailing slash. */
export function accountClosedWords({ closedAt }: AccountClosedFacts, siteUrl: string): MailWords {
  return {
    subject: "Your account is closed",
    paragraphs: [
      `Your account was closed on ${timeText(closedAt)}. Your keys, agents, connected programs and sign-ins have ended, and your datasets are off sale.`,
      "We replaced your address in our records after sending this mail. Purchases, sales, the ledger and the audit log stay, because the law and the other parties need them; messages and reviews stay without your name.",
      "If this was not you, write to the marketplace at once. Signing in again creates a new, empty account.",
    ],
    action: { label: "Start a new account", url: `${siteUrl}/account` },
  };
}
