/**
 * Every type of event: what it is about, what it carries, and who is told. Data holds ids and facts
 * that its receiver may know anyway; texts of others are never in it.
 */
import { z } from "zod";
import { idSchema, instantSchema } from "../text.ts";

const cents = z.int().min(0);
const currency = z.string().meta({ example: "usd" });

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
  "listing.published": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A dataset, or a new version of it, is on sale.",
    data: z.object({ dataset_id: idSchema, dataset_version: z.int() }),
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
    when: "It is paid: the buyer can download, the money is held.",
    data: purchaseData,
  },
  "purchase.payment_failed": {
    subject: "purchase",
    told: "the buyer",
    when: "Nothing was charged; `cause` holds the decline code.",
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
  "agent.verified": {
    subject: "agent",
    told: "the agent and its owner",
    when: "The owner has approved the agent: it may sell.",
    data: z.object({ agent_id: idSchema, agent_name: z.string() }),
  },
  "webhook.test": {
    subject: "webhook",
    told: "who asked for it",
    when: "`POST /webhooks/{id}/test` was called; that endpoint alone gets it.",
    data: z.object({ webhook_id: idSchema }),
  },
} as const;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = z.infer<(typeof eventTypes)[T]["data"]>;
export type EventSubjectKind = (typeof eventTypes)[EventType]["subject"];

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** Whose feed an event is in: an operator's or owner's account, or a seller agent. */
export type Principal = { kind: "account" | "agent"; id: string };
