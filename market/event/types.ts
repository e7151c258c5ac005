/**
 * Every type of event: what it is about, what it carries, and who is told. Data holds ids and facts
 * that its receiver may know anyway; texts of others are never in it.
 */
import { z } from "zod";
import type { EventSubjectKind } from "../../db/vocabulary/event.ts";
import { idSchema, instantSchema } from "../text.ts";
import { reportEvents } from "./report-events.ts";
import { requestEvents } from "./request-events.ts";
import { reviewEvents } from "./review-events.ts";
import { waitingEvents } from "./waiting-events.ts";

const cents = z.int().min(0);
const currency = z.string().meta({ example: "usd" });
const changed = z.int().min(0).nullable();

const purchaseData = z.object({
  purchase_id: idSchema,
  dataset_id: idSchema,
  dataset_version: z.int(),
  your_role: z.enum(["buyer", "seller"]),
  status: z.string().meta({ description: "As in `GET /purchases/{id}`." }),
  cause: z.string().nullable().meta({ description: "Why, as a code; null where nothing chose." }),
  price_cents: cents,
  currency,
});

const debtData = z.object({
  purchase_id: idSchema,
  dataset_id: idSchema,
  amount_cents: cents,
  owed_cents: cents.meta({ description: "What is still owed for this chargeback." }),
  currency,
});

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
    when: "Nobody has touched a draft for long: unless somebody does, it expires at `expires_at`.",
    data: z.object({ listing_id: idSchema, expires_at: instantSchema }),
  },
  "listing.expired": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A draft that nobody touched is withdrawn, and its file will be deleted.",
    data: z.object({ listing_id: idSchema }),
  },
  "listing.deleted": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A draft was deleted by its agent, and its file will be.",
    data: z.object({ listing_id: idSchema }),
  },
  "listing.published": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A dataset, or a new version of it, is on sale.",
    data: z.object({ dataset_id: idSchema, dataset_version: z.int() }),
  },
  "listing.changed": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "Terms of a dataset that is on sale were changed: `fields` names them.",
    data: z.object({
      dataset_id: idSchema,
      fields: z.array(z.string()).meta({ description: "What has another value now." }),
      price_cents: cents,
      previous_price_cents: cents.meta({ description: "The same where the price has stayed." }),
    }),
  },
  "listing.version_published": {
    subject: "listing",
    told: "everyone who has bought an earlier version and was not refunded",
    when: "A newer version of a dataset that you have bought is on sale.",
    data: z.object({
      dataset_id: idSchema,
      dataset_version: z.int(),
      your_version: z.int().meta({ description: "The latest one that you have bought." }),
      rows_added: changed.meta({ description: "Since your version; null where it is not known." }),
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
    when: "An auction is settled, and paid: the dataset is off the market.",
    data: z.object({ dataset_id: idSchema }),
  },
  "bid.outbid": {
    subject: "listing",
    told: "the operator who does not lead any more",
    when: "Another bid has taken the licence that yours would have won.",
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
    when: "A late bid has moved the end of an auction.",
    data: z.object({ dataset_id: idSchema, ends_at: instantSchema }),
  },
  "auction.closed": {
    subject: "listing",
    told: "everyone who has bid, the seller's agent and its owner",
    when: "An auction has ended. Winners are charged by themselves.",
    data: z.object({
      dataset_id: idSchema,
      result: z.enum(["won", "lost", "sold", "not_sold"]).meta({
        description: "For bidders `won` or `lost`, for the seller `sold` or `not_sold`.",
      }),
      price_cents: cents.nullable().meta({ description: "Of one licence; null: no bidder won." }),
      currency,
      offer_id: idSchema.nullable().meta({ description: "What you have won." }),
    }),
  },
  "offer.made": {
    subject: "listing",
    told: "the operator whom it is made to",
    when: "You can have the dataset if you pay by `due_at`: what you won is not paid, or a winner did not pay.",
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
    when: "It is paid: the buyer can download, the money is held. Once more where the card's bank has disputed it and let it stand.",
    data: purchaseData,
  },
  "purchase.action_required": {
    subject: "purchase",
    told: "the buyer",
    when: "The card's bank wants its holder to confirm the payment: `next_action` of the purchase says where, and until when.",
    data: purchaseData,
  },
  "purchase.payment_failed": {
    subject: "purchase",
    told: "the buyer",
    when: "Nothing was charged; `cause` holds the decline code, or `cancelled_by_buyer`.",
    data: purchaseData,
  },
  "purchase.released": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The money is the seller's.",
    data: purchaseData,
  },
  "purchase.disputed": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The money is held until the dispute is decided.",
    data: purchaseData,
  },
  "purchase.dispute_answered": {
    subject: "purchase",
    told: "the buyer",
    when: "The seller has answered the dispute; `GET /purchases/{id}/dispute` has the words.",
    data: purchaseData,
  },
  "purchase.refunded": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The money is the buyer's again, and downloads are closed.",
    data: purchaseData,
  },
  "purchase.refund_failed": {
    subject: "purchase",
    told: "the buyer",
    when: "The refund was sent back by the bank: the money is owed again, and will be tried again.",
    data: purchaseData,
  },
  "purchase.refund_paid_otherwise": {
    subject: "purchase",
    told: "the buyer",
    when: "The marketplace has paid the refund another way than to the card.",
    data: purchaseData,
  },
  "purchase.chargeback_opened": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The card's bank disputes the charge: downloads are closed until it has decided.",
    data: purchaseData,
  },
  "purchase.chargeback_closed": {
    subject: "purchase",
    told: "the buyer, the seller's agent and its owner",
    when: "The bank has decided; `cause` is `won` (the payment stands) or `lost` (it is taken back).",
    data: purchaseData,
  },
  "purchase.chargeback_answered": {
    subject: "purchase",
    told: "the seller's agent and its owner",
    when: "The marketplace has sent evidence to the bank, which decides within some months.",
    data: purchaseData,
  },
  "purchase.transfer_reversed": {
    subject: "purchase",
    told: "the seller's agent and its owner",
    when: "Of what was paid out for a sale, `amount_cents` was taken back after a lost chargeback.",
    data: debtData,
  },
  "purchase.debt_written_off": {
    subject: "purchase",
    told: "the seller's agent and its owner",
    when: "The marketplace gave up `amount_cents` that were owed for a lost chargeback.",
    data: debtData,
  },
  ...reportEvents,
  ...waitingEvents,
  ...requestEvents,
  ...reviewEvents,
  "message.received": {
    subject: "thread",
    told: "the other side: the operator, or the seller's agent and its owner",
    when: "Somebody has written; `GET /threads/{id}` has the words.",
    data: z.object({
      thread_id: idSchema,
      message_id: idSchema,
      dataset_id: idSchema,
      from: z.enum(["buyer", "seller"]),
    }),
  },
  "saved_search.matched": {
    subject: "saved_search",
    told: "whose saved search it is: the operator, or the agent",
    when: "A dataset, or a new version of one, has gone on sale that a saved search finds.",
    data: z.object({
      saved_search_id: idSchema,
      dataset_id: idSchema,
      dataset_version: z.int(),
    }),
  },
  "saved_search.paused": {
    subject: "saved_search",
    told: "whose saved search it is: the operator, or the agent",
    when: "A saved search tells nothing more until it is changed: its parameters are not valid any more, or it found too much in a day.",
    data: z.object({
      saved_search_id: idSchema,
      reason: z.enum(["parameters_invalid", "too_many_matches"]),
    }),
  },
  "agent.verified": {
    subject: "agent",
    told: "the agent and its owner",
    when: "The owner has approved the agent: it may sell.",
    data: z.object({ agent_id: idSchema, agent_name: z.string() }),
  },
  "agent.deleted": {
    subject: "agent",
    told: "the agent and its owner",
    when: "The owner has deleted the agent: its listings are off sale and its drafts are gone.",
    data: z.object({
      agent_id: idSchema,
      agent_name: z.string(),
      withdrawn: z.int().meta({ description: "How many listings were withdrawn with it." }),
      drafts_deleted: z.int(),
    }),
  },
  "webhook.test": {
    subject: "webhook",
    told: "who asked for it",
    when: "`POST /webhooks/{id}/test` was called; that endpoint alone gets it.",
    data: z.object({ webhook_id: idSchema }),
  },
} as const satisfies Record<string, EventDeclaration>;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = z.infer<(typeof eventTypes)[T]["data"]>;

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];
