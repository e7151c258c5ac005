/**
 * Every mail of the marketplace: its job payload, its reader, its words. Sending, previews and tests
 * derive from this table.
 */
import { z } from "zod";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { ReviewPart } from "../../db/vocabulary/review.ts";
import { type AuctionNotice, auctionNotices } from "../auction/notices.ts";
import { type PurchaseNotice, purchaseNotices } from "../purchase/notices.ts";
import { type PurseNotice, purseNotices } from "../purchase/purse/notices.ts";
import { type ReportNotice, reportNotices } from "../report/notices.ts";
import { type RequestNotice, requestNotices } from "../request/notices.ts";
import type { SubscriptionNotice } from "../subscription/notices.ts";
import { type ComposedMail, composeMail, type MailWords } from "./layout.ts";
import type { MailTopic } from "./topics.ts";
import { type AccessNotice, accessWords } from "./words/access.ts";
import { accountClosedWords } from "./words/account-closed.ts";
import { approvalWords } from "./words/approval.ts";
import { auctionWords } from "./words/auction.ts";
import { connectionOpenedWords } from "./words/connection.ts";
import { disputeAnsweredWords } from "./words/dispute.ts";
import { draftsExpiringWords } from "./words/drafts.ts";
import { evidenceDueWords } from "./words/evidence.ts";
import { followDigestWords } from "./words/follow-digest.ts";
import { messageWords } from "./words/message.ts";
import { payoutMissingWords } from "./words/payout.ts";
import { privateOfferWords } from "./words/private-offer.ts";
import { purchaseWords } from "./words/purchase.ts";
import { purseWords } from "./words/purse.ts";
import { reconciliationWords } from "./words/reconciliation.ts";
import { reportWords } from "./words/report.ts";
import { reportConfirmWords } from "./words/report-confirm.ts";
import { reportsWaitingWords } from "./words/reports-waiting.ts";
import { requestAnswersWords, requestWords } from "./words/request.ts";
import { reviewRemovedWords } from "./words/review.ts";
import { searchDigestWords } from "./words/search-digest.ts";
import { subscriptionWords } from "./words/subscription.ts";
import { waitingPurchaseWords } from "./words/waiting-purchase.ts";
import { webhookDisabledWords } from "./words/webhook.ts";

/**
 * The person whose verified address gets the mail. An owner who has not confirmed yet gets it at
 * the address that the agent named.
 */
type MailRecipient = "owner" | "buyer" | "seller" | "bidder" | "reporter" | "administrators";

type MailTemplate<Payload, Facts> = {
  /** Ids only: the job reads the current rows. */
  payload: z.ZodType<Payload>;
  recipient: MailRecipient;
  topic: MailTopic;
  /** Pure; `siteUrl` has no trailing slash. */
  words: (facts: Facts, siteUrl: string) => MailWords;
};

const template = <Payload, Facts>(of: MailTemplate<Payload, Facts>) => of;

const purchaseTemplate = (notice: PurchaseNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("purchase"),
      purchase_id: z.guid(),
      notice: z.literal(notice),
    }),
    recipient: purchaseNotices[notice],
    topic: purchaseNotices[notice] === "administrators" ? "administration" : "money",
    words: purchaseWords[notice],
  });

const purseTemplate = (notice: PurseNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("purse"),
      purse_id: z.guid(),
      notice: z.literal(notice),
    }),
    recipient: purseNotices[notice],
    topic: purseNotices[notice] === "administrators" ? "administration" : "money",
    words: purseWords[notice],
  });

/** Notices that ask the reader to pay. */
const paidAuctionNotices: ReadonlySet<AuctionNotice> = new Set([
  "won",
  "charge_failed",
  "second_chance",
]);

const auctionTemplate = (notice: AuctionNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("auction"),
      listing_id: z.guid(),
      account_id: z.guid(),
      notice: z.literal(notice),
      position: z.int().min(0),
    }),
    recipient: auctionNotices[notice],
    topic: paidAuctionNotices.has(notice) ? "money" : "auctions",
    words: auctionWords(notice),
  });

const subscriptionTemplate = (notice: SubscriptionNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("subscription"),
      subscription_id: z.guid(),
      notice: z.literal(notice),
      mark: z.int().min(0),
    }),
    recipient: "buyer",
    topic: notice === "updated" ? "subscriptions" : "money",
    words: subscriptionWords[notice],
  });

