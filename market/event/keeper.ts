/** Who keeps saved searches, follows and collections: whose somebody may see and change. */
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { KeeperScope, Principal } from "../../db/vocabulary/event.ts";
import { type EventReader, principalOf } from "./principal.ts";

/** An operator with its key, a seller agent, or the account's person on the website. */
export type Keeper = EventReader | OwnerActor;

export function scopeOf(actor: Keeper): KeeperScope {
  if (actor.kind === "owner") return { kind: "owner", accountId: actor.accountId };
  return principalOf(actor);
}

/** The keeper of something new: a person keeps it for the account. */
export function keepingPrincipal(actor: Keeper): Principal {
  return actor.kind === "owner" ? { kind: "account", id: actor.accountId } : principalOf(actor);
}
