/** A person's browser sessions. */
import { findAccount } from "../../../db/queries/accounts/accounts.ts";
import {
  deleteOldestSessions,
  deleteOtherSessions,
  deleteSession,
  findSession,
  insertSession,
  listSessions,
  recordSessionUse,
  type SessionRow,
} from "../../../db/queries/accounts/sessions.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { SESSION_TTL_SECONDS } from "../../../platform/session.ts";
import { minuteSeconds } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { SESSIONS_PER_ACCOUNT_MAX } from "../limits.ts";
import { deviceName } from "./device-name.ts";

const seenAnewAfterMs = 5 * minuteSeconds * 1000;

type SessionOf = { accountId: string; sessionId: string };

/** Begins a session and returns its id. Beyond the limit, it replaces the one unused for longest. */
export async function beginSession(
  ctx: Context,
  accountId: string,
  userAgent: string | null,
): Promise<string> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + SESSION_TTL_SECONDS * 1000);
  const device = deviceName(userAgent);
  return ctx.db.transaction(async (tx) => {
    const row = { accountId, device, createdAt: now, lastSeenAt: now, expiresAt };
    const { id } = await insertSession(tx, row);
    // The insert waited for a concurrent closing of the account.
    const account = await findAccount(tx, accountId);
    if (account?.closedAt !== null) throw new MarketError("account_closed", "Sign in once more.");
    await deleteOldestSessions(tx, accountId, SESSIONS_PER_ACCOUNT_MAX);
    return id;
  });
}

/** False once the session has ended: by sign-out, from another device, or by expiry. */
export async function isSessionLive(ctx: Context, session: SessionOf): Promise<boolean> {
  const now = ctx.now();
  const own = { accountId: session.accountId, sessionId: session.sessionId };
  const found = await findSession(ctx.db, own, now);
  if (found === null) return false;
  if (now.getTime() - found.lastSeenAt.getTime() > seenAnewAfterMs) {
    await recordSessionUse(ctx.db, own, now);
  }
  return true;
}

/** The account's live sessions, last seen first. */
export async function listOwnSessions(ctx: Context, owner: OwnerActor): Promise<SessionRow[]> {
  return listSessions(ctx.db, owner.accountId, ctx.now());
}

/** Ends a session of the account; an ended or another account's session changes nothing. */
export async function endSession(
  ctx: Context,
  owner: OwnerActor,
  sessionId: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const ended = await deleteSession(tx, { accountId: owner.accountId, sessionId });
    if (ended === null) return;
    const subject = { subjectKind: "account", subjectId: owner.accountId } as const;
    const detail = { device: ended.device };
    const entry = { actor: owner, action: "account.signed_out", ...subject, detail };
    await writeAudit(tx, entry, ctx.now());
  });
}

/** Ends all sessions of the account except one. */
export async function endOtherSessions(
  ctx: Context,
  owner: OwnerActor,
  sessionId: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const count = await deleteOtherSessions(tx, { accountId: owner.accountId, sessionId });
    if (count === 0) return;
    const subject = { subjectKind: "account", subjectId: owner.accountId } as const;
    const detail = { sessions: count };
    const entry = { actor: owner, action: "account.signed_out_elsewhere", ...subject, detail };
    await writeAudit(tx, entry, ctx.now());
  });
}
