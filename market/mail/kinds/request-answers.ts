/** Tells a poster about new answers to a data request: at most one mail an hour. */
import type { Database } from "../../../db/client.ts";
import { lockDataRequest, updateDataRequest } from "../../../db/queries/requests/data-requests.ts";
import {
  type AnswersMailRow,
  findAnswersMail,
} from "../../../db/queries/requests/request-mails.ts";
import { dayMs } from "../../../platform/time.ts";
import { viewOffers } from "../../listing/pricing/auction-view.ts";
import { answerMailDueAt } from "../../request/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;
const answersNamedMax = 10;

type Payload = PayloadOf<"request_answers">;

export const requestAnswersMail: MailKind<Payload, AnswersMailRow> = {
  auditName: "request_answers_mail",
  audited: ["refused"],

  find: (db, { data_request_id: requestId, position }) =>
    findAnswersMail(db, { requestId, position, rowsMax: answersNamedMax }),

  staleness({ row }, now) {
    if (row.answerCount === 0 || row.request.state === "removed") return "not_so";
    const latestAt = row.latestAt?.getTime() ?? 0;
    return now.getTime() - latestAt > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ row }) => knownAddress(row.poster),

  compose({ payload, row }, config) {
    const { request, answerCount, latestAt } = row;
    const dataRequestId = payload.data_request_id;
    const answers = row.answers.map(({ title, agentName, ...offered }) => ({
      title,
      agentName,
      offers: viewOffers(config, offered, latestAt ?? request.createdAt).text,
    }));
    const facts = { dataRequestId, title: request.title, answers, answerCount };
    return wordTemplate("request_answers", facts, config.PUBLIC_BASE_URL);
  },

  key: ({ payload }) => `request_answers/${payload.data_request_id}/${payload.position}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.request.accountId,
    detail: { data_request_id: payload.data_request_id, position: payload.position },
  }),

  end: (tx, { payload }, { now }) => endMail(tx, payload, now),
};

/** Answers that arrived meanwhile are mailed an hour later. If two jobs sent the same mail, only one writes. */
async function endMail(
  tx: Database,
  { data_request_id: requestId, position }: Payload,
  now: Date,
): Promise<void> {
  const request = await lockDataRequest(tx, requestId);
  if (request === null || request.mailPosition !== position) return;
  const isMore = request.answersReceived > position;
  await updateDataRequest(tx, requestId, {
    mailedAt: now,
    mailedPosition: position,
    mailPosition: isMore ? request.answersReceived : null,
    mailDueAt: isMore ? answerMailDueAt(now, now) : null,
    mailQueuedAt: null,
  });
}
