/** Calls the API over HTTP with kept-alive connections, time limits, and safe retries. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { presentedAtHeader, presentedInHeader } from "../market/discovery/authorization-server.ts";
import { currentTraceparent } from "../platform/telemetry/tracing.ts";
import { type Occasion, ownProblem, type Problem, ProblemError } from "./problem.ts";

const TRIES_MAX = 3;
const RETRY_PAUSE_MS = 150;
const RETRY_PAUSE_MS_MAX = 2000;
/** For all tries of a call together; MCP clients wait 60 seconds by default. */
const CALL_MS_MAX = 50_000;
/** Retries only faster failures: the API may be restarting. A slow one would be slow again. */
const RETRY_AFTER_MS_MAX = 2000;
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

const retriedMethods = new Set(["GET", "POST"]);
const retriedStatuses = new Set([502, 503, 504]);

/** The parts of an operation that the API client needs; the contracts' operations have them. */
export type Operation<Answer extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters as `{id}`. */
  path: string;
  answer: Answer;
  /** Longer for operations where the API itself waits. */
  tryMsMax: number;
};

/** The caller's identity, as the API needs it. */
export type Caller = {
  /** The `Authorization` header, or null. */
  authorization: string | null;
  /** The `DPoP` header of the request, and that request's secret name; only over HTTP. */
  dpop?: { proof: string; use: string } | null;
  /** The client's address, for rate limits; null if unknown. */
  address: string | null;
  /** Null: each call gets a new id. */
  requestId: string | null;
  traceparent: string | null;
  /**
   * The side as which a connection that can buy and sell acts where both may; null: as the buyer.
   */
  actAs: "seller" | null;
  /** The caller's own key for this call: a repeat with the same key has no second effect. */
  idempotencyKey: string | null;
};

export type CallInput = {
  /** Replaces `{name}` in the path. */
  params?: Record<string, string>;
  /** A list becomes a parameter that is repeated for each value. */
  query?: Record<string, string | number | boolean | string[] | undefined>;
  body?: unknown;
  /** The credentials to send; public reads send none. */
  authorization?: string | null;
  /** The key for a second POST of one call; the caller's own key belongs to the first. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
};

export type ApiClient = {
  /** Resolves with the answer's body. Throws {@link ProblemError} for every refusal and failure. */
  call<Answer extends z.ZodType>(
    operation: Operation<Answer>,
    caller: Caller,
    input: CallInput,
  ): Promise<z.output<Answer>>;
  /** Rejects if the API does not report that it is ready. */
  ping(): Promise<void>;
};

