/** The account of a person who has signed in. */
import { upsertAccount } from "../../db/queries/accounts/accounts.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";

/** What the identity provider vouches for; `email` is case-folded. */
export type SignInClaims = {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
};

/** The human behind a valid sign-in; the first one makes the account. */
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
