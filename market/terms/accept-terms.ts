import { findAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { termsDue } from "./rules.ts";

/**
 * Stores the version that the person accepted, and the time; the audit log keeps earlier ones.
 * Accepting the same version again changes nothing. Errors: terms_not_accepted (another version now
 * applies), account_not_found, account_suspended, account_closed.
 */
export async function acceptTerms(
  ctx: Context,
  owner: OwnerActor,
  version: string,
): Promise<{ changed: boolean }> {
  if (version !== ctx.config.TERMS_VERSION) {
    throw new MarketError("terms_not_accepted", "The terms have changed: read them again.");
  }
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    if (account.termsVersion === version) return { changed: false };
    await updateAccount(tx, account.id, { termsVersion: version, termsAcceptedAt: now });
    const subject = { subjectKind: "account", subjectId: account.id } as const;
    const entry = { actor: owner, action: "account.terms_accepted", ...subject };
    await writeAudit(tx, { ...entry, detail: { version } }, now);
    return { changed: true };
  });
}

/** The version that the person still has to accept; null: none. */
export async function findDueTerms(ctx: Context, accountId: string): Promise<string | null> {
  const { TERMS_VERSION } = ctx.config;
  if (TERMS_VERSION === undefined) return null;
  const account = await findAccount(ctx.db, accountId);
  return termsDue(TERMS_VERSION, account);
}
