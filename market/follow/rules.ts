/** When mails about news of followed sellers and datasets are due. Pure. */
import { dayMs } from "../../platform/time.ts";

/** The UTC hour from which the mails of all accounts are sent. */
const mailHour = 8;

/** When the mail about news of this instant is due. */
export function followMailDueAt(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(mailHour, 0, 0, 0);
  return today > now ? today : new Date(today.getTime() + dayMs);
}

/** The beginning of the UTC day, in which an account gets at most one mail. */
export function mailDayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}
