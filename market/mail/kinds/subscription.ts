/** Notices to a subscriber. */
import {
  findSubscriptionMail,
  type SubscriptionMailRow,
} from "../../../db/queries/subscriptions/subscription-mails.ts";
import type { SubscriptionRow } from "../../../db/queries/subscriptions/subscriptions.ts";
import type { SubscriptionNotice } from "../../subscription/notices.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

/** Whether the reported fact is still true. */
const holds: Record<SubscriptionNotice, (row: SubscriptionRow) => boolean> = {
  updated: () => true,
  price_changing: ({ state }) => state !== "ended",
  renewing: ({ state, renewal }) => state !== "ended" && renewal === "on",
  plan_ending: ({ state, planEndingAt }) => state !== "ended" && planEndingAt !== null,
  past_due: ({ state }) => state === "past_due",
  ended: ({ state }) => state === "ended",
};

export const subscriptionMail: MailKind<PayloadOf<"subscription">, SubscriptionMailRow> = {
  auditName: "subscription_mail",
  audited: ["refused", "sent"],

  find: (db, { subscription_id: id }) => findSubscriptionMail(db, id),

  staleness: ({ payload, row }) => (holds[payload.notice](row.subscription) ? null : "not_so"),

  to: ({ row }) => knownAddress(row.person),

  compose: ({ payload, row }, { PUBLIC_BASE_URL: siteUrl }) =>
    wordTemplate(
      `subscription_${payload.notice}`,
      { ...row.subscription, version: payload.mark },
      siteUrl,
    ),

  key: ({ payload: { subscription_id: id, notice, mark } }) =>
    `subscription/${id}/${notice}/${mark}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.subscription.accountId,
    detail: {
      subscription_id: payload.subscription_id,
      notice: payload.notice,
      mark: payload.mark,
    },
  }),
};
