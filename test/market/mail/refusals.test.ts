/**
 * A mail that the provider refuses permanently: one call and one audit row, whatever its subject.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, like } from "drizzle-orm";
import { auditLog, auditReaders } from "../../../db/schema/index.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import { type MailPayload, mailNames, mailTemplates } from "../../../market/mail/templates.ts";
import type { Mailer, MailResult } from "../../../platform/mail/port.ts";
import { testSuite } from "../../support/workers.ts";
import { jobs } from "./jobs.ts";
import { administrators, ids, mailedAt, seedMailWorld } from "./world.ts";

setDefaultTimeout(30_000);

const suite = await testSuite({ ADMIN_EMAILS: administrators.join(",") });
await seedMailWorld(suite.db);

const refusal: MailResult = { kind: "refused", code: "validation_error", detail: "no such domain" };
const actor = { kind: "system", name: "mail-worker" } as const;

const purchase = (id: string, notice: string) => ["purchase", id, { notice }] as const;
const auction = (accountId: string, notice: string, position = 0) =>
  ["account", accountId, { listing_id: ids.auction, notice, position }] as const;
const message = (accountId: string, side: string, position: number) =>
  ["account", accountId, { thread_id: ids.thread, side, position }] as const;

const notice = (accountId: string, requestId: string, name: string, answerId?: string) => {
  const about = { data_request_id: requestId, notice: name };
  const detail = answerId === undefined ? about : { ...about, answer_id: answerId };
  return ["account", accountId, detail] as const;
};

const reported = (accountId: string, name: string, reportId?: string) => {
  const about = { decision_id: ids.decision, notice: name };
  const detail = reportId === undefined ? about : { ...about, report_id: reportId };
  return ["account", accountId, detail] as const;
};

const removal = (part: string) => {
  return { review_id: ids.review, part, removed_at: "2026-11-02T00:00:00.000Z" };
};

/** The subject id of the queue of all reports. */
const noId = "00000000-0000-0000-0000-000000000000";

