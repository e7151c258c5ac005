/** The words of the reminder that money waits for a payout account. Pure. */
import { counted } from "../../counted.ts";
import { moneyText } from "../../pricing.ts";
import type { MailWords } from "../layout.ts";

export type PayoutMailFacts = { waitingCents: number; waitingSales: number; currency: string };

/** What the reminder says; `siteUrl` has no slash at its end. */
export function payoutMissingWords(facts: PayoutMailFacts, siteUrl: string): MailWords {
  const { waitingCents, waitingSales, currency } = facts;
  const money = moneyText(waitingCents, currency);
  const sales = counted(waitingSales, "sale");
  return {
    subject: `Set up payouts: ${money} wait for you`,
    paragraphs: [
      `You have earned ${money} from ${sales}, and there is no payout account that it can be sent to.`,
      "Set one up with the payment provider; the money is sent as soon as it is ready. You are reminded once a week.",
    ],
    action: { label: "Set up payouts", url: `${siteUrl}/account/sales` },
  };
}
