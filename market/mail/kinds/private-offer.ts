/** Tells the person on the other side about a move of a private offer. */
import {
  findPrivateOfferMail,
  type PrivateOfferMailRow,
} from "../../../db/queries/private-offers/private-offers.ts";
import { dayMs } from "../../../platform/time.ts";
import { buyerPseudonym } from "../../agent/buyer-pseudonym.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

export const privateOfferMail: MailKind<PayloadOf<"private_offer">, PrivateOfferMailRow> = {
  auditName: "private_offer_mail",
  audited: ["refused"],

  find: (db, { private_offer_id: id, position }) => findPrivateOfferMail(db, id, position),

  staleness({ payload, row }, now) {
    if (row.moveCount !== payload.position) return "not_so";
    const since = payload.expired ? row.move.expiresAt : row.move.createdAt;
    return now.getTime() - since.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }) => knownAddress(row[payload.side]),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl, CURRENCY: currency }) {
    const { move, title, agentId, agentName, buyer } = row;
    const facts = {
      privateOfferId: payload.private_offer_id,
      ...{ title, agentName, currency },
      buyerName: buyerPseudonym({ buyerAccountId: buyer.accountId, sellerAgentId: agentId }),
      move: payload.expired ? ("expire" as const) : move.move,
      priceCents: move.priceCents,
      expiresAt: move.expiresAt,
      note: payload.expired ? null : move.note,
    };
    return wordTemplate(`private_offer_${payload.side}`, facts, siteUrl);
  },

  key: ({ payload: { private_offer_id, position, side, expired } }) =>
    `private_offer/${private_offer_id}/${position}${expired ? `/expired/${side}` : ""}`,

  subject({ payload: { private_offer_id, side, position, expired }, row }) {
    const detail = { private_offer_id, position, ...(expired && { expired: 1 }) };
    const reader = row[side];
    // An agent without an owner is audited itself.
    if (reader === null) return { subjectKind: "agent", subjectId: row.agentId, detail };
    return { subjectKind: "account", subjectId: reader.accountId, detail };
  },
};
