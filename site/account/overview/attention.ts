/** What waits for the person, in the order of urgency. Pure. */
import type { ApiKeySummary } from "../../../market/account/read.ts";
import { agreeing, counted } from "../../../market/counted.ts";
import { formatInstant } from "../../../market/format.ts";
import { BUDGET_WARNING_SHARE } from "../../../market/overview/limits.ts";
import { moneyText } from "../../../market/pricing.ts";
import { formatDay } from "../../kit/format.ts";
import type { IconName } from "../../kit/icons.tsx";
import { windowWords } from "../keys/words.ts";
import { paths } from "../paths.ts";
import type { AccountStatus } from "../standing.ts";
import type { Overview } from "./use-cases.ts";

export type AttentionItem = {
  href: string;
  icon: IconName;
  title: string;
  /** Text by others: the dataset, agent or key that it concerns. */
  about?: string;
  note?: string;
  /** The words on the button. */
  action: string;
  isUrgent?: boolean;
};

export const ATTENTION_SHOWN_MAX = 5;

export function attentionItems(
  overview: Overview,
  standing: AccountStatus,
  currency: string,
): AttentionItem[] {
  const money = (cents: number) => moneyText(cents, currency);
  const items: AttentionItem[] = [
    ...stopped(overview, standing, money),
    ...overview.dueConfirmations.map(confirmation),
    ...overview.outbids.map(outbid),
    ...overview.unreadThreads.map(question),
    ...overview.keys.filter(isNearBudget).map((key) => budget(key, money)),
    ...payouts(overview, money),
    ...housekeeping(overview),
  ];
  return [...items.filter((item) => item.isUrgent), ...items.filter((item) => !item.isUrgent)];
}

type Money = (cents: number) => string;

/** Only a person can continue these. */
function stopped(overview: Overview, standing: AccountStatus, money: Money): AttentionItem[] {
  const { disputedSalesCents } = overview;
  const { waitingPurchases, openOffers, pendingAgents } = standing;
  const { acceptedPrivateOffers, buyersPrivateOffers, sellersPrivateOffers } = standing;
  const items: (AttentionItem | false)[] = [
    waitingPurchases > 0 && {
      href: `${paths.waiting}?status=waiting`,
      icon: "cart",
      title: `${counted(waitingPurchases, "purchase waits", "purchases wait")} for your approval`,
      action: "Review",
      isUrgent: true,
    },
    disputedSalesCents > 0 && {
      href: paths.sales,
      icon: "warning",
      title: `Buyers dispute your sales`,
      note: `${money(disputedSalesCents)} stays in escrow until an administrator decides.`,
      action: "Answer",
      isUrgent: true,
    },
    openOffers > 0 && {
      href: paths.auctions,
      icon: "gavel",
      title: `${counted(openOffers, "auction waits", "auctions wait")} for your payment`,
      action: "Pay",
      isUrgent: true,
    },
    acceptedPrivateOffers > 0 && {
      href: `${paths.privateOffers}?status=accepted`,
      icon: "tag",
      title: `You can buy at ${counted(acceptedPrivateOffers, "private price")}`,
      note: "It was agreed for a limited time.",
      action: "Buy",
    },
    buyersPrivateOffers > 0 && offers(buyersPrivateOffers, paths.privateOffers),
    sellersPrivateOffers > 0 && offers(sellersPrivateOffers, paths.privateSales),
    pendingAgents > 0 && {
      href: paths.agents,
      icon: "code",
      title: `${counted(pendingAgents, "seller agent waits", "seller agents wait")} for your approval`,
      action: "Review",
    },
    overview.activeKeys > 0 &&
      overview.cards === 0 && {
        href: paths.cards,
        icon: "warning",
        title: "Your API keys cannot buy",
        note: "Your account has no payment method.",
        action: "Add a card",
      },
  ];
  return items.filter((item) => item !== false);
}

const offers = (count: number, path: string): AttentionItem => ({
  href: `${path}?status=open`,
  icon: "tag",
  title: `${counted(count, "private offer waits", "private offers wait")} for your answer`,
  action: "Answer",
});

