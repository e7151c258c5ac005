/** Purchase notices to buyer, seller and administrators. */
import {
  findPurchaseMail,
  type PurchaseMailRow,
} from "../../../db/queries/purchases/purchase-mails.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { ChargebackState } from "../../../db/vocabulary/purchase.ts";
import { dayMs } from "../../../platform/time.ts";
import { type MailSide, type PurchaseNotice, purchaseNotices } from "../../purchase/notices.ts";
import { waitsForHolder } from "../../purchase/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf, readerMark } from "./kind.ts";

const newsDays = 7;

/** When the reported event happened; null: it did not. */
const momentOf: Record<PurchaseNotice, (purchase: PurchaseRow) => Date | null> = {
  action_required_buyer: (purchase) => (waitsForHolder(purchase) ? purchase.actionAskedAt : null),
  bought: ({ paidAt }) => paidAt,
  delivery_failed_buyer: ({ paidAt }) => paidAt,
  sold: ({ paidAt }) => paidAt,
  accepted_buyer: ({ releasedAt, paidAt, acceptance }) =>
    acceptance === "passed" ? (releasedAt ?? paidAt) : null,
  undecided_buyer: ({ disputedAt, acceptance }) => (acceptance === "undecided" ? disputedAt : null),
  disputed_seller: ({ disputedAt }) => disputedAt,
  disputed_administrators: ({ disputedAt }) => disputedAt,
  released_seller: ({ releasedAt }) => releasedAt,
  dispute_rejected_buyer: ({ releasedAt }) => releasedAt,
  refunded_buyer: ({ refundedAt }) => refundedAt,
  refunded_seller: ({ refundedAt }) => refundedAt,
  refund_failed_buyer: ({ refundFailedAt }) => refundFailedAt,
  refund_failed_administrators: ({ refundFailedAt }) => refundFailedAt,
  refund_paid_otherwise_buyer: ({ refundPaidReference, refundPaidAt }) =>
    refundPaidReference === null ? null : refundPaidAt,
  chargeback_opened_buyer: (purchase) => chargebackAt(purchase, "open"),
  chargeback_opened_seller: (purchase) => chargebackAt(purchase, "open"),
  chargeback_opened_administrators: (purchase) => chargebackAt(purchase, "open"),
  chargeback_answered_seller: (purchase) => steppedAt(purchase, "open"),
  chargeback_won_buyer: (purchase) => chargebackAt(purchase, "won"),
  chargeback_won_seller: (purchase) => chargebackAt(purchase, "won"),
  chargeback_won_administrators: (purchase) => chargebackAt(purchase, "won"),
  chargeback_lost_buyer: (purchase) => chargebackAt(purchase, "lost"),
  chargeback_lost_seller: (purchase) => chargebackAt(purchase, "lost"),
  chargeback_lost_administrators: (purchase) => chargebackAt(purchase, "lost"),
  transfer_reversed_seller: (purchase) => steppedAt(purchase, "lost"),
  debt_written_off_seller: (purchase) => steppedAt(purchase, "lost"),
};

function chargebackAt(purchase: PurchaseRow, state: ChargebackState): Date | null {
  return purchase.chargeback === state ? purchase.chargebackAt : null;
}

/** A chargeback's step comes long after the chargeback itself, but updates the purchase. */
function steppedAt(purchase: PurchaseRow, state: ChargebackState): Date | null {
  return purchase.chargeback === state ? purchase.updatedAt : null;
}

const addressesOf: Record<MailSide, (row: PurchaseMailRow, admins: string[]) => string[]> = {
  buyer: ({ buyer }) => knownAddress(buyer),
  seller: ({ seller }) => knownAddress(seller),
  administrators: (_row, admins) => [...new Set(admins)],
};

export const purchaseMail: MailKind<PayloadOf<"purchase">, PurchaseMailRow> = {
  auditName: "purchase_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { purchase_id: purchaseId }) => findPurchaseMail(db, purchaseId),

  staleness({ payload, row }, now) {
    const happenedAt = momentOf[payload.notice](row.purchase);
    if (happenedAt === null) return "not_so";
    return now.getTime() - happenedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }, { ADMIN_EMAILS }) =>
    addressesOf[purchaseNotices[payload.notice]](row, ADMIN_EMAILS),

  compose: ({ payload, row }, { PUBLIC_BASE_URL }) =>
    wordTemplate(payload.notice, row.purchase, PUBLIC_BASE_URL),

  /** `purchase/<id>/<notice>`; administrators' mails each have their own key. */
  key({ payload, row }, to) {
    const key = `purchase/${row.purchase.id}/${payload.notice}`;
    if (purchaseNotices[payload.notice] !== "administrators") return key;
    return `${key}/${readerMark(to)}`;
  },

  subject: ({ payload, row }) => ({
    subjectKind: "purchase",
    subjectId: row.purchase.id,
    detail: { notice: payload.notice },
  }),
};
