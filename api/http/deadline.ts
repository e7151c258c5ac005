/** No call waits without end: each has its time, and then an answer, whatever hangs behind it. */
import type { InterruptedCall } from "../../market/database-refusal.ts";
import { EVENT_WAIT_SECONDS_MAX } from "../../market/event/limits.ts";
import { LISTING_WAIT_SECONDS_MAX } from "../../market/listing/limits.ts";

type DeadlineConfig = { ANSWER_READ_MS_MAX: number; ANSWER_WRITE_MS_MAX: number };

/** Signed URLs, and the form of a listing's file, carry whole files: what stands still is ended. */
const withoutDeadline = /^\/storage\/|^\/account\/listings\/[^/]+\/file$/;
/** Reads that ask the identity or the payment provider, which have limits of their own. */
const asksOthers = /^\/auth\/|^\/account\/(payment-methods|sales)(\/|$)/;
const waitSecondsMax = Math.max(EVENT_WAIT_SECONDS_MAX, LISTING_WAIT_SECONDS_MAX);

/** How long the answer may take, in milliseconds; a wait that was asked for (`?wait=`) is added. */
export function answerMsMax(request: Request, url: URL, config: DeadlineConfig): number {
  if (withoutDeadline.test(url.pathname)) return Number.POSITIVE_INFINITY;
  if (!isRead(request) || asksOthers.test(url.pathname)) return config.ANSWER_WRITE_MS_MAX;
  const asked = Number(url.searchParams.get("wait") ?? 0);
  const waitSeconds = asked > 0 ? Math.min(asked, waitSecondsMax) : 0;
  return config.ANSWER_READ_MS_MAX + waitSeconds * 1000;
}

/** `late` is asked for the answer when `answer` has none after `msMax`. */
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
