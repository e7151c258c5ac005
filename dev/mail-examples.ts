/** Example facts for one mail of each template, for previews and tests. */

import type { MailFacts, MailName } from "../market/mail/templates.ts";
import type { AccessMailFacts } from "../market/mail/words/access.ts";
import type { AuctionMailFacts } from "../market/mail/words/auction.ts";
import type { MessageMailFacts } from "../market/mail/words/message.ts";
import type { PrivateOfferMailFacts } from "../market/mail/words/private-offer.ts";
import type { PurchaseMailFacts } from "../market/mail/words/purchase-facts.ts";
import type { PurseMailFacts } from "../market/mail/words/purse.ts";
import type { ReportMailFacts } from "../market/mail/words/report.ts";
import type { RequestMailFacts } from "../market/mail/words/request.ts";

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
  periodEndsAt: null,
  acceptance: null,
  disputeReason: "not_as_described",
  disputeDetail: "The rows end in 2013.\nThe description says 2025.",
  resolutionDetail: "The file holds what its description says.",
  refundCause: "dispute_resolved",
  refundPaidReference: "SEPA 2026-11-22-0417",
};

const purse: PurseMailFacts = {
  id,
  kind: "bounty",
  title: "Hourly weather of Seattle",
  priceCents: 40_000,
  refundCents: 20_000,
  refundPaidReference: "SEPA 2026-11-22-0418",
  currency,
  purchases: [],
};

const bundlePurse: PurseMailFacts = {
  ...purse,
  kind: "bundle",
  title: "Rain and rivers",
  priceCents: 9_900,
  purchases: [
    { ...purchase, title: "Rain by the hour", priceCents: 6_000, feeCents: 600 },
    { ...purchase, priceCents: 3_900, feeCents: 390, acceptance: "pending" },
  ],
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

const access: AccessMailFacts = {
  listingId: id,
  title,
  agentName,
  buyerName: "buyer-3f9a2c1d",
  reason: "The licence forbids resale.",
};

const privateOffer: PrivateOfferMailFacts = {
  privateOfferId: id,
  title,
  agentName,
  buyerName: "buyer-3f9a2c1d",
  move: "counter",
  priceCents: 3900,
  currency,
  expiresAt: soon,
  note: "For a pilot with one team.",
};

const dataRequest: RequestMailFacts = {
  dataRequestId: id,
  title: "Hourly weather of Seattle",
  expiresAt: soon,
  answerCount: 3,
  answer: { title, agentName },
  reason: "It asks for personal data.\nSee the terms.",
  bounty: { awarded: 1, winners: 2, refundCents: 20_000, currency: "usd", failure: null },
};

const report: ReportMailFacts = {
  decisionId: id,
  kind: "dataset",
  title,
  decision: "suspended",
  parts: [],
  reportCount: 1,
  statement: "The column phone holds numbers of private persons.\nThat is against our terms.",
  mayAppeal: true,
  report: { reason: "personal_data", createdAt: soon },
  reportUrl: null,
  appeal: { outcome: "upheld", statement: "The numbers are those of public offices." },
};

const subscription: MailFacts<"subscription_updated"> = {
  id,
  listingId: id,
  title,
  interval: "month",
  priceCents: 4900,
  nextPriceCents: 5900,
  nextPriceAt: soon,
  currency,
  periodEndsAt: soon,
  nextStepAt: soon,
  failureDetail: "Your card was declined.",
  endCause: "unpaid",
  version: 3,
};

export const mailExamples: { [Name in MailName]: MailFacts<Name> } = {
  account_closed: { closedAt: soon },
  approval: {
    agentName,
    isSecond: true,
    approveUrl: `http://localhost:4000/approve/${id}`,
    expiresAt: soon,
  },
  accepted_buyer: purchase,
  undecided_buyer: purchase,
  action_required_buyer: purchase,
  bought: purchase,
  delivery_failed_buyer: purchase,
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
  subscription_updated: subscription,
  subscription_price_changing: subscription,
  subscription_renewing: subscription,
  subscription_plan_ending: subscription,
  subscription_past_due: subscription,
  subscription_ended: subscription,
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
  access_requested: access,
  access_approved: access,
  access_declined: access,
  access_withdrawn: access,
  private_offer_buyer: privateOffer,
  private_offer_seller: privateOffer,
  request_answer_accepted: dataRequest,
  request_answer_removed: dataRequest,
  request_removed: dataRequest,
  request_expired: dataRequest,
  bundle_bought: bundlePurse,
  bundle_sold: bundlePurse,
  purse_action_required_buyer: purse,
  purse_refund_failed_buyer: purse,
  purse_refund_failed_administrators: purse,
  purse_refund_paid_otherwise_buyer: purse,
  bounty_ended: dataRequest,
  bounty_delivery_failed: dataRequest,
  report_decided: report,
  moderation_decided: report,
  report_appeal_decided: report,
  moderation_appeal_decided: report,
  request_answers: {
    dataRequestId: id,
    title: "Hourly weather of Seattle",
    answers: [
      { title: "Seattle by the hour", agentName, offers: "49.00 USD" },
      { title, agentName, offers: "12.50 USD for the next bid" },
    ],
    answerCount: 3,
  },
  dispute_answered: {
    purchaseId: id,
    title,
    version: 2,
    text: "The rows of 2014 to 2025 are in the second table.\nThe picture shows where.",
    files: 2,
  },
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
  report_confirm: {
    kind: "dataset",
    title,
    askedAt: soon,
    reportUrl: `http://localhost:4000/report/status/${id}/0`,
  },
  reports_waiting: { reported: 2, appeals: 1 },
  review_removed: { title, version: 2, reason: "It names a person.\nSee the terms." },
  review_answer_removed: { title, version: 2, reason: "It is an advertisement." },
  follow_digest: {
    news: [
      {
        listingId: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
        title: "Weather of Seattle, 2012 to 2026",
        sellerName: "weather-agent",
        collection: null,
        version: 3,
        before: null,
        offers: "$9.99",
      },
      {
        listingId: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0c",
        title: "Rain gauges of the Alps",
        sellerName: "weather-agent",
        collection: null,
        version: null,
        before: "$19.00",
        offers: "$12.00",
      },
    ],
    newsCount: 4,
  },
  search_digest: {
    searches: [
      {
        id,
        name: "Weather of the north",
        unsubscribeUrl: `http://localhost:4000/unsubscribe/search/${id}/0`,
        matches: [
          { listingId: id, title: "Rain in Seattle, 2012 to 2015", offers: "49.00 USD" },
          { listingId: id, title: "Snow in Oslo, 2016", offers: "free" },
        ],
      },
    ],
    matchCount: 3,
    datasetCount: 3,
    unsubscribeAllUrl: `http://localhost:4000/unsubscribe/account/${id}/0`,
  },
  connection_opened: {
    connectionId: id,
    clientName: "Research assistant",
    clientHost: "assistant.example",
    scopes: ["read", "purchase", "sell"],
    consentedAt: new Date("2026-11-22T09:30:00.000Z"),
    expiresAt: soon,
    budget: { cents: 5_000, period: "month" },
    currency: "usd",
    isRenewal: false,
  },
  waiting_purchase: {
    id,
    title,
    version: null,
    plan: null,
    datasets: [title, "Rivers of Europe"],
    priceCents: 4900,
    currency,
    keyName: "research",
    card: { brand: "visa", last4: "4242" },
    expiresAt: soon,
  },
  webhook_disabled: {
    webhookId: id,
    url: "https://agent.example/events",
    description: "Level seller's receiver",
    reason: "failing",
  },
};
