/** What signing in asks of the service. */
import { type SignInClaims, signInAccount } from "../../market/account/sign-in-account.ts";
import type { Context } from "../../market/context.ts";

export function signInUseCases(ctx: Context) {
  return {
    /** Makes the account at the first sign-in. */
    signInAccount: async (claims: SignInClaims): Promise<{ accountId: string }> =>
      signInAccount(ctx, claims),
  };
}
