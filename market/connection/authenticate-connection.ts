import {
  type ConnectionActors,
  findConnectionByGrant,
  recordConnectionUse,
} from "../../db/queries/connections/connections.ts";
import { findAccessToken } from "../../db/queries/oauth/access-tokens.ts";
import { minuteMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { oauthIdHash } from "./access-token.ts";
import { type Presented, requireProof } from "./require-proof.ts";
import { connectionRefusal, scopesInForce } from "./rules.ts";

const useNotedEveryMs = minuteMs;

/**
 * The connection of an access token presented at a resource, like {@link authenticateConnection} but in one
 * query with the token. Errors: those, token_expired and token_invalid of the token itself, the
 * latter also for another resource's token, and those of {@link requireProof}.
 */
export async function authenticateAccessToken(
  ctx: Context,
  token: string,
  presented: Presented,
): Promise<ConnectionActors> {
  const found = await findAccessToken(ctx.db, oauthIdHash(token));
  if (found === null) {
    throw new MarketError("token_invalid", "This access token is unknown or no longer valid.");
  }
  if (found.expiresAt <= ctx.now()) {
    throw new MarketError("token_expired", "Get a new one with the refresh token.");
  }
  if (found.audience !== presented.at) {
    throw new MarketError("token_invalid", `This access token is for ${found.audience}.`);
  }
  await requireProof(ctx, { token, jkt: found.jkt }, presented);
  return admit(ctx, found.actors);
}

/**
 * The connection of a valid token's grant, checked against its rows on every call, with its active key and
 * agent; `connection.scopes` are its current scopes. One query, and one write a minute.
 * Errors: token_invalid, token_revoked, token_expired, account_suspended.
 */
export async function authenticateConnection(
  ctx: Context,
  grantId: string,
): Promise<ConnectionActors> {
  return admit(ctx, await findConnectionByGrant(ctx.db, grantId));
}

async function admit(ctx: Context, found: ConnectionActors | null): Promise<ConnectionActors> {
  const now = ctx.now();
  if (found === null) throw new MarketError("token_invalid", "The consent was not completed.");
  const { connection, key, agent, account } = found;
  throwRefusals([connectionRefusal(connection, account, now)]);
  await noteUse(ctx, connection, now);
  const scopes = scopesInForce(found, now);
  const acts = {
    key: scopes.some((scope) => scope !== "sell") ? key : null,
    agent: scopes.includes("sell") ? agent : null,
  };
  if (scopes.length > 0) return { connection: { ...connection, scopes }, ...acts, account };
  throw new MarketError(
    "token_revoked",
    "The owner has removed all of this connection's permissions.",
  );
}

/** At most once a minute, so that a busy client does not rewrite its row constantly. */
async function noteUse(
  ctx: Context,
  connection: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const staleBefore = new Date(now.getTime() - useNotedEveryMs);
  if (connection.lastUsedAt !== null && connection.lastUsedAt >= staleBefore) return;
  await recordConnectionUse(ctx.db, connection.id, { now, staleBefore });
}
