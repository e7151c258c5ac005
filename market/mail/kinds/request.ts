/** Data request notices to the poster and to the seller of an answer. */
import {
  findRequestMail,
  type RequestMailRow,
} from "../../../db/queries/requests/request-mails.ts";
import { dayMs } from "../../../platform/time.ts";
import { type RequestNotice, requestNotices } from "../../request/notices.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

/** When the reported event happened; null: it did not, or was undone. */
const momentOf: Record<RequestNotice, (row: RequestMailRow) => Date | null> = {
  request_answer_accepted: ({ answer }) => (answer?.state === "accepted" ? answer.decidedAt : null),
  request_answer_removed: ({ answer }) => (answer?.state === "removed" ? answer.decidedAt : null),
  request_removed: ({ request }) => (request.state === "removed" ? request.endedAt : null),
  bounty_ended: ({ bounty }) => bounty?.endedAt ?? null,
  bounty_delivery_failed: ({ answer }) => answer?.failedAt ?? null,
  request_expired: ({ request }) => (request.state === "expired" ? request.endedAt : null),
};

export const requestMail: MailKind<PayloadOf<"request">, RequestMailRow> = {
  auditName: "request_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { data_request_id: requestId, answer_id: answerId }) =>
    findRequestMail(db, { requestId, answerId }),

  staleness({ payload, row }, now) {
    const happenedAt = momentOf[payload.notice](row);
    if (happenedAt === null) return "not_so";
    return now.getTime() - happenedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }) => knownAddress(row[requestNotices[payload.notice]]),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl }) {
    const { request, answer, answerCount, bounty } = row;
    const facts = {
      dataRequestId: request.id,
      title: request.title,
      expiresAt: request.expiresAt,
      answerCount,
      answer,
      bounty,
      reason: answer?.removedReason ?? request.removedReason,
    };
    return wordTemplate(payload.notice, facts, siteUrl);
  },

  key: ({ payload }) =>
    `request/${payload.data_request_id}/${payload.answer_id ?? "all"}/${payload.notice}`,

  subject({ payload, row }) {
    const { data_request_id, answer_id, notice } = payload;
    const detail = { data_request_id, notice, ...(answer_id === null ? {} : { answer_id }) };
    const reader = row[requestNotices[notice]];
    // An agent without an owner is audited itself.
    if (reader === null) {
      return { subjectKind: "agent", subjectId: row.answer?.agentId ?? data_request_id, detail };
    }
    return { subjectKind: "account", subjectId: reader.accountId, detail };
  },
};
