/**
 * Every type of event: its subject, its data, and its recipients. Data has ids and facts that the
 * recipient may know anyway, and never another user's text.
 */
import { z } from "zod";
import type { EventSubjectKind } from "../../db/vocabulary/event.ts";
import { privateOfferMoves } from "../../db/vocabulary/private-offer.ts";
import { idSchema, instantSchema } from "../text.ts";
import { accessEvents } from "./access-events.ts";
import { couponEvents } from "./coupon-events.ts";
import { reportEvents } from "./report-events.ts";
import { requestEvents } from "./request-events.ts";
import { reviewEvents } from "./review-events.ts";
import { subscriptionEvents } from "./subscription-events.ts";
import { waitingEvents } from "./waiting-events.ts";

const cents = z.int().min(0);
const currency = z.string().meta({ example: "usd" });
const changed = z.int().min(0).nullable();

const followedRole = z.enum(["seller", "follower"]);

const purchaseData = z
  .object({
    purchase_id: idSchema,
    dataset_id: idSchema,
    dataset_version: z.int(),
    your_role: z.enum(["buyer", "seller"]),
    status: z.string().meta({ description: "As in `GET /purchases/{id}`." }),
    cause: z
      .string()
      .nullable()
      .meta({ description: "The reason, as a code; null if there is none." }),
    price_cents: cents,
    currency,
  })
  .meta({ id: "PurchaseEventData" });

const debtData = z
  .object({
    purchase_id: idSchema,
    dataset_id: idSchema,
    amount_cents: cents,
    owed_cents: cents.meta({ description: "The remaining debt for this chargeback." }),
    currency,
  })
  .meta({ id: "DebtEventData" });

type EventDeclaration = {
  subject: EventSubjectKind;
  told: string;
  when: string;
  data: z.ZodObject;
};

