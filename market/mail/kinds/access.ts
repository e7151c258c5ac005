/** Tells a seller who asks for access, and the buyer what the seller decided. */
import { type AccessMailRow, findAccessMail } from "../../../db/queries/access/access.ts";
import { buyerPseudonym } from "../../agent/buyer-pseudonym.ts";
import { wordTemplate } from "../templates.ts";
import { noticeOf } from "../words/access.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const readerOf = ({ notice }: PayloadOf<"access">, row: AccessMailRow) =>
  notice === "requested" ? row.seller : row.buyer;

export const accessMail: MailKind<PayloadOf<"access">, AccessMailRow> = {
  auditName: "access_mail",
  audited: ["refused"],

  find: (db, { access_request_id: id }) => findAccessMail(db, id),

  staleness: ({ payload, row }) =>
    noticeOf(row.request.state) === payload.notice ? null : "not_so",

  to: ({ payload, row }) => knownAddress(readerOf(payload, row)),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl }) {
    const { request, title, agentName } = row;
    const { listingId, reason } = request;
    const buyerName = buyerPseudonym(request);
    const facts = { listingId, title, agentName, buyerName, reason };
    return wordTemplate(`access_${payload.notice}`, facts, siteUrl);
  },

  key: ({ payload: { access_request_id: id, notice } }) => `access/${id}/${notice}`,

  subject({ payload, row }) {
    const { access_request_id, notice } = payload;
    const detail = { access_request_id, notice };
    const reader = readerOf(payload, row);
    // An agent without an owner is audited itself.
    if (reader === null) {
      return { subjectKind: "agent", subjectId: row.request.sellerAgentId, detail };
    }
    return { subjectKind: "account", subjectId: reader.accountId, detail };
  },
};
