/** What the clock does for mails that are owed later than at once. */
import { remindMissingPayouts } from "../../market/account/remind-missing-payouts.ts";
import { queueMessageMails } from "../../market/message/queue-message-mails.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { ClockTask } from "./clock.ts";

const rowsPerRunMax = 100;

export const noticeClockTasks: ClockTask[] = [
  {
    name: "queue_message_mails",
    everySeconds: 10,
    run: ({ ctx }) => queueMessageMails(ctx, { rowsMax: rowsPerRunMax }),
  },
  {
    name: "remind_missing_payouts",
    everySeconds: hourSeconds,
    run: ({ ctx }) => remindMissingPayouts(ctx, { rowsMax: rowsPerRunMax }),
  },
];