export const eventTypes = {
  "listing.sample_ready": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "The job of an uploaded file has ended: the draft can be published.",
    data: z.object({
      listing_id: idSchema,
      auto_sample_status: z.enum(["generated", "no_sample"]),
      error_code: z.string().nullable(),
    }),
  },
  "listing.expiring": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A draft has not changed for a long time: unless it changes, it expires at `expires_at`.",
    data: z.object({ listing_id: idSchema, expires_at: instantSchema }),
  },
  "listing.expired": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "An unchanged draft was withdrawn, and its file will be deleted.",
    data: z.object({ listing_id: idSchema }),
  },
  "listing.deleted": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "The agent deleted a draft; its file will be deleted.",
    data: z.object({ listing_id: idSchema }),
  },
  "listing.published": {
    subject: "listing",
    told: "the seller's agent and its owner, and who follows the seller or the dataset",
    when: "A dataset, or a new version of it, is on sale.",
    data: z.object({ dataset_id: idSchema, dataset_version: z.int(), your_role: followedRole }),
  },
  "listing.changed": {
    subject: "listing",
    told: "the seller's agent and its owner; of a lower price, who follows the dataset",
    when: "Terms of a dataset on sale were changed; `fields` names them.",
    data: z.object({
      dataset_id: idSchema,
      fields: z.array(z.string()).meta({ description: "The fields whose value changed." }),
      price_cents: cents,
      previous_price_cents: cents.meta({
        description: "The same as the price if it did not change.",
      }),
      your_role: followedRole,
    }),
  },
  "listing.version_published": {
    subject: "listing",
    told: "everyone who bought an earlier version and was not refunded",
    when: "A newer version of a dataset that you bought is on sale.",
    data: z.object({
      dataset_id: idSchema,
      dataset_version: z.int(),
      your_version: z.int().meta({ description: "The latest version that you bought." }),
      rows_added: changed.meta({ description: "Since your version; null if unknown." }),
      rows_removed: changed,
      columns_added: changed,
      columns_removed: changed,
      columns_shifted: changed.meta({
        description: "Columns whose values have shifted; `GET /datasets/{id}/changes` names them.",
      }),
    }),
  },
  "listing.sold": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "An auction has ended and is paid: the dataset is no longer for sale.",
    data: z.object({ dataset_id: idSchema }),
  },
  "bid.outbid": {
    subject: "listing",
    told: "the operator who no longer leads",
    when: "Another bid took the licence that yours would have won.",
    data: z.object({
      dataset_id: idSchema,
      bid_id: idSchema.meta({ description: "Your bid." }),
      current_price_cents: cents,
      next_minimum_bid_cents: cents,
      currency,
      ends_at: instantSchema,
    }),
  },
  "auction.extended": {
    subject: "listing",
    told: "everyone who has bid, the seller's agent and its owner",
    when: "A late bid extended an auction.",
    data: z.object({ dataset_id: idSchema, ends_at: instantSchema }),
  },
  "auction.closed": {
    subject: "listing",
    told: "everyone who has bid, the seller's agent and its owner",
    when: "An auction has ended. Winners are charged automatically.",
    data: z.object({
      dataset_id: idSchema,
      result: z.enum(["won", "lost", "sold", "not_sold"]).meta({
        description: "For bidders `won` or `lost`, for the seller `sold` or `not_sold`.",
      }),
      price_cents: cents
        .nullable()
        .meta({ description: "Price of one licence; null: no bidder won." }),
      currency,
      offer_id: idSchema.nullable().meta({ description: "Your award, if you won." }),
    }),
  },
  "offer.made": {
    subject: "listing",
    told: "the operator who gets the offer",
    when: "You can have the dataset if you pay by `due_at`: your award is unpaid, or a winner did not pay.",
    data: z.object({
      dataset_id: idSchema,
      offer_id: idSchema,
      status: z.enum(["unpaid", "offered"]),
      price_cents: cents,
      currency,
      due_at: instantSchema,
    }),
  },
  "purchase.in_escrow": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The purchase is paid: the buyer can download, and the money is in escrow. Sent again if the card's bank disputed the payment and let it stand.",
    data: purchaseData,
  },
  "purchase.delivered": {
    subject: "purchase",
    told: "the buyer",
    when: "The purchase is in the buyer's bucket, with its hash verified.",
    data: purchaseData,
  },
  "purchase.delivery_failed": {
    subject: "purchase",
    told: "the buyer",
    when: "The purchase could not be delivered to a bucket; `cause` says why, and a mail follows.",
    data: purchaseData,
  },
  "purchase.action_required": {
    subject: "purchase",
    told: "the buyer",
    when: "The card's bank requires its holder to confirm the payment: the purchase's `next_action` says where, and until when.",
    data: purchaseData,
  },
  "purchase.payment_failed": {
    subject: "purchase",
    told: "the buyer",
    when: "Nothing was charged; `cause` is the decline code, or `cancelled_by_buyer`.",
    data: purchaseData,
  },
  "purchase.released": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The money was released to the seller.",
    data: purchaseData,
  },
  "purchase.disputed": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The buyer disputed the purchase: the money stays in escrow until the dispute is decided.",
    data: purchaseData,
  },
  "purchase.dispute_answered": {
    subject: "purchase",
    told: "the buyer",
    when: "The seller answered the dispute; `GET /purchases/{id}/dispute` has the text.",
    data: purchaseData,
  },
  "purchase.refunded": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The buyer is refunded, and downloads are blocked.",
    data: purchaseData,
  },
  "purchase.refund_failed": {
    subject: "purchase",
    told: "the buyer",
    when: "The bank returned the refund: the money is owed again, and the refund will be retried.",
    data: purchaseData,
  },
  "purchase.refund_paid_otherwise": {
    subject: "purchase",
    told: "the buyer",
    when: "The marketplace paid the refund another way than to the card.",
    data: purchaseData,
  },
  "purchase.chargeback_opened": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The card's bank disputes the charge: downloads are blocked until it has decided.",
    data: purchaseData,
  },
  "purchase.chargeback_closed": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The bank decided; `cause` is `won` (the payment stands) or `lost` (it is taken back).",
    data: purchaseData,
  },
  "purchase.chargeback_answered": {
    subject: "purchase",
    told: "the seller's agent and its owner",
    when: "The marketplace sent evidence to the bank, which decides within some months.",
    data: purchaseData,
  },
  "purchase.transfer_reversed": {
    subject: "purchase",
    told: "the seller's agent and its owner",
    when: "After a lost chargeback, `amount_cents` of a sale's payout were taken back.",
    data: debtData,
  },
  "purchase.debt_written_off": {
    subject: "purchase",
    told: "the seller's agent and its owner",
    when: "The marketplace waived `amount_cents` that were owed for a lost chargeback.",
    data: debtData,
  },
  ...reportEvents,
  ...waitingEvents,
  ...requestEvents,
  ...reviewEvents,
  ...subscriptionEvents,
  "message.received": {
    subject: "thread",
    told: "the other side: the operator, or the seller's agent and its owner",
    when: "Somebody wrote a message; `GET /threads/{id}` has the text.",
    data: z.object({
      thread_id: idSchema,
      message_id: idSchema,
      dataset_id: idSchema,
      from: z.enum(["buyer", "seller"]),
    }),
  },
  ...accessEvents,
  ...couponEvents,
  "private_offer.expired": {
    subject: "private_offer",
    told: "both sides: the operator, and the seller's agent and its owner",
    when: "An open or accepted private offer expired unused.",
    data: z.object({
      private_offer_id: idSchema,
      dataset_id: idSchema,
      your_role: z.enum(["buyer", "seller"]),
      price_cents: cents,
      currency,
    }),
  },
  "private_offer.moved": {
    subject: "private_offer",
    told: "the other side: the operator, or the seller's agent and its owner",
    when: "Somebody offered you a private price, or accepted, declined, countered or withdrew one; `GET /private-offers/{id}` has the note.",
    data: z.object({
      private_offer_id: idSchema,
      dataset_id: idSchema,
      your_role: z.enum(["buyer", "seller"]),
      move: z.enum(privateOfferMoves),
      price_cents: cents,
      currency,
      expires_at: instantSchema,
    }),
  },
  "saved_search.matched": {
    subject: "saved_search",
    told: "the owner of the saved search: the operator, or the agent",
    when: "A dataset or a new version that went on sale matches a saved search.",
    data: z.object({
      saved_search_id: idSchema,
      dataset_id: idSchema,
      dataset_version: z.int(),
    }),
  },
  "saved_search.paused": {
    subject: "saved_search",
    told: "the owner of the saved search: the operator, or the agent",
    when: "A saved search is paused until it is changed: its parameters are no longer valid, or it matched too much in a day.",
    data: z.object({
      saved_search_id: idSchema,
      reason: z.enum(["parameters_invalid", "too_many_matches"]),
    }),
  },
  "collection.dataset_added": {
    subject: "collection",
    told: "who follows the collection",
    when: "A public collection gained a dataset on sale; once for each dataset.",
    data: z.object({ collection_id: idSchema, dataset_id: idSchema }),
  },
  "agent.verified": {
    subject: "agent",
    told: "the agent and its owner",
    when: "The owner approved the agent: it may sell.",
    data: z.object({ agent_id: idSchema, agent_name: z.string() }),
  },
  "agent.deleted": {
    subject: "agent",
    told: "the agent and its owner",
    when: "The owner deleted the agent: its listings are off sale and its drafts are deleted.",
    data: z.object({
      agent_id: idSchema,
      agent_name: z.string(),
      withdrawn: z.int().meta({ description: "How many listings were withdrawn." }),
      drafts_deleted: z.int(),
    }),
  },
  "webhook.test": {
    subject: "webhook",
    told: "the caller",
    when: "`POST /webhooks/{id}/test` was called; only that webhook gets it.",
    data: z.object({ webhook_id: idSchema }),
  },
} as const satisfies Record<string, EventDeclaration>;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = z.infer<(typeof eventTypes)[T]["data"]>;

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];
