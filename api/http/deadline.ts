/** Gives every call a deadline and an answer, even if a dependency hangs. */
import type { InterruptedCall } from "../../market/database-refusal.ts";
import { EVENT_WAIT_SECONDS_MAX } from "../../market/event/limits.ts";
import { LISTING_WAIT_SECONDS_MAX } from "../../market/listing/limits.ts";

type DeadlineConfig = { ANSWER_READ_MS_MAX: number; ANSWER_WRITE_MS_MAX: number };

/**
 * Signed URLs and the listing's file form carry whole files; stalled transfers are ended elsewhere.
 */
const withoutDeadline = /^\/storage\/|^\/account\/listings\/[^/]+\/file$/;
/** Reads that call the identity or the payment provider, which have their own limits. */
const asksOthers = /^\/auth\/|^\/account\/(payment-methods|sales)(\/|$)/;
const waitSecondsMax = Math.max(EVENT_WAIT_SECONDS_MAX, LISTING_WAIT_SECONDS_MAX);

/** The answer's deadline in milliseconds, plus the wait that the caller requests (`?wait=`). */
export function answerMsMax(request: Request, url: URL, config: DeadlineConfig): number {
  if (withoutDeadline.test(url.pathname)) return Number.POSITIVE_INFINITY;
  if (!isRead(request) || asksOthers.test(url.pathname)) return config.ANSWER_WRITE_MS_MAX;
  const asked = Number(url.searchParams.get("wait") ?? 0);
  const waitSeconds = asked > 0 ? Math.min(asked, waitSecondsMax) : 0;
  return config.ANSWER_READ_MS_MAX + waitSeconds * 1000;
}

/** Returns `late` if `answer` does not resolve within `msMax`. */
export async function answerInTime(
  msMax: number,
  answer: () => Promise<Response>,
  late: () => Response | Promise<Response>,
): Promise<Response> {
  if (!Number.isFinite(msMax)) return answer();
  const { promise, resolve } = Promise.withResolvers<Response>();
  const timer = setTimeout(() => resolve(late()), msMax);
  try {
    return await Promise.race([answer(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function interruptedCall(request: Request): InterruptedCall {
  return { isRead: isRead(request), hasIdempotencyKey: request.headers.has("idempotency-key") };
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
