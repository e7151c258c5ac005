/** What holds for reports by who has no account. Pure. */
import { dayMs, minuteMs } from "../../../platform/time.ts";

/** Confirmed or not. Beyond it nothing more is mailed to the address. */
export const VISITOR_REPORTS_PER_ADDRESS_MAX = 5;
export const VISITOR_NAME_CHARS_MAX = 100;
export const VISITOR_CONFIRM_DAYS = 7;
/** A repeat within it sends no other mail. */
const VISITOR_MAIL_PAUSE_MINUTES = 15;
/** So long after the decision its words and a visitor's address are kept: appeals and courts ask for them. */
const REPORT_WORDS_KEPT_DAYS = 365;

/** Nobody is signed in. */
export const visitorActor = { kind: "system", name: "visitor" } as const;

type Earlier = { isConfirmed: boolean; createdAt: Date };

/**
 * What another report of an address comes to. The answer to who sends it is the same in each case, since
 * anybody can type anybody's address.
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

/** Before it, what nobody has confirmed is deleted. */
export const unconfirmedBefore = (now: Date) =>
  new Date(now.getTime() - VISITOR_CONFIRM_DAYS * dayMs);

/** Too late to be confirmed, though it is not deleted yet. */
export const isForgotten = ({ isConfirmed, createdAt }: Earlier, now: Date): boolean =>
  !isConfirmed && createdAt < unconfirmedBefore(now);

/** What was decided before it is forgotten but for the decision. */
export const wordsBefore = (now: Date) => new Date(now.getTime() - REPORT_WORDS_KEPT_DAYS * dayMs);