/** In the order of {@link jobs}. */
const entries = [
  ["approval_mail", "agent", ids.newAgent, { approval_id: ids.approval }],
  ["purchase_mail", ...purchase(ids.asked, "action_required_buyer")],
  ["purchase_mail", ...purchase(ids.disputed, "bought")],
  ["purchase_mail", ...purchase(ids.disputed, "delivery_failed_buyer")],
  ["purchase_mail", ...purchase(ids.disputed, "sold")],
  ["purchase_mail", ...purchase(ids.released, "accepted_buyer")],
  ["purchase_mail", ...purchase(ids.disputed, "undecided_buyer")],
  ["purchase_mail", ...purchase(ids.disputed, "disputed_seller")],
  ["purchase_mail", ...purchase(ids.disputed, "disputed_administrators")],
  ["purchase_mail", ...purchase(ids.released, "released_seller")],
  ["purchase_mail", ...purchase(ids.released, "dispute_rejected_buyer")],
  ["purchase_mail", ...purchase(ids.refunded, "refunded_buyer")],
  ["purchase_mail", ...purchase(ids.refunded, "refunded_seller")],
  ["purchase_mail", ...purchase(ids.refunded, "refund_failed_buyer")],
  ["purchase_mail", ...purchase(ids.refunded, "refund_failed_administrators")],
  ["purchase_mail", ...purchase(ids.refunded, "refund_paid_otherwise_buyer")],
  ["purchase_mail", ...purchase(ids.disputed, "chargeback_opened_buyer")],
  ["purchase_mail", ...purchase(ids.disputed, "chargeback_opened_seller")],
  ["purchase_mail", ...purchase(ids.disputed, "chargeback_opened_administrators")],
  ["purchase_mail", ...purchase(ids.disputed, "chargeback_answered_seller")],
  ["purchase_mail", ...purchase(ids.released, "chargeback_won_buyer")],
  ["purchase_mail", ...purchase(ids.released, "chargeback_won_seller")],
  ["purchase_mail", ...purchase(ids.released, "chargeback_won_administrators")],
  ["purchase_mail", ...purchase(ids.refunded, "chargeback_lost_buyer")],
  ["purchase_mail", ...purchase(ids.refunded, "chargeback_lost_seller")],
  ["purchase_mail", ...purchase(ids.refunded, "chargeback_lost_administrators")],
  ["purchase_mail", ...purchase(ids.refunded, "transfer_reversed_seller")],
  ["purchase_mail", ...purchase(ids.refunded, "debt_written_off_seller")],
  ["auction_mail", ...auction(ids.buyer, "outbid", 7)],
  ["auction_mail", ...auction(ids.buyer, "won")],
  ["auction_mail", ...auction(ids.buyer, "lost")],
  ["auction_mail", ...auction(ids.buyer, "charge_failed")],
  ["auction_mail", ...auction(ids.bidder, "second_chance")],
  ["auction_mail", ...auction(ids.seller, "auction_sold")],
  ["auction_mail", ...auction(ids.seller, "auction_bought")],
  ["auction_mail", ...auction(ids.seller, "auction_not_sold")],
  ["auction_mail", ...auction(ids.seller, "auction_unpaid")],
  ["message_mail", ...message(ids.buyer, "buyer", 2)],
  ["message_mail", ...message(ids.seller, "seller", 1)],
  ...(["requested", "approved", "declined", "withdrawn"] as const).map(
    (notice, index): [string, string, string, object] => [
      "access_mail",
      "account",
      notice === "requested" ? ids.seller : ids.buyer,
      { access_request_id: ids.access[index], notice },
    ],
  ),
  ["private_offer_mail", "account", ids.buyer, { private_offer_id: ids.privateOffer, position: 2 }],
  ["private_offer_mail", "account", ids.seller, { private_offer_id: ids.privateSale, position: 1 }],
  ...[ids.buyer, ids.seller].map((id): [string, string, string, object] => [
    "private_offer_mail",
    "account",
    id,
    { private_offer_id: ids.privateSale, position: 1, expired: 1 },
  ]),
  ["evidence_mail", "purchase", ids.disputed, { dispute_id: "dp_mail", day: "2026-11-02" }],
  ["payout_mail", "account", ids.seller, { reminded_at: "2026-11-02T00:00:00.000Z" }],
  ["drafts_mail", "agent", ids.agent, { warned_at: "2026-11-02T00:00:00.000Z" }],
  [
    "reconciliation_mail",
    "reconciliation",
    ids.run,
    { day: "2026-11-01", ended_at: "2026-11-02T00:00:00.000Z" },
  ],
  ["search_mail", "account", ids.buyer, { digest_id: ids.digest }],
  ["follow_mail", "account", ids.buyer, { digest_id: ids.followDigest }],
  ["request_answers_mail", "account", ids.buyer, { data_request_id: ids.request, position: 3 }],
  [
    "request_mail",
    ...notice(ids.seller, ids.request, "request_answer_accepted", ids.requestAnswers[0]),
  ],
  [
    "request_mail",
    ...notice(ids.seller, ids.request, "request_answer_removed", ids.requestAnswers[1]),
  ],
  ["request_mail", ...notice(ids.buyer, ids.goneRequests[0], "request_removed")],
  ["request_mail", ...notice(ids.buyer, ids.goneRequests[1], "request_expired")],
  ["purse_mail", "purse", ids.soldPurse, { notice: "bundle_bought" }],
  ["purse_mail", "purse", ids.soldPurse, { notice: "bundle_sold" }],
  ["purse_mail", "purse", ids.askedPurse, { notice: "purse_action_required_buyer" }],
  ["purse_mail", "purse", ids.refundedPurse, { notice: "purse_refund_failed_buyer" }],
  ["purse_mail", "purse", ids.refundedPurse, { notice: "purse_refund_failed_administrators" }],
  ["purse_mail", "purse", ids.refundedPurse, { notice: "purse_refund_paid_otherwise_buyer" }],
  ["request_mail", ...notice(ids.buyer, ids.request, "bounty_ended")],
  [
    "request_mail",
    ...notice(ids.seller, ids.request, "bounty_delivery_failed", ids.requestAnswers[1]),
  ],
  ["report_mail", ...reported(ids.bidder, "report_decided", ids.report)],
  ["report_mail", ...reported(ids.seller, "moderation_decided")],
  ["report_mail", ...reported(ids.bidder, "report_appeal_decided", ids.report)],
  ["report_mail", ...reported(ids.seller, "moderation_appeal_decided")],
  [
    "report_confirm_mail",
    "report",
    ids.visitorReports[0],
    { asked_at: "2026-11-02T00:00:00.000Z" },
  ],
  ["reports_waiting_mail", "report", noId, { day: "2026-11-02" }],
  [
    "webhook_mail",
    "account",
    ids.buyer,
    { webhook_id: ids.webhook, disabled_at: "2026-11-02T00:00:00.000Z" },
  ],
  ["waiting_purchase_mail", "account", ids.buyer, { waiting_purchase_id: ids.waiting }],
  ...(
    [
      ["updated", 0, 3],
      ["price_changing", 0, 1793577600],
      ["renewing", 0, 2],
      ["plan_ending", 0, 1793577600],
      ["past_due", 0, 21],
      ["ended", 1, 0],
    ] as const
  ).map(([notice, at, mark]) => {
    const detail = { subscription_id: ids.subscriptions[at], notice, mark };
    return ["subscription_mail", "account", ids.buyer, detail] as const;
  }),
  ["connection_mail", "account", ids.buyer, { connection_id: ids.connection, position: 1 }],
  ["account_closed_mail", "account", ids.closed, {}],
  ["dispute_mail", "purchase", ids.disputed, { statement_id: ids.statement }],
  ["review_mail", "account", ids.buyer, removal("review")],
  ["review_mail", "account", ids.seller, removal("answer")],
] as const;

