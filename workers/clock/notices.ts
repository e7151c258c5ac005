/**
 * Clock tasks for mails: queues those that are due later, and lost ones. Also ends data requests,
 * which causes mails.
 */

import { remindMissingPayouts } from "../../market/account/payouts/remind-missing-payouts.ts";
import { requeueLostMails } from "../../market/mail/requeue-lost-mails.ts";
import { queueMessageMails } from "../../market/message/queue-message-mails.ts";
import { remindOfReports } from "../../market/report/remind-of-reports.ts";
import { expireDueDataRequests } from "../../market/request/expire-due-data-requests.ts";
import { queueAnswerMails } from "../../market/request/queue-answer-mails.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { ClockTask } from "./task.ts";

const batch = { rowsMax: 100 };
/** Only their message has to be queued again. */
const lostMails = { rowsMax: 1000 };

export const noticeClockTasks: ClockTask[] = [
  {
    name: "queue_message_mails",
    everySeconds: 10,
    run: ({ ctx }) => queueMessageMails(ctx, batch),
  },
  {
    name: "expire_data_requests",
    everySeconds: 30,
    run: ({ ctx }) => expireDueDataRequests(ctx, batch),
  },
  {
    name: "queue_answer_mails",
    everySeconds: 10,
    run: ({ ctx }) => queueAnswerMails(ctx, batch),
  },
  {
    name: "remind_missing_payouts",
    everySeconds: hourSeconds,
    run: ({ ctx }) => remindMissingPayouts(ctx, batch),
  },
  {
    name: "remind_of_reports",
    everySeconds: hourSeconds,
    run: ({ ctx }) => remindOfReports(ctx),
  },
  {
    name: "requeue_lost_mails",
    everySeconds: 60,
    run: ({ ctx, bus }) => requeueLostMails(ctx, bus, lostMails),
  },
];
