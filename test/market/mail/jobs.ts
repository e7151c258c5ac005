/** One job for each mail of the marketplace, about the rows of world.ts. */
import type { MailPayload } from "../../../market/mail/templates.ts";
import { at, ids } from "./world.ts";

const auctionMail = (notice: string, accountId: string, position = 0) =>
  ({
    template: "auction",
    listing_id: ids.auction,
    account_id: accountId,
    notice,
    position,
  }) as MailPayload;

const requestMail = (notice: string, requestId: string, answerId: string | null) =>
  ({
    template: "request",
    data_request_id: requestId,
    answer_id: answerId,
    notice,
  }) as MailPayload;

const reportMail = (notice: string, reportId: string | null) =>
  ({ template: "report", decision_id: ids.decision, report_id: reportId, notice }) as MailPayload;

const subscriptionMail = (notice: string, id: string, mark: number) =>
  ({ template: "subscription", subscription_id: id, notice, mark }) as MailPayload;

const purchaseMail = (notice: string, purchaseId: string) =>
  ({ template: "purchase", purchase_id: purchaseId, notice }) as MailPayload;

export const jobs: MailPayload[] = [
  { template: "approval", approval_id: ids.approval },
  purchaseMail("action_required_buyer", ids.asked),
  purchaseMail("bought", ids.disputed),
  purchaseMail("delivery_failed_buyer", ids.disputed),
  purchaseMail("sold", ids.disputed),
  purchaseMail("accepted_buyer", ids.released),
  purchaseMail("undecided_buyer", ids.disputed),
  purchaseMail("disputed_seller", ids.disputed),
  purchaseMail("disputed_administrators", ids.disputed),
  purchaseMail("released_seller", ids.released),
  purchaseMail("dispute_rejected_buyer", ids.released),
  purchaseMail("refunded_buyer", ids.refunded),
  purchaseMail("refunded_seller", ids.refunded),
  purchaseMail("refund_failed_buyer", ids.refunded),
  purchaseMail("refund_failed_administrators", ids.refunded),
  purchaseMail("refund_paid_otherwise_buyer", ids.refunded),
  purchaseMail("chargeback_opened_buyer", ids.disputed),
  purchaseMail("chargeback_opened_seller", ids.disputed),
  purchaseMail("chargeback_opened_administrators", ids.disputed),
  purchaseMail("chargeback_answered_seller", ids.disputed),
  purchaseMail("chargeback_won_buyer", ids.released),
  purchaseMail("chargeback_won_seller", ids.released),
  purchaseMail("chargeback_won_administrators", ids.released),
  purchaseMail("chargeback_lost_buyer", ids.refunded),
  purchaseMail("chargeback_lost_seller", ids.refunded),
  purchaseMail("chargeback_lost_administrators", ids.refunded),
  purchaseMail("transfer_reversed_seller", ids.refunded),
  purchaseMail("debt_written_off_seller", ids.refunded),
  auctionMail("outbid", ids.buyer, 7),
  auctionMail("won", ids.buyer),
  auctionMail("lost", ids.buyer),
  auctionMail("charge_failed", ids.buyer),
  auctionMail("second_chance", ids.bidder),
  auctionMail("auction_sold", ids.seller),
  auctionMail("auction_bought", ids.seller),
  auctionMail("auction_not_sold", ids.seller),
  auctionMail("auction_unpaid", ids.seller),
  { template: "message", thread_id: ids.thread, side: "buyer", position: 2 },
  { template: "message", thread_id: ids.thread, side: "seller", position: 1 },
  ...(["requested", "approved", "declined", "withdrawn"] as const).map((notice, index) => {
    return { template: "access", access_request_id: ids.access[index] ?? "", notice } as const;
  }),
  { template: "private_offer", private_offer_id: ids.privateOffer, side: "buyer", position: 2 },
  { template: "private_offer", private_offer_id: ids.privateSale, side: "seller", position: 1 },
  ...(["buyer", "seller"] as const).map((side) => {
    const of = { private_offer_id: ids.privateSale, position: 1 };
    return { template: "private_offer", ...of, side, expired: true } as const;
  }),
  { template: "evidence_due", chargeback_id: "dp_mail", day: "2026-11-02" },
  { template: "payout_missing", account_id: ids.seller },
  { template: "drafts_expiring", agent_id: ids.agent },
  { template: "reconciliation", run_id: ids.run },
  { template: "search_digest", digest_id: ids.digest },
  { template: "follow_digest", digest_id: ids.followDigest },
  { template: "request_answers", data_request_id: ids.request, position: 3 },
  requestMail("request_answer_accepted", ids.request, ids.requestAnswers[0]),
  requestMail("request_answer_removed", ids.request, ids.requestAnswers[1]),
  requestMail("request_removed", ids.goneRequests[0], null),
  requestMail("request_expired", ids.goneRequests[1], null),
  { template: "purse", purse_id: ids.soldPurse, notice: "bundle_bought" },
  { template: "purse", purse_id: ids.soldPurse, notice: "bundle_sold" },
  { template: "purse", purse_id: ids.askedPurse, notice: "purse_action_required_buyer" },
  { template: "purse", purse_id: ids.refundedPurse, notice: "purse_refund_failed_buyer" },
  { template: "purse", purse_id: ids.refundedPurse, notice: "purse_refund_failed_administrators" },
  { template: "purse", purse_id: ids.refundedPurse, notice: "purse_refund_paid_otherwise_buyer" },
  requestMail("bounty_ended", ids.request, null),
  requestMail("bounty_delivery_failed", ids.request, ids.requestAnswers[1]),
  reportMail("report_decided", ids.report),
  reportMail("moderation_decided", null),
  reportMail("report_appeal_decided", ids.report),
  reportMail("moderation_appeal_decided", null),
  { template: "report_confirm", report_id: ids.visitorReports[0], asked_at: at.toISOString() },
  { template: "reports_waiting", day: "2026-11-02" },
  { template: "webhook_disabled", webhook_id: ids.webhook },
  { template: "waiting_purchase", waiting_purchase_id: ids.waiting },
  subscriptionMail("updated", ids.subscriptions[0], 3),
  subscriptionMail("price_changing", ids.subscriptions[0], 1793577600),
  subscriptionMail("renewing", ids.subscriptions[0], 2),
  subscriptionMail("plan_ending", ids.subscriptions[0], 1793577600),
  subscriptionMail("past_due", ids.subscriptions[0], 21),
  subscriptionMail("ended", ids.subscriptions[1], 0),
  { template: "connection_opened", connection_id: ids.connection, position: 1 },
  { template: "account_closed", account_id: ids.closed },
  { template: "dispute_answered", statement_id: ids.statement },
  ...(["review", "answer"] as const).map((part) => {
    const removed_at = at.toISOString();
    return { template: "review_removed", review_id: ids.review, part, removed_at } as const;
  }),
];
