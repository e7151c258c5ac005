/** An administrator, and sellers whose ids are known. */
import { v7 } from "uuid";
import { signInAccount } from "../../../market/account/sign-in-account.ts";
import { requireAdministrator } from "../../../market/administration/require-administrator.ts";
import type { AdminActor, OwnerActor } from "../../../market/context.ts";
import { findSeller } from "../operators/support.ts";
import { type TestApi, verifiedAgent } from "../support.ts";

export const adminEmail = "admin@example.com";

export async function signedIn(api: TestApi, email: string): Promise<OwnerActor> {
  const claims = { issuer: "https://identity.test", subject: v7(), email, emailVerified: true };
  return signInAccount(api.ctx, claims);
}

/** Of an API that was opened with `ADMIN_EMAILS: adminEmail`. */
export async function administrator(api: TestApi): Promise<AdminActor> {
  return requireAdministrator(api.config, await signedIn(api, adminEmail));
}

export type SellerAgent = { token: string; agentId: string; owner: OwnerActor };

/** A verified agent, with its owner as the account that approved it. */
export async function sellerAgent(api: TestApi): Promise<SellerAgent> {
  const { token, email } = await verifiedAgent(api);
  return { token, ...(await findSeller(api, email)) };
}
