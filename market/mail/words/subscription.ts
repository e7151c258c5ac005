/** Words of mails to subscribers. Pure. */
import type { PlanInterval } from "../../../db/vocabulary/listing.ts";
import type { SubscriptionEndCause } from "../../../db/vocabulary/subscription.ts";
import { moneyText } from "../../pricing.ts";
import type { SubscriptionNotice } from "../../subscription/notices.ts";
import { type MailWords, timeText } from "../layout.ts";

type SubscriptionFacts = {
  id: string;
  listingId: string;
  title: string;
  interval: PlanInterval;
  priceCents: number;
  nextPriceCents: number | null;
  nextPriceAt: Date | null;
  currency: string;
  periodEndsAt: Date;
  nextStepAt: Date | null;
  failureDetail: string | null;
  endCause: SubscriptionEndCause | null;
  /** The published version, for the notice about one. */
  version: number;
};

type Words = (facts: SubscriptionFacts, siteUrl: string) => MailWords;

/** `siteUrl` has no trailing slash. */
export const subscriptionWords: Record<SubscriptionNotice, Words> = {
  updated: (facts, siteUrl) => ({
    subject: `New version in your subscription: ${facts.title}`,
    paragraphs: [
      `The seller published version ${facts.version} of "${facts.title}". Your subscription pays for it: you can download it now.`,
      "If the file is not as described, open a dispute from the period's purchase before its money goes to the seller.",
    ],
    action: subscriptionAction(facts, siteUrl),
  }),
  price_changing: (facts, siteUrl) => ({
    subject: `The price of your subscription changes: ${facts.title}`,
    paragraphs: [
      `You pay ${price(facts, facts.priceCents)} for "${facts.title}". ${nextPrice(facts)}`,
      "If you do not agree, cancel the subscription before: it then ends with the period that you have paid.",
    ],
    action: subscriptionAction(facts, siteUrl),
  }),
  renewing: (facts, siteUrl) => ({
    subject: `Your subscription renews soon: ${facts.title}`,
    paragraphs: [
      `Your subscription of "${facts.title}" renews at ${timeText(facts.periodEndsAt)}: we then charge ${price(facts, renewalCents(facts))}.`,
      "If you do not want that, pause or cancel it before. You keep the versions of the periods that you have paid.",
    ],
    action: subscriptionAction(facts, siteUrl),
  }),
  plan_ending: (facts, siteUrl) => ({
    subject: `Your subscription's plan is no longer offered: ${facts.title}`,
    paragraphs: [
      `The seller no longer offers the plan of your subscription of "${facts.title}". It ends at ${timeText(facts.periodEndsAt)}, and nothing more is charged.`,
      "Until then you get every version that is published. If the seller offers the plan again before, the subscription continues.",
    ],
    action: subscriptionAction(facts, siteUrl),
  }),
  past_due: (facts, siteUrl) => ({
    subject: `Your subscription could not be charged: ${facts.title}`,
    paragraphs: [
      `The next period of "${facts.title}" costs ${price(facts, facts.priceCents)} and could not be charged: ${facts.failureDetail ?? "the payment failed"}`,
      facts.nextStepAt === null
        ? "Choose another card to try again."
        : `We try again at ${timeText(facts.nextStepAt)}. Choose another card to try now, or cancel the subscription.`,
    ],
    action: subscriptionAction(facts, siteUrl),
  }),
  ended: (facts, siteUrl) => ({
    subject: `Your subscription has ended: ${facts.title}`,
    paragraphs: [
      `Your subscription of "${facts.title}" has ended: ${endReasons[facts.endCause ?? "cancelled"]}. Nothing is charged any more.`,
      "You can still download the versions of the periods that you paid.",
    ],
    action: subscriptionAction(facts, siteUrl),
  }),
};

const endReasons: Record<SubscriptionEndCause, string> = {
  cancelled: "you or your agent cancelled it",
  unpaid: "its charge failed several times",
  not_on_sale: "the dataset is no longer on sale",
  plan_ended: "the seller no longer offers its plan",
  key_ended: "the API key that paid it was revoked or has expired",
  charge_disputed: "your card's bank disputes the last payment",
  acceptance_failed: "the version on sale did not pass your acceptance contract",
};

const price = ({ interval, currency }: SubscriptionFacts, cents: number) =>
  `${moneyText(cents, currency)} a ${interval}`;

function renewalCents({
  priceCents,
  nextPriceCents,
  nextPriceAt,
  periodEndsAt,
}: SubscriptionFacts) {
  const isNext = nextPriceAt !== null && nextPriceAt <= periodEndsAt;
  return isNext ? (nextPriceCents ?? priceCents) : priceCents;
}

function nextPrice(facts: SubscriptionFacts): string {
  const { nextPriceCents, nextPriceAt } = facts;
  if (nextPriceCents === null || nextPriceAt === null) return "The price stays as it is.";
  return `Periods that start at ${timeText(nextPriceAt)} or later cost ${price(facts, nextPriceCents)}.`;
}

function subscriptionAction({ id }: SubscriptionFacts, siteUrl: string) {
  return { label: "See your subscription", url: `${siteUrl}/account/subscriptions/${id}` };
}
