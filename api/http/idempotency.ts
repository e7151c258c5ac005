/**
 * `Idempotency-Key`: a caller's request with the same key, address and body gets the same answer.
 */
import { createHash } from "node:crypto";
import {
  findAnswer,
  storeAnswer,
  tryLockIdempotencyKey,
} from "../../db/queries/journal/idempotency.ts";
import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { IDEMPOTENCY_KEY_CHARS_MAX, IDEMPOTENCY_TTL_HOURS } from "../../market/limits.ts";
import { refusalDocument } from "../../market/problem/document.ts";
import { problems } from "../../market/problem/problems.ts";
import { hourSeconds } from "../../platform/time.ts";
import { problemResponse } from "./problem.ts";
import { requestState } from "./request-state.ts";

const keyPattern = /^[\x21-\x7e]+$/;

/** Statuses that are not stored, because a later repeat may succeed. */
const passingStatuses = new Set([401, 409, 429]);

/** The `caller` of a {@link Call} by an operator's key or an agent. */
export function callerOf(actor: OperatorActor | AgentActor): string {
  return actor.kind === "operator" ? `operator:${actor.apiKeyId}` : `agent:${actor.agentId}`;
}

export type Call<T> = {
  request: Request;
  /** Keys of different callers never collide; keys of one caller are shared by all its calls. */
  caller: string;
  /** A shorter key is ignored. */
  keyCharsMin?: number;
  /** The validated input; a repeat must have the same. */
  input: unknown;
  status: number;
  run: (ctx: Context) => Promise<T>;
  /** Makes the answer's body from the result of `run`, or from the restored result. */
  view: (result: T) => unknown;
  /** The path of the created object, for a 201 without `links.self`. */
  location?: (body: unknown) => string;
  /**
   * Converts the result for storage if the body must not be stored (tokens); `restore` reverts it.
   */
  store?: (result: T) => unknown;
  restore?: (ctx: Context, stored: unknown) => Promise<T>;
  ttlSeconds?: number;
};

/** Runs the call in one transaction with its key, or replays the first answer. */
export async function idempotently<T>(ctx: Context, call: Call<T>): Promise<Response> {
  const key = readKey(call.request);
  if (key === null || key.length < (call.keyCharsMin ?? 1))
    return good(call, await call.view(await call.run(ctx)));
  const scope = call.caller;
  const requestHash = hashRequest(call);
  return ctx.db.transaction(async (tx) => {
    const inner = { ...ctx, db: tx };
    if (!(await tryLockIdempotencyKey(tx, scope, key))) {
      throw new MarketError("idempotency_in_progress", "Ask again in a moment.", {
        retryAfterSeconds: 1,
      });
    }
    const now = ctx.now();
    const first = await findAnswer(tx, scope, key, now);
    if (first !== null && first.requestHash !== requestHash) {
      throw new MarketError("idempotency_key_reused", "Use a new key for another request.");
    }
    if (first !== null) return replay(inner, call, first);
    const outcome = await attempt(inner, call);
    const ttlMs = (call.ttlSeconds ?? IDEMPOTENCY_TTL_HOURS * hourSeconds) * 1000;
    const expiresAt = new Date(now.getTime() + ttlMs);
    const { status, stored: body } = outcome;
    await storeAnswer(tx, { scope, key, requestHash, status, body, createdAt: now, expiresAt });
    return outcome.response;
  });
}

/** The path is part of the hash, because a key belongs to one request. */
function hashRequest({ request, input }: Pick<Call<unknown>, "request" | "input">): string {
  const { pathname } = requestState(request).url;
  const text = `${request.method} ${pathname}\n${JSON.stringify(input)}`;
  return createHash("sha256").update(text).digest("hex");
}

function readKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length <= IDEMPOTENCY_KEY_CHARS_MAX && keyPattern.test(key)) return key;
  throw new MarketError(
    "invalid_request",
    `Idempotency-Key takes 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} visible ASCII characters.`,
  );
}

type Outcome = { status: number; stored: unknown; response: Response };

/** A refusal rolls back the effect (savepoint) and is stored as the answer. */
async function attempt<T>(ctx: Context, call: Call<T>): Promise<Outcome> {
  try {
    const result = await ctx.db.transaction((tx) => call.run({ ...ctx, db: tx }));
    const body = await call.view(result);
    const stored = call.store === undefined ? body : call.store(result);
    return { status: call.status, stored, response: good(call, body) };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    const { status } = problems[error.code];
    if (status >= 500 || passingStatuses.has(status)) throw error;
    const { url, requestId } = requestState(call.request);
    const document = refusalDocument(ctx.config.PUBLIC_BASE_URL, error, {
      instance: url.pathname,
      requestId,
    });
    return { status, stored: document, response: problemResponse(document) };
  }
}

async function replay<T>(
  ctx: Context,
  call: Call<T>,
  first: { status: number; body: unknown },
): Promise<Response> {
  const response =
    first.status >= 400
      ? problemResponse(first.body as Parameters<typeof problemResponse>[0])
      : good(call, await restoredBody(ctx, call, first.body));
  response.headers.set("idempotent-replayed", "true");
  return response;
}

async function restoredBody<T>(ctx: Context, call: Call<T>, stored: unknown): Promise<unknown> {
  if (call.restore === undefined) return stored;
  return call.view(await call.restore(ctx, stored));
}

function good<T>(call: Call<T>, body: unknown): Response {
  const response = json(call.status, body);
  if (call.location !== undefined) response.headers.set("location", call.location(body));
  return response;
}

/** The created object's `links.self` becomes the 201's `Location` (RFC 9110 §15.3.2). */
export function json(status: number, body: unknown): Response {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  const location = status === 201 ? selfLink(body) : undefined;
  if (location !== undefined) headers.location = location;
  return Response.json(body, { status, headers });
}

function selfLink(body: unknown): string | undefined {
  return (body as { links?: { self?: string } }).links?.self;
}