export type ApiClientOptions = {
  /** Without a trailing slash. */
  baseUrl: string;
  /** The address of the marketplace's pages, without a trailing slash. */
  siteUrl: string;
  /** The API's number of trusted proxies, by which it finds the client's address. */
  trustedProxyHops: number;
  /**
   * The address of this MCP endpoint, for which access tokens are issued. A local client has none.
   */
  presentedAt?: string;
};

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, siteUrl } = options;
  return {
    async call<Answer extends z.ZodType>(
      operation: Operation<Answer>,
      caller: Caller,
      input: CallInput,
    ) {
      const url = baseUrl + targetOf(operation.path, input);
      const requestId = caller.requestId ?? randomUUID();
      const headers = headersOf(operation, { ...caller, requestId }, input, options);
      const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
      const init = { method: operation.method, headers, ...body };
      const occasion = { siteUrl, instance: operation.path, requestId };
      const { signal } = input;
      const answer = await callWithRetries({ url, init, operation, occasion, signal });
      return answer as z.output<Answer>;
    },
    async ping() {
      const answer = await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(2500) });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the API answered ${answer.status}`);
    },
  };
}

/** Refusals that a caller with a part in the dataset may not get. */
const notPublic = new Set(["dataset_not_found", "sample_not_available"]);

/** Refusals that hide from callers whether somebody else's listing exists. */
const notTheirOwn = new Set(["listing_not_found", "agent_not_verified"]);

/**
 * Asks without credentials first. If the dataset is not public, asks again with the caller's key,
 * which also shows bought datasets and, by `ofSeller`, the caller's own listings and drafts.
 * `isOwn`: the answer needed the key. Throws as {@link ApiClient.call} does.
 */
export async function callPublic<Answer extends z.ZodType>(
  api: ApiClient,
  operation: Operation<Answer>,
  caller: Caller,
  input: CallInput,
  ofSeller: Operation<Answer> | null = null,
): Promise<{ answer: z.output<Answer>; isOwn: boolean }> {
  try {
    const answer = await api.call(operation, caller, { ...input, authorization: null });
    return { answer, isOwn: false };
  } catch (error) {
    if (!isNotPublic(error) || !input.authorization) throw error;
    const answer = await callOwn(api, operation, caller, input, ofSeller);
    return { answer, isOwn: true };
  }
}

async function callOwn<Answer extends z.ZodType>(
  api: ApiClient,
  operation: Operation<Answer>,
  caller: Caller,
  input: CallInput,
  ofSeller: Operation<Answer> | null,
): Promise<z.output<Answer>> {
  try {
    return await api.call(operation, caller, input);
  } catch (error) {
    if (!isNotPublic(error) || ofSeller === null) throw error;
    return await api.call(ofSeller, { ...caller, actAs: "seller" }, input).catch((refused) => {
      throw refused instanceof ProblemError && isNotTheirs(refused.problem) ? error : refused;
    });
  }
}

function isNotPublic(error: unknown): boolean {
  return error instanceof ProblemError && notPublic.has(error.problem.code);
}

function isNotTheirs({ code, status }: Problem): boolean {
  return notTheirOwn.has(code) || status === 401 || status === 403;
}

function targetOf(path: string, { params = {}, query }: CallInput): string {
  const filled = Object.entries(params).reduce(
    (filling, [name, value]) => filling.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}

function headersOf(
  operation: Operation,
  caller: Caller & { requestId: string },
  input: CallInput,
  { trustedProxyHops, presentedAt }: ApiClientOptions,
): Headers {
  const headers = new Headers({
    accept: "application/json",
    // The API is close by: compressing would cost more time than it saves.
    "accept-encoding": "identity",
    "x-request-id": caller.requestId,
  });
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (input.authorization) headers.set("authorization", input.authorization);
  if (input.authorization && caller.actAs !== null) headers.set("act-as", caller.actAs);
  if (input.authorization && caller.dpop) {
    headers.set("dpop", caller.dpop.proof);
    headers.set(presentedInHeader, caller.dpop.use);
  }
  if (presentedAt !== undefined) headers.set(presentedAtHeader, presentedAt);
  const traceparent = currentTraceparent() ?? caller.traceparent;
  if (traceparent !== null) headers.set("traceparent", traceparent);
  if (operation.method === "POST") {
    const key = input.idempotencyKey ?? caller.idempotencyKey ?? randomUUID();
    headers.set("idempotency-key", key);
  }
  if (caller.address !== null && trustedProxyHops > 0) {
    // The API counts its trusted proxies from the right; here this process stands for all of them.
    const hops = Array.from({ length: trustedProxyHops }, () => caller.address);
    headers.set("x-forwarded-for", hops.join(", "));
  }
  return headers;
}

type Attempt = {
  url: string;
  init: RequestInit;
  operation: Operation;
  occasion: Occasion;
  signal: AbortSignal | undefined;
};

type Outcome =
  | { kind: "answer"; body: unknown }
  | { kind: "refusal"; problem: Problem; mayRetry: boolean };

/** Retries GETs, which have no effect, and POSTs, which their key makes idempotent. */
async function callWithRetries(attempt: Attempt): Promise<unknown> {
  const startedAt = performance.now();
  const deadline = startedAt + CALL_MS_MAX;
  const isSafe = retriedMethods.has(attempt.operation.method);
  for (let tries = 1; ; tries += 1) {
    const outcome = await callOnce(attempt, deadline - performance.now());
    if (outcome.kind === "answer") return outcome.body;
    const isSlow =
      isOverload(outcome.problem) && performance.now() - startedAt > RETRY_AFTER_MS_MAX;
    const pauseMs = pauseBefore(tries, outcome.problem);
    const hasTime = performance.now() + pauseMs < deadline;
    const hasHungUp = attempt.signal?.aborted === true;
    if (!isSafe || isSlow || !outcome.mayRetry || tries === TRIES_MAX || !hasTime || hasHungUp) {
      throw new ProblemError(outcome.problem);
    }
    await pause(pauseMs);
  }
}

/** Problems that the API returns within seconds when its database does not respond. */
function isOverload({ code }: Problem): boolean {
  return code === "database_unavailable" || code === "answer_overdue";
}

function pauseBefore(tries: number, problem: Problem): number {
  const wishedMs = (problem.retry_after ?? 0) * 1000;
  return Math.min(RETRY_PAUSE_MS_MAX, Math.max(wishedMs, RETRY_PAUSE_MS * 2 ** (tries - 1)));
}

async function callOnce(attempt: Attempt, msLeft: number): Promise<Outcome> {
  const { url, init, operation, occasion, signal } = attempt;
  const limit = AbortSignal.timeout(Math.max(1, Math.min(operation.tryMsMax, msLeft)));
  const both = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: both });
    const text = await readText(response);
    if (response.ok) return { kind: "answer", body: JSON.parse(text) };
    return refusalOf(response, text, occasion);
  } catch (error) {
    if (signal?.aborted) throw error;
    const why = limit.aborted ? "in time" : "at all";
    const doubt =
      operation.method === "GET"
        ? ""
        : " Whether it had an effect is not known: look before again.";
    const detail = `The API did not answer ${why}.${doubt}`;
    const problem = ownProblem(occasion, "api_unavailable", detail);
    return { kind: "refusal", problem, mayRetry: true };
  }
}

async function readText(response: Response): Promise<string> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  if (announced > ANSWER_BYTES_MAX) throw new Error(`an answer of ${announced} bytes`);
  return response.text();
}

function refusalOf(response: Response, text: string, occasion: Occasion): Outcome {
  const problem = readProblem(text);
  if (problem === null) {
    const why = `The API answered ${response.status} without a problem document.`;
    const mayRetry = retriedStatuses.has(response.status);
    return { kind: "refusal", problem: ownProblem(occasion, "api_unavailable", why), mayRetry };
  }
  const isRunning = problem.code === "idempotency_in_progress";
  return {
    kind: "refusal",
    problem,
    mayRetry: isRunning || retriedStatuses.has(response.status),
  };
}

function readProblem(text: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return null;
    return "code" in parsed && "detail" in parsed ? (parsed as Problem) : null;
  } catch {
    return null;
  }
}