const messageTemplate = (side: ThreadSide) =>
  template({
    payload: z.strictObject({
      template: z.literal("message"),
      thread_id: z.guid(),
      side: z.literal(side),
      position: z.int().min(1),
    }),
    recipient: side,
    topic: "messages",
    words: messageWords(side),
  });

const accessTemplate = (notice: AccessNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("access"),
      access_request_id: z.guid(),
      notice: z.literal(notice),
    }),
    recipient: notice === "requested" ? "seller" : "buyer",
    topic: "messages",
    words: accessWords[notice],
  });

const privateOfferTemplate = (side: ThreadSide) =>
  template({
    payload: z.strictObject({
      template: z.literal("private_offer"),
      private_offer_id: z.guid(),
      position: z.int().min(1),
      side: z.literal(side),
      expired: z.literal(true).optional(),
    }),
    recipient: side,
    topic: "messages",
    words: privateOfferWords(side),
  });

const requestTemplate = (notice: RequestNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("request"),
      data_request_id: z.guid(),
      answer_id: z.guid().nullable(),
      notice: z.literal(notice),
    }),
    recipient: requestNotices[notice],
    topic: "requests",
    words: requestWords[notice],
  });

const reportTemplate = (notice: ReportNotice) =>
  template({
    payload: z.strictObject({
      template: z.literal("report"),
      decision_id: z.guid(),
      report_id: z.guid().nullable(),
      notice: z.literal(notice),
    }),
    recipient: reportNotices[notice],
    topic: "reports",
    words: reportWords[notice],
  });

const reportConfirmTemplate = template({
  payload: z.strictObject({
    template: z.literal("report_confirm"),
    report_id: z.guid(),
    asked_at: z.iso.datetime(),
  }),
  recipient: "reporter",
  topic: "reports",
  words: reportConfirmWords,
});

const reportsWaitingTemplate = template({
  payload: z.strictObject({ template: z.literal("reports_waiting"), day: z.iso.date() }),
  recipient: "administrators",
  topic: "administration",
  words: reportsWaitingWords,
});

const reviewRemovedTemplate = (part: ReviewPart) =>
  template({
    payload: z.strictObject({
      template: z.literal("review_removed"),
      review_id: z.guid(),
      part: z.literal(part),
      removed_at: z.iso.datetime(),
    }),
    recipient: part === "review" ? "buyer" : "seller",
    topic: "reviews",
    words: reviewRemovedWords(part),
  });

function each<Notice extends string, Made>(
  notices: Record<Notice, unknown>,
  make: (notice: Notice) => Made,
): Record<Notice, Made> {
  const names = Object.keys(notices) as Notice[];
  return Object.fromEntries(names.map((notice) => [notice, make(notice)])) as Record<Notice, Made>;
}

