/**
 * The idempotency keys sent to the mail provider, byte for byte. If a key changed, everybody would
 * get the mail again: new kinds add lines here, and existing lines must never change.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mailNames, mailTemplates } from "../../../market/mail/templates.ts";
import type { Mailer } from "../../../platform/mail/port.ts";
import { createMailJob } from "../../../workers/jobs/send-mail.ts";
import { silentLog } from "../../support/log-lines.ts";
import { testSuite } from "../../support/workers.ts";
import { jobs } from "./jobs.ts";
import { administrators, mailedAt, seedMailWorld } from "./world.ts";

setDefaultTimeout(30_000);

const suite = await testSuite({ ADMIN_EMAILS: administrators.join(",") });
await seedMailWorld(suite.db);

const disputed = "purchase/00000000-0000-7000-8000-00000000000a";
const released = "purchase/00000000-0000-7000-8000-00000000000b";
const refunded = "purchase/00000000-0000-7000-8000-00000000000c";
const asked = "purchase/00000000-0000-7000-8000-000000000021";
const auction = "auction/00000000-0000-7000-8000-00000000000d";
const decided = "report/00000000-0000-7000-8000-000000000024";
const report = "00000000-0000-7000-8000-000000000025";
const buyer = "00000000-0000-7000-8000-000000000001";
const seller = "00000000-0000-7000-8000-000000000002";
const bidder = "00000000-0000-7000-8000-000000000003";

const keys: [key: string, to: string][] = [
  ["approval/00000000-0000-7000-8000-000000000005", "seller@example.org"],
  [`${asked}/action_required_buyer`, "buyer@example.org"],
  [`${disputed}/bought`, "buyer@example.org"],
  [`${disputed}/delivery_failed_buyer`, "buyer@example.org"],
  [`${disputed}/sold`, "seller@example.org"],
  [`${released}/accepted_buyer`, "buyer@example.org"],
  [`${disputed}/undecided_buyer`, "buyer@example.org"],
  [`${disputed}/disputed_seller`, "seller@example.org"],
  [`${disputed}/disputed_administrators/4cef8837cc06afa5`, "first.admin@example.com"],
  [`${disputed}/disputed_administrators/880adbd5c9652ef2`, "second.admin@example.com"],
  [`${released}/released_seller`, "seller@example.org"],
  [`${released}/dispute_rejected_buyer`, "buyer@example.org"],
  [`${refunded}/refunded_buyer`, "buyer@example.org"],
  [`${refunded}/refunded_seller`, "seller@example.org"],
  [`${refunded}/refund_failed_buyer`, "buyer@example.org"],
  [`${refunded}/refund_failed_administrators/4cef8837cc06afa5`, "first.admin@example.com"],
  [`${refunded}/refund_failed_administrators/880adbd5c9652ef2`, "second.admin@example.com"],
  [`${refunded}/refund_paid_otherwise_buyer`, "buyer@example.org"],
  [`${disputed}/chargeback_opened_buyer`, "buyer@example.org"],
  [`${disputed}/chargeback_opened_seller`, "seller@example.org"],
  [`${disputed}/chargeback_opened_administrators/4cef8837cc06afa5`, "first.admin@example.com"],
  [`${disputed}/chargeback_opened_administrators/880adbd5c9652ef2`, "second.admin@example.com"],
  [`${disputed}/chargeback_answered_seller`, "seller@example.org"],
  [`${released}/chargeback_won_buyer`, "buyer@example.org"],
  [`${released}/chargeback_won_seller`, "seller@example.org"],
  [`${released}/chargeback_won_administrators/4cef8837cc06afa5`, "first.admin@example.com"],
  [`${released}/chargeback_won_administrators/880adbd5c9652ef2`, "second.admin@example.com"],
  [`${refunded}/chargeback_lost_buyer`, "buyer@example.org"],
  [`${refunded}/chargeback_lost_seller`, "seller@example.org"],
  [`${refunded}/chargeback_lost_administrators/4cef8837cc06afa5`, "first.admin@example.com"],
  [`${refunded}/chargeback_lost_administrators/880adbd5c9652ef2`, "second.admin@example.com"],
  [`${refunded}/transfer_reversed_seller`, "seller@example.org"],
  [`${refunded}/debt_written_off_seller`, "seller@example.org"],
  [`${auction}/${buyer}/outbid/7`, "buyer@example.org"],
  [`${auction}/${buyer}/won/0`, "buyer@example.org"],
  [`${auction}/${buyer}/lost/0`, "buyer@example.org"],
  [`${auction}/${buyer}/charge_failed/0`, "buyer@example.org"],
  [`${auction}/${bidder}/second_chance/0`, "bidder@example.org"],
  [`${auction}/${seller}/auction_sold/0`, "seller@example.org"],
  [`${auction}/${seller}/auction_bought/0`, "seller@example.org"],
  [`${auction}/${seller}/auction_not_sold/0`, "seller@example.org"],
  [`${auction}/${seller}/auction_unpaid/0`, "seller@example.org"],
  ["message/00000000-0000-7000-8000-00000000000e/buyer/2", "buyer@example.org"],
  ["message/00000000-0000-7000-8000-00000000000e/seller/1", "seller@example.org"],
  ["access/00000000-0000-7000-8000-00000000003d/requested", "seller@example.org"],
  ["access/00000000-0000-7000-8000-00000000003e/approved", "buyer@example.org"],
  ["access/00000000-0000-7000-8000-00000000003f/declined", "buyer@example.org"],
  ["access/00000000-0000-7000-8000-000000000040/withdrawn", "buyer@example.org"],
  ["private_offer/00000000-0000-7000-8000-000000000033/2", "buyer@example.org"],
  ["private_offer/00000000-0000-7000-8000-000000000034/1", "seller@example.org"],
  ["private_offer/00000000-0000-7000-8000-000000000034/1/expired/buyer", "buyer@example.org"],
  ["private_offer/00000000-0000-7000-8000-000000000034/1/expired/seller", "seller@example.org"],
  ["evidence_due/dp_mail/2026-11-02/4cef8837cc06afa5", "first.admin@example.com"],
  ["evidence_due/dp_mail/2026-11-02/880adbd5c9652ef2", "second.admin@example.com"],
  [`payout_missing/${seller}/1793577600000`, "seller@example.org"],
  [`drafts_expiring/00000000-0000-7000-8000-000000000006/1793577600000`, "seller@example.org"],
  ["reconciliation/2026-11-01/1793577600000/4cef8837cc06afa5", "first.admin@example.com"],
  ["reconciliation/2026-11-01/1793577600000/880adbd5c9652ef2", "second.admin@example.com"],
  ["search_digest/00000000-0000-7000-8000-000000000018", "buyer@example.org"],
  ["follow_digest/00000000-0000-7000-8000-00000000002d", "buyer@example.org"],
  ["request_answers/00000000-0000-7000-8000-000000000017/3", "buyer@example.org"],
  [
    "request/00000000-0000-7000-8000-000000000017/00000000-0000-7000-8000-00000000001a/request_answer_accepted",
    "seller@example.org",
  ],
  [
    "request/00000000-0000-7000-8000-000000000017/00000000-0000-7000-8000-00000000001b/request_answer_removed",
    "seller@example.org",
  ],
  ["request/00000000-0000-7000-8000-000000000018/all/request_removed", "buyer@example.org"],
  ["request/00000000-0000-7000-8000-000000000019/all/request_expired", "buyer@example.org"],
  ["purse/00000000-0000-7000-8000-00000000005e/bundle_bought", "bidder@example.org"],
  ["purse/00000000-0000-7000-8000-00000000005e/bundle_sold", "seller@example.org"],
  ["purse/00000000-0000-7000-8000-00000000005b/purse_action_required_buyer", "buyer@example.org"],
  ["purse/00000000-0000-7000-8000-00000000005c/purse_refund_failed_buyer", "buyer@example.org"],
  [
    "purse/00000000-0000-7000-8000-00000000005c/purse_refund_failed_administrators/4cef8837cc06afa5",
    "first.admin@example.com",
  ],
  [
    "purse/00000000-0000-7000-8000-00000000005c/purse_refund_failed_administrators/880adbd5c9652ef2",
    "second.admin@example.com",
  ],
  [
    "purse/00000000-0000-7000-8000-00000000005c/purse_refund_paid_otherwise_buyer",
    "buyer@example.org",
  ],
  ["request/00000000-0000-7000-8000-000000000017/all/bounty_ended", "buyer@example.org"],
  [
    "request/00000000-0000-7000-8000-000000000017/00000000-0000-7000-8000-00000000001b/bounty_delivery_failed",
    "seller@example.org",
  ],
  [`${decided}/${report}/report_decided`, "bidder@example.org"],
  [`${decided}/owner/moderation_decided`, "seller@example.org"],
  [`${decided}/${report}/report_appeal_decided`, "bidder@example.org"],
  [`${decided}/owner/moderation_appeal_decided`, "seller@example.org"],
  ["report_confirm/00000000-0000-7000-8000-000000000029/1793577600000", "visitor@example.org"],
  ["reports_waiting/2026-11-02/4cef8837cc06afa5", "first.admin@example.com"],
  ["reports_waiting/2026-11-02/880adbd5c9652ef2", "second.admin@example.com"],
  ["webhook_disabled/00000000-0000-7000-8000-00000000000f/1793577600000", "buyer@example.org"],
  ["waiting_purchase/00000000-0000-7000-8000-00000000001f", "buyer@example.org"],
  ["subscription/00000000-0000-7000-8000-00000000002e/updated/3", "buyer@example.org"],
  [
    "subscription/00000000-0000-7000-8000-00000000002e/price_changing/1793577600",
    "buyer@example.org",
  ],
  ["subscription/00000000-0000-7000-8000-00000000002e/renewing/2", "buyer@example.org"],
  ["subscription/00000000-0000-7000-8000-00000000002e/plan_ending/1793577600", "buyer@example.org"],
  ["subscription/00000000-0000-7000-8000-00000000002e/past_due/21", "buyer@example.org"],
  ["subscription/00000000-0000-7000-8000-00000000002f/ended/0", "buyer@example.org"],
  ["connection_opened/00000000-0000-7000-8000-00000000001e/1", "buyer@example.org"],
  ["account_closed/00000000-0000-7000-8000-000000000028", "closed@example.org"],
  ["dispute_answered/00000000-0000-7000-8000-000000000022", "buyer@example.org"],
  ["review_removed/00000000-0000-7000-8000-000000000023/review/1793577600000", "buyer@example.org"],
  [
    "review_removed/00000000-0000-7000-8000-000000000023/answer/1793577600000",
    "seller@example.org",
  ],
];

test("every mail keeps the key by which the provider knows it", async () => {
  const sent: [key: string, to: string][] = [];
  const mailer: Mailer = {
    async send({ to }, { idempotencyKey }) {
      sent.push([idempotencyKey, to]);
      return { kind: "sent", providerId: "1" };
    },
  };
  const job = createMailJob({ ctx: { ...suite.ctx, now: () => mailedAt }, mailer });
  const { signal } = new AbortController();
  for (const payload of jobs) {
    const outcome = await job(payload, { jobId: null, deliveries: 1, signal, log: silentLog });
    expect([payload, outcome]).toEqual([payload, { kind: "done", detail: "sent" }]);
  }
  expect(sent).toEqual(keys);
});

test("no mail is missing above", () => {
  const isTold = (name: (typeof mailNames)[number]) =>
    jobs.some((job) => mailTemplates[name].payload.safeParse(job).success);
  expect(mailNames.filter((name) => !isTold(name))).toEqual([]);
});
