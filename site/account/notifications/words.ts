/** Events in the words of the notification centre, and the page that each leads to. */
import type { PrivateOfferMove } from "../../../db/vocabulary/private-offer.ts";
import { counted } from "../../../market/counted.ts";
import type { EventView } from "../../../market/event/schemas.ts";
import type { EventData, EventType } from "../../../market/event/types.ts";
import { formatInstant } from "../../../market/format.ts";
import { moneyText } from "../../../market/pricing.ts";
import { kindWords } from "../../../market/report/words.ts";
import { paths } from "../paths.ts";

type NotificationWords = { title: string; note?: string; href: string };
type WordsOf = { [Type in EventType]: (data: EventData<Type>) => NotificationWords };

type Purchase = EventData<"purchase.released">;
type Debt = EventData<"purchase.debt_written_off">;
type Answer = EventData<"request.answer_accepted">;

const isBuyer = ({ your_role }: Purchase): boolean => your_role === "buyer";
const isFollower = (role: EventData<"listing.published">["your_role"]): boolean =>
  role === "follower";
const on = (instant: string): string => formatInstant(new Date(instant));
const datasetPage = (id: string): string => `/datasets/${id}`;
const subscriptionPage = (id: string): string => `${paths.subscriptions}/${id}`;
const listingPage = (id: string): string => `${paths.listings}/${id}`;
const requestPage = (id: string): string => `${paths.requests}/${id}`;
const publicRequest = (id: string): string => `/requests/${id}`;

const purchase =
  (titles: { buyer: string; seller: string }, note?: string) =>
  (data: Purchase): NotificationWords => ({
    title: isBuyer(data) ? titles.buyer : titles.seller,
    note: note ?? `${moneyText(data.price_cents, data.currency)}.`,
    href: `${isBuyer(data) ? paths.purchases : paths.sales}/${data.purchase_id}`,
  });
const both = (title: string, note?: string) => purchase({ buyer: title, seller: title }, note);

const debt =
  (title: string) =>
  (data: Debt): NotificationWords => ({
    title,
    note: `${moneyText(data.amount_cents, data.currency)}. You still owe ${moneyText(data.owed_cents, data.currency)}.`,
    href: `${paths.sales}/${data.purchase_id}`,
  });

const answer =
  (title: string) =>
  (_: Answer): NotificationWords => ({ title, href: paths.answers });

const review = (title: string, note?: string) => () => ({
  title,
  ...(note === undefined ? {} : { note }),
  href: paths.reviews,
});

const auctionResults = {
  won: "You won the auction",
  lost: "You did not win the auction",
  sold: "Your auction ended and sold",
  not_sold: "Your auction ended without a sale",
};

const privateOfferMoves: Record<PrivateOfferMove, (who: string) => string> = {
  offer: (who) => `${who} offers you a private price`,
  counter: (who) => `${who} made a counter-offer`,
  accept: (who) => `${who} accepted your price`,
  decline: (who) => `${who} declined your price`,
  withdraw: (who) => `${who} withdrew a private offer`,
};

const accessDecisions = {
  approved: "You have access to a dataset",
  declined: "Your request for access was declined",
  withdrawn: "Your access was withdrawn",
};

const waitingEndings = {
  approved: "The purchase was approved",
  refused: "The purchase was refused",
  cancelled: "The purchase request was cancelled",
  superseded: "A newer request replaced the purchase request",
  expired: "The purchase request expired",
};

const deliveryVerdicts = {
  passed: "A delivery to a bounty passed",
  failed: "A delivery to a bounty did not pass",
  undecided: "A delivery to a bounty could not be evaluated",
  won: "A delivery won a bounty",
  lost: "A delivery did not win its bounty",
};