export const mailTemplates = {
  account_closed: template({
    payload: z.strictObject({ template: z.literal("account_closed"), account_id: z.guid() }),
    recipient: "owner",
    topic: "security",
    words: accountClosedWords,
  }),
  approval: template({
    payload: z.strictObject({ template: z.literal("approval"), approval_id: z.guid() }),
    recipient: "owner",
    topic: "security",
    words: approvalWords,
  }),
  ...each(purchaseNotices, purchaseTemplate),
  ...each(purseNotices, purseTemplate),
  ...each(auctionNotices, auctionTemplate),
  message_buyer: messageTemplate("buyer"),
  message_seller: messageTemplate("seller"),
  access_requested: accessTemplate("requested"),
  access_approved: accessTemplate("approved"),
  access_declined: accessTemplate("declined"),
  access_withdrawn: accessTemplate("withdrawn"),
  private_offer_buyer: privateOfferTemplate("buyer"),
  private_offer_seller: privateOfferTemplate("seller"),
  ...each(requestNotices, requestTemplate),
  ...each(reportNotices, reportTemplate),
  report_confirm: reportConfirmTemplate,
  reports_waiting: reportsWaitingTemplate,
  request_answers: template({
    payload: z.strictObject({
      template: z.literal("request_answers"),
      data_request_id: z.guid(),
      position: z.int().min(1),
    }),
    recipient: "buyer",
    topic: "requests",
    words: requestAnswersWords,
  }),
  connection_opened: template({
    payload: z.strictObject({
      template: z.literal("connection_opened"),
      connection_id: z.guid(),
      position: z.int().min(1),
    }),
    recipient: "owner",
    topic: "security",
    words: connectionOpenedWords,
  }),
  dispute_answered: template({
    payload: z.strictObject({ template: z.literal("dispute_answered"), statement_id: z.guid() }),
    recipient: "buyer",
    topic: "money",
    words: disputeAnsweredWords,
  }),
  drafts_expiring: template({
    payload: z.strictObject({ template: z.literal("drafts_expiring"), agent_id: z.guid() }),
    recipient: "owner",
    topic: "drafts",
    words: draftsExpiringWords,
  }),
  evidence_due: template({
    payload: z.strictObject({
      template: z.literal("evidence_due"),
      chargeback_id: z.string(),
      day: z.iso.date(),
    }),
    recipient: "administrators",
    topic: "administration",
    words: evidenceDueWords,
  }),
  payout_missing: template({
    payload: z.strictObject({ template: z.literal("payout_missing"), account_id: z.guid() }),
    recipient: "seller",
    topic: "money",
    words: payoutMissingWords,
  }),
  reconciliation: template({
    payload: z.strictObject({ template: z.literal("reconciliation"), run_id: z.guid() }),
    recipient: "administrators",
    topic: "administration",
    words: reconciliationWords,
  }),
  review_removed: reviewRemovedTemplate("review"),
  review_answer_removed: reviewRemovedTemplate("answer"),
  follow_digest: template({
    payload: z.strictObject({ template: z.literal("follow_digest"), digest_id: z.guid() }),
    recipient: "owner",
    topic: "follows",
    words: followDigestWords,
  }),
  search_digest: template({
    payload: z.strictObject({ template: z.literal("search_digest"), digest_id: z.guid() }),
    recipient: "owner",
    topic: "searches",
    words: searchDigestWords,
  }),
  subscription_updated: subscriptionTemplate("updated"),
  subscription_price_changing: subscriptionTemplate("price_changing"),
  subscription_renewing: subscriptionTemplate("renewing"),
  subscription_plan_ending: subscriptionTemplate("plan_ending"),
  subscription_past_due: subscriptionTemplate("past_due"),
  subscription_ended: subscriptionTemplate("ended"),
  waiting_purchase: template({
    payload: z.strictObject({
      template: z.literal("waiting_purchase"),
      waiting_purchase_id: z.guid(),
    }),
    recipient: "buyer",
    topic: "money",
    words: waitingPurchaseWords,
  }),
  webhook_disabled: template({
    payload: z.strictObject({ template: z.literal("webhook_disabled"), webhook_id: z.guid() }),
    recipient: "owner",
    topic: "webhooks",
    words: webhookDisabledWords,
  }),
};

export type MailName = keyof typeof mailTemplates;
export type MailFacts<Name extends MailName> = Parameters<(typeof mailTemplates)[Name]["words"]>[0];

/** The payload of a mail job. */
export type MailPayload = {
  [Name in MailName]: z.infer<(typeof mailTemplates)[Name]["payload"]>;
}[MailName];

export const mailNames = Object.keys(mailTemplates) as MailName[];

export const mailPayload: z.ZodType<MailPayload> = z.union(
  mailNames.map((name) => mailTemplates[name].payload),
);

export type WordedMail = { words: MailWords; topic: MailTopic };

export function wordTemplate<Name extends MailName>(
  name: Name,
  facts: MailFacts<Name>,
  siteUrl: string,
): WordedMail {
  const { words, topic } = mailTemplates[name] as MailTemplate<unknown, MailFacts<Name>>;
  return { words: words(facts, siteUrl), topic };
}

/** The composed mail, as text and HTML. Without `unsubscribeUrl` it links only to the settings. */
export function composeTemplate<Name extends MailName>(
  name: Name,
  facts: MailFacts<Name>,
  siteUrl: string,
  unsubscribeUrl: string | null = null,
): ComposedMail {
  const { words, topic } = wordTemplate(name, facts, siteUrl);
  return composeMail(words, { topic, siteUrl, unsubscribeUrl });
}
