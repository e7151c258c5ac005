import type { AdminActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import { isAdministrator } from "./rules.ts";

/**
 * The signed-in person as an administrator: their address, verified by the provider, is in
 * `ADMIN_EMAILS`. Errors: not_an_administrator.
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
