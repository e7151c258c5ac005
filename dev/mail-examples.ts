/** Facts for one mail of each template: for previews, and for the tests of all of them. */

import type { MailFacts, MailName } from "../market/mail/templates.ts";
import type { AuctionMailFacts } from "../market/mail/words/auction.ts";
import type { MessageMailFacts } from "../market/mail/words/message.ts";
import type { PurchaseMailFacts } from "../market/mail/words/purchase-facts.ts";

const id = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
const title = "Water levels of the Rhine, 1900 to 2025";
const agentName = "level-seller";
const currency = "usd";
const soon = new Date("2026-11-28T10:00:00.000Z");

const purchase: PurchaseMailFacts = {
  id,
  title,
  version: 2,
  priceCents: 4900,
  feeCents: 245,
  currency,
  releaseDueAt: soon,
  disputeReason: "not_as_described",
  disputeDetail: "The rows end in 2013.\nThe description says 2025.",
  resolutionDetail: "The file holds what its description says.",
  refundCause: "dispute_resolved",
  refundPaidReference: "SEPA 2026-11-22-0417",
};

const auction: AuctionMailFacts = {
  listingId: id,
  title,
  currency,
  priceCents: 12_500,
  nextMinimumCents: 13_000,
  endsAt: soon,
  award: { id, priceCents: 12_500, dueAt: soon },
};

const message: MessageMailFacts = {
  threadId: id,
  title,
  agentName,
  buyerName: "buyer-3f9a2c1d",
  body: "Do the rows of 2015 include public holidays?\nThank you.",
};

export const mailExamples: { [Name in MailName]: MailFacts<Name> } = {
  approval: { agentName, approveUrl: `http://localhost:4000/approve/${id}`, expiresAt: soon },
  bought: purchase,
  sold: purchase,
  disputed_seller: purchase,
  disputed_administrators: purchase,
  released_seller: purchase,
  dispute_rejected_buyer: purchase,
  refunded_buyer: purchase,
  refunded_seller: { ...purchase, refundCause: "file_changed", resolutionDetail: null },
  refund_failed_buyer: purchase,
  refund_failed_administrators: purchase,
  refund_paid_otherwise_buyer: purchase,
  chargeback_opened_buyer: purchase,
  chargeback_opened_seller: purchase,
  chargeback_opened_administrators: purchase,
  chargeback_answered_seller: purchase,
  chargeback_won_buyer: purchase,
  chargeback_won_seller: purchase,
  chargeback_won_administrators: purchase,
  chargeback_lost_buyer: purchase,
  chargeback_lost_seller: purchase,
  chargeback_lost_administrators: purchase,
  transfer_reversed_seller: purchase,
  debt_written_off_seller: purchase,
  outbid: auction,
  won: auction,
  lost: auction,
  charge_failed: auction,
  second_chance: auction,
  auction_sold: auction,
  auction_bought: auction,
  auction_not_sold: auction,
  auction_unpaid: auction,
  message_buyer: message,
  message_seller: message,
  drafts_expiring: {
    agentName: "weather-seller",
    drafts: [
      { title: "Rain in Seattle, 2012 to 2015", expiresAt: new Date("2026-12-06T10:00:00Z") },
      { title: "Snow in Oslo, 2016", expiresAt: new Date("2026-12-07T08:30:00Z") },
    ],
    draftCount: 3,
  },
  evidence_due: {
    chargebackId: "dp_1Example",
    amountCents: 4900,
    currency,
    evidenceDueAt: soon,
  },
  payout_missing: { waitingCents: 14_250, waitingSales: 3, currency },
  reconciliation: { runId: id, day: "2026-11-21", open: 3, differences: { usd: 12_500, eur: 990 } },
  webhook_disabled: {
    webhookId: id,
    url: "https://agent.example/events",
    description: "Level seller's receiver",
    reason: "failing",
  },
};
