import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  countSavedSearches,
  findAgentAccount,
  insertSavedSearch,
  lockSaving,
} from "../../db/queries/saved-searches/saved-searches.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, keepingPrincipal } from "../event/keeper.ts";
import { compileSearch, requireSearch } from "./compile-search.ts";
import { SAVED_SEARCHES_PER_PRINCIPAL_MAX } from "./limits.ts";
import { viewSavedSearch } from "./saved-search-view.ts";
import type { SavedSearchBody, SavedSearchView } from "./schemas.ts";

/**
 * Saves a search: its holder is notified of matches that go on sale from now on. Errors:
 * invalid_request (also for parameters that the search itself would refuse), limit_reached.
 */
export async function createSavedSearch(
  ctx: Context,
  actor: Keeper,
  { name, parameters, mail }: SavedSearchBody,
): Promise<SavedSearchView> {
  const now = ctx.now();
  const compiled = await compileSearch(ctx.db, requireSearch(parameters, now), now);
  const principal = keepingPrincipal(actor);
  return ctx.db.transaction(async (tx) => {
    await lockSaving(tx);
    if ((await countSavedSearches(tx, principal)) >= SAVED_SEARCHES_PER_PRINCIPAL_MAX) {
      const detail = `You have ${SAVED_SEARCHES_PER_PRINCIPAL_MAX} saved searches: delete one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const accountId =
      actor.kind === "agent" ? await findAgentAccount(tx, actor.agentId) : actor.accountId;
    if (accountId === null) throw new Error(`agent ${principal.id} saves without an owner`);
    const values = {
      principalKind: principal.kind,
      principalId: principal.id,
      accountId,
      apiKeyId: actor.kind === "operator" ? actor.apiKeyId : null,
      name,
      parameters,
      words: compiled.words,
      filters: compiled.filters,
      compiledAt: now,
      mail,
      createdAt: now,
      updatedAt: now,
    };
    const search = await insertSavedSearch(tx, values, compiled.terms);
    const subject = { subjectKind: "saved_search", subjectId: search.id } as const;
    const entry = { actor, action: "saved_search.created", ...subject, detail: { name } };
    await writeAudit(tx, entry, now);
    return viewSavedSearch(ctx, search);
  });
}
