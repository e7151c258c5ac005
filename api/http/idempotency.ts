/** `Idempotency-Key`: the same key, address and body of a caller get the same answer again. */
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

/** What stays the same when the request is sent again may be stored; these pass by themselves. */
const passingStatuses = new Set([401, 409, 429]);

/** The caller of a {@link Call} that an operator's key or an agent makes. */
export function callerOf(actor: OperatorActor | AgentActor): string {
  return actor.kind === "operator" ? `operator:${actor.apiKeyId}` : `agent:${actor.agentId}`;
}

export type Call<T> = {
  request: Request;
  /** Who asks: keys of different callers never meet, those of one caller always do. */
  caller: string;
  /** A shorter key is none here. */
  keyCharsMin?: number;
  /** The validated input, of which a repeat must have the same. */
  input: unknown;
  status: number;
  run: (ctx: Context) => Promise<T>;
  /** The answer's body; given the result of `run`, or what was restored. */
  view: (result: T) => unknown;
  /** Where a 201 leads that has no `links.self`: the path that shows what was made. */
  location?: (body: unknown) => string;
  /** What is stored, where the body itself must not be (tokens); and the way back. */
  store?: (result: T) => unknown;
  restore?: (ctx: Context, stored: unknown) => Promise<T>;
  ttlSeconds?: number;
};

/** Runs the call in one transaction with its key, or replays the answer of the first one. */
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

/** A key stands for one request: where it went is part of it. */
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

/** A refusal undoes the effect (a savepoint) and is itself the answer to be kept. */
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

/** What was made has its address in `links.self`, which a 201 names as `Location` (RFC 9110 §15.3.2). */
export function json(status: number, body: unknown): Response {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  const location = status === 201 ? selfLink(body) : undefined;
  if (location !== undefined) headers.location = location;
  return Response.json(body, { status, headers });
}

function selfLink(body: unknown): string | undefined {
  return (body as { links?: { self?: string } }).links?.self;
}