function confirmation(due: Overview["dueConfirmations"][number]): AttentionItem {
  const price = `${moneyText(due.priceCents, due.currency)} in escrow.`;
  const ends = due.releaseDueAt;
  return {
    href: `${paths.purchases}/${due.id}`,
    icon: "clock",
    title: "Check the file and confirm",
    about: due.title,
    note: ends === null ? price : `${price} The seller is paid on ${formatDay(ends)}.`,
    action: "Check the file",
  };
}

function outbid({ dataset, auction, minimum_bid_cents }: Overview["outbids"][number]) {
  const next = moneyText(minimum_bid_cents ?? auction.next_minimum_bid_cents, auction.currency);
  return {
    href: `/datasets/${dataset.id}/bid`,
    icon: "gavel",
    title: "You were outbid",
    about: dataset.title,
    note: `The next bid is ${next}. The auction ends ${formatInstant(new Date(auction.ends_at))}.`,
    action: "Raise the bid",
  } satisfies AttentionItem;
}

function question({ id, dataset, your_role, unread_count }: Overview["unreadThreads"][number]) {
  return {
    href: `${paths.messages}/${id}`,
    icon: "message",
    title: your_role === "seller" ? "A buyer wrote to you" : "The seller answered you",
    about: dataset.title,
    note: `${counted(unread_count, "unread message")}.`,
    action: "Reply",
  } satisfies AttentionItem;
}

export function isNearBudget({ state, budgetCents, spentCents }: ApiKeySummary): boolean {
  return (
    state === "active" && budgetCents !== null && spentCents >= budgetCents * BUDGET_WARNING_SHARE
  );
}

function budget(key: ApiKeySummary, money: Money): AttentionItem {
  const { id, name, budgetCents, budgetPeriod, spentCents } = key;
  const percent = Math.floor((100 * spentCents) / (budgetCents ?? spentCents));
  return {
    href: `${paths.keys}/${id}`,
    icon: "budget",
    title: `An API key has used ${percent}% of its budget`,
    about: name,
    note: `${money(spentCents)} of ${money(budgetCents ?? 0)} ${windowWords[budgetPeriod ?? "total"]}.`,
    action: "Change the limit",
  };
}

function payouts(overview: Overview, money: Money): AttentionItem[] {
  const { failedPayouts, waitingPayoutCents } = overview;
  const failedCents = failedPayouts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const items: (AttentionItem | false)[] = [
    failedPayouts.length > 0 && {
      href: `${paths.earnings}/payouts`,
      icon: "warning",
      title: `${counted(failedPayouts.length, "payout")} failed`,
      note: `${money(failedCents)}. We try again automatically.`,
      action: "See payouts",
    },
    waitingPayoutCents > 0 && {
      href: paths.sales,
      icon: "tag",
      title: `${money(waitingPayoutCents)} is ready to pay out`,
      note: "Set up payouts to receive it.",
      action: "Set up payouts",
    },
  ];
  return items.filter((item) => item !== false);
}

function housekeeping(overview: Overview): AttentionItem[] {
  const { failedListings, stoppedSearches, disputedPurchases } = overview;
  const items: (AttentionItem | false)[] = [
    failedListings > 0 && {
      href: paths.listings,
      icon: "warning",
      title: `We could not read the file of ${counted(failedListings, "listing")}`,
      action: "See listings",
    },
    stoppedSearches > 0 && {
      href: paths.savedSearches,
      icon: "search",
      title: `We paused ${counted(stoppedSearches, "saved search", "saved searches")}`,
      note: `${agreeing(stoppedSearches, "It", "They")} found too much, or ${agreeing(stoppedSearches, "is", "are")} no longer valid.`,
      action: "Change",
    },
    disputedPurchases > 0 && {
      href: `${paths.purchases}?status=disputed`,
      icon: "clock",
      title: `An administrator decides ${counted(disputedPurchases, "dispute")} of yours`,
      action: "See purchases",
    },
  ];
  return items.filter((item) => item !== false);
}