const words: WordsOf = {
  "listing.sample_ready": ({ listing_id, auto_sample_status }) => ({
    title:
      auto_sample_status === "generated" ? "Your file was checked" : "We could not read your file",
    href: `${listingPage(listing_id)}/found`,
  }),
  "listing.expiring": ({ listing_id, expires_at }) => ({
    title: "A draft will expire",
    note: `On ${on(expires_at)}, unless you change it.`,
    href: listingPage(listing_id),
  }),
  "listing.expired": () => ({
    title: "A draft expired",
    note: "Its file is deleted.",
    href: paths.listings,
  }),
  "listing.deleted": () => ({ title: "A draft was deleted", href: paths.listings }),
  "listing.published": ({ dataset_id, dataset_version, your_role }) => ({
    title: isFollower(your_role)
      ? dataset_version === 1
        ? "A seller that you follow published a dataset"
        : `Version ${dataset_version} of a dataset that you follow is on sale`
      : `Version ${dataset_version} is on sale`,
    href: datasetPage(dataset_id),
  }),
  "listing.changed": ({ dataset_id, your_role }) =>
    isFollower(your_role)
      ? { title: "The price of a dataset that you follow fell", href: datasetPage(dataset_id) }
      : { title: "Your listing changed", href: listingPage(dataset_id) },
  "collection.dataset_added": ({ dataset_id }) => ({
    title: "A collection that you follow has a new dataset",
    href: datasetPage(dataset_id),
  }),
  "listing.version_published": ({ dataset_id, dataset_version, your_version }) => ({
    title: "A newer version is on sale",
    note: `Version ${dataset_version}; you have version ${your_version}.`,
    href: datasetPage(dataset_id),
  }),
  "subscription.started": ({ dataset_id, your_role, subscription_id }) => ({
    title: your_role === "seller" ? "A new subscriber" : "Your subscription has started",
    href: your_role === "seller" ? datasetPage(dataset_id) : subscriptionPage(subscription_id),
  }),
  "subscription.updated": ({ dataset_version, subscription_id }) => ({
    title: `Version ${dataset_version} of a dataset that you subscribe to`,
    href: subscriptionPage(subscription_id),
  }),
  "subscription.price_changing": (data) => ({
    title: "The price of a subscription changes",
    note: `${moneyText(data.next_price_cents, data.currency)} a ${data.interval} from ${on(data.next_price_at)}.`,
    href: subscriptionPage(data.subscription_id),
  }),
  "subscription.plan_ending": ({ period_ends_at, subscription_id }) => ({
    title: "The seller no longer offers your subscription's plan",
    note: `It ends ${on(period_ends_at)}.`,
    href: subscriptionPage(subscription_id),
  }),
  "subscription.past_due": ({ next_try_at, subscription_id }) => ({
    title: "A subscription could not be charged",
    note: `We try again ${on(next_try_at)}.`,
    href: subscriptionPage(subscription_id),
  }),
  "subscription.ended": ({ dataset_id, your_role, subscription_id }) => ({
    title: your_role === "seller" ? "A subscriber has left" : "Your subscription has ended",
    href: your_role === "seller" ? datasetPage(dataset_id) : subscriptionPage(subscription_id),
  }),
  "listing.sold": ({ dataset_id }) => ({ title: "Sold by auction", href: listingPage(dataset_id) }),
  "access.requested": () => ({ title: "A buyer asks for access", href: paths.access }),
  "access.decided": ({ dataset_id, status }) => ({
    title: accessDecisions[status],
    href: `${datasetPage(dataset_id)}/buy`,
  }),
  "coupon.used": ({ status, use_count, max_uses }) => ({
    title: status === "used_up" ? "A coupon is used up" : "A coupon was used",
    note: max_uses === null ? counted(use_count, "use") : `${use_count} of ${max_uses} uses`,
    href: paths.coupons,
  }),
  "private_offer.expired": ({ private_offer_id, price_cents, currency }) => ({
    title: "A private offer has expired",
    note: `${moneyText(price_cents, currency)}.`,
    href: `${paths.privateOffers}/${private_offer_id}`,
  }),
  "private_offer.moved": ({ private_offer_id, move, price_cents, currency, your_role }) => ({
    title: privateOfferMoves[move](your_role === "buyer" ? "The seller" : "A buyer"),
    note: `${moneyText(price_cents, currency)}.`,
    href: `${paths.privateOffers}/${private_offer_id}`,
  }),
  "bid.outbid": (data) => ({
    title: "You were outbid",
    note: `The next bid is ${moneyText(data.next_minimum_bid_cents, data.currency)}. The auction ends ${on(data.ends_at)}.`,
    href: `${datasetPage(data.dataset_id)}/bid`,
  }),
  "auction.extended": ({ dataset_id, ends_at }) => ({
    title: "An auction was extended",
    note: `It ends ${on(ends_at)}.`,
    href: datasetPage(dataset_id),
  }),
  "auction.closed": ({ result, price_cents, currency, offer_id, dataset_id }) => ({
    title: auctionResults[result],
    ...(price_cents === null ? {} : { note: `${moneyText(price_cents, currency)} per licence.` }),
    href: offer_id === null ? datasetPage(dataset_id) : `/account/offers/${offer_id}`,
  }),
  "offer.made": (data) => ({
    title: "You can buy it now",
    note: `${moneyText(data.price_cents, data.currency)}. Pay by ${on(data.due_at)}.`,
    href: `/account/offers/${data.offer_id}`,
  }),
  "purchase.in_escrow": purchase({
    buyer: "Paid: you can download the file",
    seller: "You sold a dataset",
  }),
  "purchase.delivered": both("Delivered to your bucket"),
  "purchase.delivery_failed": both(
    "Not delivered to your bucket",
    "Your list of buckets says why and can try again.",
  ),
  "purchase.action_required": both("Your bank asks you to confirm the payment"),
  "purchase.payment_failed": both("The payment failed", "Nothing was charged."),
  "purchase.released": purchase({
    buyer: "Purchase complete",
    seller: "The payment for a sale is released",
  }),
  "purchase.disputed": purchase({
    buyer: "You opened a dispute",
    seller: "The buyer opened a dispute",
  }),
  "purchase.dispute_answered": both("The seller answered your dispute"),
  "purchase.refunded": purchase({ buyer: "You were refunded", seller: "A sale was refunded" }),
  "purchase.refund_failed": both(
    "Your bank returned the refund",
    "We still owe you the money and will try again.",
  ),
  "purchase.refund_paid_otherwise": both("We paid your refund another way"),
  "purchase.chargeback_opened": both("The card's bank disputes the payment"),
  "purchase.chargeback_closed": (data) => {
    const title =
      data.cause === "won" ? "The bank let the payment stand" : "The bank took the payment back";
    return both(title)(data);
  },
  "purchase.chargeback_answered": both("We sent evidence to the bank"),
  "purchase.transfer_reversed": debt("Part of a payout was taken back"),
  "purchase.debt_written_off": debt("We wrote off a debt of yours"),
  "moderation.decided": ({ decision_id, kind, your_role }) =>
    your_role === "reporter"
      ? { title: "We decided on your report", href: paths.reports }
      : {
          title: `We reviewed your ${kindWords[kind].noun}`,
          href: `${paths.reports}/decisions/${decision_id}`,
        },
  "moderation.appeal_decided": () => ({ title: "We decided on an appeal", href: paths.reports }),
  "waiting_purchase.opened": ({ waiting_purchase_id, price_cents, currency }) => ({
    title: "A purchase needs your approval",
    note: `${moneyText(price_cents, currency)}.`,
    href: `${paths.waiting}/${waiting_purchase_id}`,
  }),
  "waiting_purchase.ended": ({ waiting_purchase_id, status }) => ({
    title: waitingEndings[status],
    href: `${paths.waiting}/${waiting_purchase_id}`,
  }),
  "request.delivery_decided": ({ verdict, data_request_id }) => ({
    title: deliveryVerdicts[verdict],
    href: `/requests/${data_request_id}`,
  }),
  "request.action_required": ({ data_request_id }) => ({
    title: "Your bank asks you to confirm the charge of a bounty",
    href: requestPage(data_request_id),
  }),
  "request.bounty_ended": ({ cause, awarded, data_request_id }) => ({
    title: cause === "unfunded" ? "A bounty could not be funded" : "A bounty has ended",
    ...(cause === "unfunded" ? {} : { note: `${counted(awarded, "prize")} won.` }),
    href: `/requests/${data_request_id}`,
  }),
  "request.answered": ({ data_request_id }) => ({
    title: "A seller offers a dataset for your request",
    href: requestPage(data_request_id),
  }),
  "request.answer_accepted": answer("Your offer was accepted"),
  "request.answer_rejected": answer("Your offer was rejected"),
  "request.answer_withdrawn": ({ data_request_id }) => ({
    title: "A seller withdrew an offer",
    href: requestPage(data_request_id),
  }),
  "request.answer_removed": ({ data_request_id }) => ({
    title: "An administrator removed an offer",
    href: publicRequest(data_request_id),
  }),
  "request.changed": ({ data_request_id }) => ({
    title: "A data request that you answered changed",
    href: publicRequest(data_request_id),
  }),
  "request.closed": ({ data_request_id }) => ({
    title: "A data request that you answered was closed",
    href: publicRequest(data_request_id),
  }),
  "request.reopened": ({ data_request_id }) => ({
    title: "A data request that you answered is open again",
    href: publicRequest(data_request_id),
  }),
  "request.expired": ({ data_request_id }) => ({
    title: "A data request expired",
    href: publicRequest(data_request_id),
  }),
  "request.removed": () => ({
    title: "An administrator removed a data request",
    href: paths.requests,
  }),
  "review.posted": ({ stars }) => review("A buyer reviewed your dataset", counted(stars, "star"))(),
  "review.changed": ({ stars }) => review("A buyer changed a review", counted(stars, "star"))(),
  "review.withdrawn": review("A buyer withdrew a review"),
  "review.answered": review("The seller answered your review"),
  "review.removed": review("An administrator removed your text"),
  "review.restored": review("An administrator restored your text"),
  "message.received": ({ thread_id, from }) => ({
    title: from === "buyer" ? "A buyer wrote to you" : "The seller answered you",
    href: `${paths.messages}/${thread_id}`,
  }),
  "saved_search.matched": ({ dataset_id }) => ({
    title: "New match for a saved search",
    href: datasetPage(dataset_id),
  }),
  "saved_search.paused": ({ saved_search_id, reason }) => ({
    title: "We paused a saved search",
    note:
      reason === "too_many_matches"
        ? "It found too many matches in a day."
        : "It is no longer valid.",
    href: `${paths.savedSearches}/${saved_search_id}`,
  }),
  "agent.verified": ({ agent_id }) => ({
    title: "A seller agent may sell now",
    href: `${paths.agents}/${agent_id}`,
  }),
  "agent.deleted": ({ withdrawn, drafts_deleted }) => ({
    title: "A seller agent was deleted",
    note: `${counted(withdrawn, "listing")} withdrawn, ${counted(drafts_deleted, "draft")} deleted.`,
    href: paths.agents,
  }),
  "webhook.test": ({ webhook_id }) => ({
    title: "A test event was sent",
    href: `${paths.webhooks}/${webhook_id}`,
  }),
};

export function notificationWords({ type, data }: Pick<EventView, "type" | "data">) {
  // The row's type names the shape of its data; both were written together.
  const wordsOf = words[type] as (data: EventView["data"]) => NotificationWords;
  return wordsOf(data);
}
