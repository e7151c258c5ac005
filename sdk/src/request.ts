/** Requests with time limits, and repeats where a repeat is safe. */
import { ConnectionError, MarketError, type Problem, problemOf } from "./errors.ts";

/** `safe`: a repeat changes nothing more. `key`: the `Idempotency-Key` makes it so. */
type Repeat = "safe" | "key" | "never";

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type Attempts = {
  fetch: Fetch;
  /** The most attempts of one call. */
  triesMax: number;
  /** A longer `Retry-After` is reported instead of waited for. */
  retryWaitMsMax: number;
};

export type OneRequest = {
  repeat: Repeat;
  /** For one attempt. */
  msMax: number;
  signal?: AbortSignal | undefined;
  /** Called for each attempt: tokens and signed addresses expire. */
  make(): Promise<{ url: string; init: RequestInit }> | { url: string; init: RequestInit };
};

const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 8000;
const gatewayStatuses = new Set([502, 503, 504]);

/** The successful answer. Throws {@link MarketError} or {@link ConnectionError}. */
export async function send(attempts: Attempts, request: OneRequest): Promise<Response> {
  const { signal, repeat } = request;
  for (let tried = 1; ; tried++) {
    const { url, init } = await request.make();
    const limit = AbortSignal.timeout(request.msMax);
    let wait: number;
    try {
      const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const answer = await attempts.fetch(url, { ...init, signal: both });
      if (answer.ok) return answer;
      const problem = await problemOf(answer);
      const asked = pauseOf(problem, repeat, tried);
      if (asked === null || tried >= attempts.triesMax || asked > attempts.retryWaitMsMax) {
        throw new MarketError(problem);
      }
      wait = asked;
    } catch (error) {
      if (error instanceof MarketError || signal?.aborted === true) throw error;
      if (repeat === "never" || tried >= attempts.triesMax) throw lost(url, error, limit.aborted);
      wait = backoffMs(tried);
    }
    await pause(wait, signal);
  }
}

/** Milliseconds until the next attempt; null: a repeat would not help, or could act twice. */
function pauseOf(problem: Problem, repeat: Repeat, tried: number): number | null {
  const { status, resolution, retry_after } = problem;
  const wasNotRun = status === 429;
  const mayPass =
    gatewayStatuses.has(status) || (resolution === "retry" && retry_after !== undefined);
  if (!wasNotRun && (repeat === "never" || !mayPass)) return null;
  return retry_after === undefined ? backoffMs(tried) : retry_after * 1000;
}

export const backoffMs = (tried: number): number =>
  Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (tried - 1)) * (0.75 + Math.random() / 2);

function lost(url: string, cause: unknown, isOverdue: boolean): ConnectionError {
  const { origin } = new URL(url);
  const why = isOverdue ? "did not answer in time" : "cannot be reached";
  return new ConnectionError(`${origin} ${why}.`, { cause });
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
