/** Rules for reports by visitors without an account. Pure. */
import { dayMs, minuteMs } from "../../../platform/time.ts";

/** Confirmed or not. Above the limit, the address gets no more mail. */
export const VISITOR_REPORTS_PER_ADDRESS_MAX = 5;
export const VISITOR_NAME_CHARS_MAX = 100;
export const VISITOR_CONFIRM_DAYS = 7;
/** A repeat within this time sends no second mail. */
const VISITOR_MAIL_PAUSE_MINUTES = 15;
/**
 * The time after the decision for which the report's text and the visitor's address are kept, for
 * appeals and courts.
 */
const REPORT_WORDS_KEPT_DAYS = 365;

export const visitorActor = { kind: "system", name: "visitor" } as const;

type Earlier = { isConfirmed: boolean; createdAt: Date };

/**
 * The effect of another report by the same address. The sender gets the same answer in every case,
 * because anybody can enter any address.
 */
export function visitorReportStep(
  { earlier, waiting }: { earlier: Earlier | null; waiting: number },
  now: Date,
): "insert" | "reword" | "nothing" {
  if (earlier === null) return waiting >= VISITOR_REPORTS_PER_ADDRESS_MAX ? "nothing" : "insert";
  if (earlier.isConfirmed) return "nothing";
  const pauseMs = VISITOR_MAIL_PAUSE_MINUTES * minuteMs;
  return now.getTime() - earlier.createdAt.getTime() < pauseMs ? "nothing" : "reword";
}

/** Unconfirmed reports from before this time are deleted. */
export const unconfirmedBefore = (now: Date) =>
  new Date(now.getTime() - VISITOR_CONFIRM_DAYS * dayMs);

/** Too late to be confirmed, even if it is not deleted yet. */
export const isForgotten = ({ isConfirmed, createdAt }: Earlier, now: Date): boolean =>
  !isConfirmed && createdAt < unconfirmedBefore(now);

/** For decisions before this time, only the decision is kept. */
export const wordsBefore = (now: Date) => new Date(now.getTime() - REPORT_WORDS_KEPT_DAYS * dayMs);
