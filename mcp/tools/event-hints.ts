/** Describes an event by its ids, in the tools' parameter names, and by the next tool to use. */
import type { EventType } from "../../market/event/types.ts";

type EventNotice = { type: string; data: Record<string, unknown> };
type Hint = string | ((data: EventNotice["data"]) => string | undefined);

/** Next steps for a bidder who has not won. */
export const insteadOfLost =
  "search_datasets with its title finds similar ones, post_request asks all sellers, and an offer " +
  "may still come if the winner does not pay (list_events)";

const asFollower = ({ your_role: role }: EventNotice["data"]) => role === "follower";
const asBuyer = ({ your_role: role }: EventNotice["data"]) => role === "buyer";

/** A missing type ends something, or only concerns the person: no tool follows from it. */
const hints: Partial<Record<EventType, Hint>> = {
  "agent.verified": "create_draft",
  "listing.sample_ready": "get_listing, then publish_listing",
  "listing.expiring": "get_listing",
  "listing.published": (data) => (asFollower(data) ? "get_dataset" : undefined),
  "listing.changed": (data) => (asFollower(data) ? "get_dataset" : undefined),
  "listing.version_published": "get_dataset",
  "bid.outbid":
    "place_bid with more; buy_now where get_dataset still says capabilities.buy; or leave it",
  "auction.extended": "list_bids",
  "auction.closed": ({ result }) => {
    if (result === "won") return "list_offers";
    return result === "lost" ? `list_my_bids with status lost; ${insteadOfLost}` : "get_earnings";
  },
  "offer.made": "accept_offer",
  "purchase.delivered": () => "get_purchase",
  "purchase.delivery_failed": () => "get_purchase_download_url",
  "purchase.in_escrow": (data) => (asBuyer(data) ? "get_purchase_download_url" : "get_earnings"),
  "purchase.payment_failed": "buy_now with another card",
  "purchase.released": (data) => (asBuyer(data) ? "get_purchase_download_url" : "get_earnings"),
  "purchase.disputed": (data) =>
    asBuyer(data) ? "read_dispute" : "read_dispute as_seller, then answer_dispute",
  "purchase.dispute_answered": "read_dispute",
  "purchase.refunded": (data) => (asBuyer(data) ? "list_purchases" : "get_earnings"),
  "message.received": "read_thread",
  "access.requested": "negotiate",
  "access.decided": ({ status }) => (status === "approved" ? "buy_now" : undefined),
  "coupon.used": ({ status }) => (status === "used_up" ? "negotiate" : undefined),
  "private_offer.moved": "negotiate",
  "saved_search.matched": "get_dataset",
  "saved_search.paused": "save_search with paused false",
  "request.answered": "list_request_answers",
  "request.answer_accepted": "list_request_answers",
  "request.answer_rejected": "list_request_answers",
  "request.changed": "list_requests",
  "request.reopened": "list_requests",
  "waiting_purchase.ended": ({ status }) =>
    status === "approved" ? "get_purchase_download_url" : "list_waiting_purchases",
};

/** What the type, the account or the next answer says anyway. */
const unneeded = new Set(["currency", "your_role", "dataset_version"]);

/** Texts of the marketplace; others may be strangers' words. */
const ownTexts = new Set(["status", "result", "cause", "from", "decision"]);
const isOwnText = (name: string, value: unknown) =>
  typeof value === "string" && (ownTexts.has(name) || name.endsWith("_at"));
const isTold = (name: string, value: unknown) =>
  typeof value === "number" || typeof value === "boolean" || isOwnText(name, value);

/** Ids that tools name differently from the event's data. */
const parameterOf: Record<string, string> = { data_request_id: "request_id" };

/** ` thread_id=…, status=…; next: read_thread`, with the parts that exist. */
export function hintOf({ type, data }: EventNotice): string {
  const ids = Object.entries(data).flatMap(([name, value]) =>
    name.endsWith("_id") && typeof value === "string"
      ? [`${parameterOf[name] ?? name}=${value}`]
      : [],
  );
  const hint = Object.hasOwn(hints, type) ? hints[type as EventType] : undefined;
  const next = typeof hint === "function" ? hint(data) : hint;
  const told = Object.entries(data).flatMap(([name, value]) =>
    name.endsWith("_id") || !isTold(name, value) || unneeded.has(name) ? [] : [`${name}=${value}`],
  );
  const facts = ids.length + told.length === 0 ? "" : ` ${[...ids, ...told].join(", ")}`;
  return next === undefined ? facts : `${facts}; next: ${next}`;
}
