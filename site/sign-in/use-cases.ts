import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { beginSession, endSession } from "../../market/account/session/sessions.ts";
import { type SignInClaims, signInAccount } from "../../market/account/sign-in-account.ts";
import type { Context } from "../../market/context.ts";
import { findDueTerms } from "../../market/terms/accept-terms.ts";

export function signInUseCases(ctx: Context) {
  return {
    /** Creates the account at the first sign-in. */
    signInAccount: async (claims: SignInClaims): Promise<{ accountId: string }> =>
      signInAccount(ctx, claims),
    findDueTerms: (accountId: string): Promise<string | null> => findDueTerms(ctx, accountId),
    beginSession: (accountId: string, userAgent: string | null): Promise<string> =>
      beginSession(ctx, accountId, userAgent),
    endSession: (owner: OwnerActor, sessionId: string): Promise<void> =>
      endSession(ctx, owner, sessionId),
  };
}
