import { upsertAccount } from "../../db/queries/accounts/accounts.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";

/** Claims that the identity provider has verified; `email` is case-folded. */
export type SignInClaims = {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
};

/** The human of a valid sign-in; their first one creates the account. */
export async function signInAccount(ctx: Context, claims: SignInClaims): Promise<OwnerActor> {
  const now = ctx.now();
  const accountId = await upsertAccount(ctx.db, { ...claims, createdAt: now, lastSeenAt: now });
  return {
    kind: "owner",
    accountId,
    email: claims.email,
    emailVerified: claims.emailVerified,
  };
}
