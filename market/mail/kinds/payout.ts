/** Weekly reminder to a seller whose money waits for a payout account. */
import {
  endReminder,
  findPayoutMail,
  type PayoutMailRow,
} from "../../../db/queries/accounts/payout-reminders.ts";
import { dayMs } from "../../../platform/time.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

/** After so many days of failures, the next reminder takes over. */
const newsDays = 5;

export const payoutMail: MailKind<PayloadOf<"payout_missing">, PayoutMailRow> = {
  auditName: "payout_mail",
  audited: ["refused", "sent"],

  async find(db, { account_id: accountId }) {
    const row = await findPayoutMail(db, accountId);
    return row?.mailedAt === null ? row : null;
  },

  staleness({ row }, now) {
    if (row.payoutsEnabledAt !== null || row.waitingCents === 0) return "not_so";
    return now.getTime() - row.remindedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ row }) => knownAddress(row),

  compose({ row }, { CURRENCY: currency, PUBLIC_BASE_URL: siteUrl }) {
    const { waitingCents, waitingSales } = row;
    return wordTemplate("payout_missing", { waitingCents, waitingSales, currency }, siteUrl);
  },

  key: ({ payload, row }) => `payout_missing/${payload.account_id}/${row.remindedAt.getTime()}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: payload.account_id,
    detail: { reminded_at: row.remindedAt.toISOString() },
  }),

  async end(tx, { payload, row }, { ending, now }) {
    if (ending === "skipped") return;
    const { remindedAt } = row;
    await endReminder(tx, { accountId: payload.account_id, remindedAt, now });
  },
};
