/** Asks a person to approve or refuse a purchase by one of their keys. */
import {
  findWaitingMail,
  type WaitingMailRow,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import { presentState } from "../../purchase/waiting/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

export const waitingPurchaseMail: MailKind<PayloadOf<"waiting_purchase">, WaitingMailRow> = {
  auditName: "waiting_purchase_mail",
  audited: ["refused", "sent"],

  find: (db, { waiting_purchase_id: id }) => findWaitingMail(db, id),

  staleness: ({ row: { waiting } }, now) =>
    presentState(waiting, now) === "waiting" ? null : "not_so",

  to: ({ row }) => knownAddress(row.person),

  compose({ row: { waiting, keyName, card } }, { PUBLIC_BASE_URL: siteUrl }) {
    const { id, title, version, plan, bundled, priceCents, currency, expiresAt } = waiting;
    const datasets = (bundled ?? []).map((one) => one.title);
    const ordered = { id, title, version, plan, datasets };
    const facts = { ...ordered, priceCents, currency, keyName, card, expiresAt };
    return wordTemplate("waiting_purchase", facts, siteUrl);
  },

  key: ({ payload }) => `waiting_purchase/${payload.waiting_purchase_id}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.waiting.accountId,
    detail: { waiting_purchase_id: payload.waiting_purchase_id },
  }),
};