const nameOf = (job: MailPayload) =>
  mailNames.find((name) => mailTemplates[name].payload.safeParse(job).success) ?? job.template;

test.each(jobs.map((job, index) => [nameOf(job), job, entries[index]] as const))(
  "a refusal of %s leaves one audit row, and ends its tries",
  async (_name, job, entry) => {
    if (entry === undefined) throw new Error("no row is expected of this mail");
    const [name, subjectKind, subjectId, detail] = entry;
    let calls = 0;
    const mailer: Mailer = {
      async send() {
        calls += 1;
        return refusal;
      },
    };
    const send = () => sendMail({ ...suite.ctx, now: () => mailedAt }, mailer, actor, job);
    const known = await rows();
    const atOnce = await Promise.all([send(), send(), send()]);
    expect(atOnce.map(({ kind }) => kind)).toContain("refused");
    const { code, detail: reason } = refusal;
    expect((await rows()).slice(known.length)).toEqual([
      {
        action: `${name}.refused`,
        actorKind: "system",
        actorId: "mail-worker",
        at: mailedAt,
        subjectKind,
        subjectId,
        detail: { ...detail, code, detail: reason },
      },
    ]);
    calls = 0;
    expect(await send()).toEqual({ kind: "not_owed" });
    expect(calls).toBe(0);
  },
);

test("a bidder finds it in their own audit log, and nobody else does", async () => {
  const readers = await suite.db
    .select({ accountId: auditReaders.accountId })
    .from(auditLog)
    .leftJoin(auditReaders, eq(auditReaders.auditId, auditLog.id))
    .where(and(eq(auditLog.subjectId, ids.bidder), eq(auditLog.action, "auction_mail.refused")));
  expect(readers).toEqual([{ accountId: ids.bidder }]);
});

/** The audit log's rows about mails, oldest first. */
async function rows() {
  const found = await suite.db
    .select()
    .from(auditLog)
    .where(like(auditLog.action, "%\\_mail.%"))
    .orderBy(auditLog.id);
  return found.map(({ id: _, ...row }) => row);
}
