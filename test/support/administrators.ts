import { v7 } from "uuid";
import type { AdminActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { signInAccount } from "../../market/account/sign-in-account.ts";
import { requireAdministrator } from "../../market/administration/require-administrator.ts";
import type { TestApi } from "./api.ts";

export const adminEmail = "admin@example.com";

export async function signedIn(api: TestApi, email: string): Promise<OwnerActor> {
  const claims = { issuer: "https://identity.test", subject: v7(), email, emailVerified: true };
  return signInAccount(api.ctx, claims);
}

/** Requires an API opened with `ADMIN_EMAILS: adminEmail`. */
export async function administrator(api: TestApi): Promise<AdminActor> {
  return requireAdministrator(api.config, await signedIn(api, adminEmail));
}
