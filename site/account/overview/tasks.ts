import { agreeing, counted } from "../../../market/counted.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { AccountStatus } from "../standing.ts";
import type { Overview } from "./use-cases.ts";

export type Task = { href: string; text: string; isUrgent?: boolean };

/** The tasks that wait for the person, most urgent first. */
export function openTasks(overview: Overview, standing: AccountStatus, currency: string): Task[] {
  const { disputedSalesCents, disputedPurchases, waitingPayoutCents, failedListings } = overview;
  const { unreadThreads, openOffers } = overview;
  const { waitingPurchases } = standing;
  const tasks: (Task | false)[] = [
    waitingPurchases > 0 && {
      href: "/account/waiting?status=waiting",
      text: `${counted(waitingPurchases, "purchase waits", "purchases wait")} for your approval`,
      isUrgent: true,
    },
    disputedSalesCents > 0 && {
      href: "/account/sales",
      text: `Buyers dispute your sales: ${moneyText(disputedSalesCents, currency)} is held`,
      isUrgent: true,
    },
    openOffers > 0 && {
      href: "/account/auctions",
      text: `${counted(openOffers, "auction waits", "auctions wait")} for your payment`,
      isUrgent: true,
    },
    standing.pendingAgents > 0 && {
      href: "/account/agents",
      text: `${counted(standing.pendingAgents, "seller agent waits", "seller agents wait")} for your approval`,
    },
    waitingPayoutCents > 0 && {
      href: "/account/sales",
      text: `${moneyText(waitingPayoutCents, currency)} waits for you: set up payouts to receive it`,
    },
    overview.activeKeys > 0 &&
      overview.cards === 0 && {
        href: "/account/payment-methods",
        text: "Your keys can't buy: no payment method is stored",
      },
    unreadThreads > 0 && {
      href: "/account/messages",
      text: `${counted(unreadThreads, "thread has", "threads have")} unread messages`,
    },
    failedListings > 0 && {
      href: "/account/listings",
      text: `${counted(failedListings, "listing has", "listings have")} a file that could not be read`,
    },
    overview.stoppedSearches > 0 && {
      href: "/account/saved-searches",
      text: `${counted(overview.stoppedSearches, "saved search", "saved searches")} of yours found too much, or ${agreeing(overview.stoppedSearches, "is", "are")} not valid any more`,
    },
    disputedPurchases > 0 && {
      href: "/account/purchases?status=disputed",
      text: `${counted(disputedPurchases, "purchase")} of yours ${agreeing(disputedPurchases, "waits", "wait")} for an administrator's decision`,
    },
  ];
  return tasks.filter((task) => task !== false);
}
