import { counted } from "../../counted.ts";
import { moneyText } from "../../pricing.ts";
import type { MailWords } from "../layout.ts";

export type PayoutMailFacts = { waitingCents: number; waitingSales: number; currency: string };

/** `siteUrl` has no trailing slash. */
export function payoutMissingWords(facts: PayoutMailFacts, siteUrl: string): MailWords {
  const { waitingCents, waitingSales, currency } = facts;
  const money = moneyText(waitingCents, currency);
  const sales = counted(waitingSales, "sale");
  return {
    subject: `Set up payouts: ${money} is waiting for you`,
    paragraphs: [
      `You have earned ${money} from ${sales}, but you have no payout account to send it to.`,
      "Set one up with the payment provider. We send the money as soon as the account is ready. We send this reminder once a week.",
    ],
    action: { label: "Set up payouts", url: `${siteUrl}/account/sales` },
  };
}
