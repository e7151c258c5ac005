import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  deleteSavedSearch as deleteRow,
  lockSavedSearch,
} from "../../db/queries/saved-searches/saved-searches.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { requireSavedSearch } from "./saved-search-view.ts";

/**
 * Deletes it with its matches; nothing more is reported or mailed. Errors: saved_search_not_found,
 * held_by_another_key.
 */
export async function deleteSavedSearch(
  ctx: Context,
  actor: Keeper,
  searchId: string,
): Promise<{ id: string; deleted: true }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const search = await lockSavedSearch(tx, scopeOf(actor), searchId);
    requireSavedSearch(search);
    await requireHoldingKey(tx, actor, { holdingKeyId: search.apiKeyId, now });
    await deleteRow(tx, searchId);
    const subject = { subjectKind: "saved_search", subjectId: searchId } as const;
    const detail = { name: search.name };
    await writeAudit(tx, { actor, action: "saved_search.deleted", ...subject, detail }, now);
    return { id: searchId, deleted: true };
  });
}
