/**
 * Runs a form that creates something only once. A second click or a reloaded answer carries the
 * first post's token and is redirected to the first post's result.
 */
import { createHash } from "node:crypto";
import {
  findAnswer,
  lockIdempotencyKey,
  storeAnswer,
} from "../../db/queries/journal/idempotency.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { AgentTokens } from "../../market/agent/agent-token.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { IDEMPOTENCY_TTL_HOURS } from "../../market/limits.ts";
import { hourSeconds } from "../../platform/time.ts";
import { redirectTo } from "../kit/respond.ts";
import { type AccountUseCases, accountUseCases } from "./use-cases.ts";

/** The format that `OwnForm` writes: 16 random bytes, or the 36 characters of a UUID. */
const tokenPattern = /^[\w-]{22,64}$/;

type PostedForm = { owner: OwnerActor; path: string; form: URLSearchParams };
export type Once<UseCases> = (
  posted: PostedForm,
  act: (useCases: UseCases) => Promise<Response>,
) => Promise<Response>;
export type ActOnce = Once<AccountUseCases>;

export function openActOnce(ctx: Context, tokens: AgentTokens): ActOnce {
  return openOnce(ctx, (inner) => accountUseCases(inner, tokens));
}

/**
 * Runs `act` and stores its redirect, in one transaction. A repeat within a day is redirected to
 * the same place. A form that comes back with errors has changed nothing and is not stored. Throws
 * `invalid_request` for a form without a token.
 */
export function openOnce<UseCases>(ctx: Context, bind: (ctx: Context) => UseCases): Once<UseCases> {
  return ({ owner, path, form }, act) => {
    const { key, requestHash } = keyOf(form);
    const scope = `owner ${owner.accountId} form ${path}`;
    return ctx.db.transaction(async (tx) => {
      await lockIdempotencyKey(tx, scope, key);
      const createdAt = ctx.now();
      const first = await findAnswer(tx, scope, key, createdAt);
      if (first !== null) return redirectTo(String(first.body));
      const response = await act(bind({ ...ctx, db: tx }));
      const body = response.headers.get("location");
      if (body === null) return response;
      const expiresAt = new Date(createdAt.getTime() + IDEMPOTENCY_TTL_HOURS * hourSeconds * 1000);
      const { status } = response;
      await storeAnswer(tx, { scope, key, requestHash, status, body, createdAt, expiresAt });
      return response;
    });
  };
}

/** The key covers the input, because a person who goes back and changes it wants a new result. */
function keyOf(form: URLSearchParams): { key: string; requestHash: string } {
  const token = form.get("once") ?? "";
  if (!tokenPattern.test(token)) {
    throw new MarketError("invalid_request", "Reload the page and use its button.");
  }
  const requestHash = createHash("sha256").update(form.toString()).digest("hex");
  return { key: `${token} ${requestHash}`, requestHash };
}
