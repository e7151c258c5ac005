/** The owner of saved searches: whose somebody may see and change. */
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { SearchScope } from "../../db/vocabulary/saved-search.ts";
import { type EventReader, principalOf } from "../event/principal.ts";

/** An operator with its key, a seller agent, or the account's person on the website. */
export type SearchKeeper = EventReader | OwnerActor;

export function scopeOf(actor: SearchKeeper): SearchScope {
  if (actor.kind === "owner") return { kind: "owner", accountId: actor.accountId };
  return principalOf(actor);
}

/** The owner of a newly saved search: a person saves for the account. */
export function savingPrincipal(actor: SearchKeeper): Principal {
  return actor.kind === "owner" ? { kind: "account", id: actor.accountId } : principalOf(actor);
}
