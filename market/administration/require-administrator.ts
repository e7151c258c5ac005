/** Who is an administrator. */
import type { AdminActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import { isAdministrator } from "./rules.ts";

/**
 * The signed-in person as an administrator: one of `ADMIN_EMAILS`, by an address that the provider
 * has verified. Errors: not_an_administrator.
 */
export function requireAdministrator(
  config: { ADMIN_EMAILS: readonly string[] },
  owner: OwnerActor,
): AdminActor {
  if (isAdministrator(config.ADMIN_EMAILS, owner)) {
    return { kind: "admin", accountId: owner.accountId, email: owner.email };
  }
  throw new MarketError("not_an_administrator", "Your address is not one of ADMIN_EMAILS.");
}
