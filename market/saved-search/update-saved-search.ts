import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  disownMails,
  lockSavedSearch,
  lockSaving,
  replaceTerms,
  type SavedSearchChange,
  type SavedSearchRow,
  updateSavedSearch as writeSavedSearch,
} from "../../db/queries/saved-searches/saved-searches.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import type { Precondition } from "../precondition.ts";
import { type CompiledSearch, compileSearch, requireSearch } from "./compile-search.ts";
import { mailDueAt } from "./rules.ts";
import { requireSavedSearch, viewSavedSearch } from "./saved-search-view.ts";
import type { SavedSearchPatch, SavedSearchView } from "./schemas.ts";

/**
 * Changes the given fields. New parameters apply from now on, and end a pause by the marketplace;
 * `paused: false` ends any pause.
 * Errors: saved_search_not_found, held_by_another_key, precondition_failed, invalid_request (also for
 * parameters that the search itself would refuse).
 */
export async function updateSavedSearch(
  ctx: Context,
  actor: Keeper,
  searchId: string,
  patch: SavedSearchPatch,
  precondition?: Precondition,
): Promise<SavedSearchView> {
  const { parameters } = patch;
  const now = ctx.now();
  const compiled =
    parameters === undefined
      ? null
      : await compileSearch(ctx.db, requireSearch(parameters, now), now);
  return ctx.db.transaction(async (tx) => {
    if (compiled !== null) await lockSaving(tx);
    const search = await lockSavedSearch(tx, scopeOf(actor), searchId);
    requireSavedSearch(search);
    await requireHoldingKey(tx, actor, { holdingKeyId: search.apiKeyId, now });
    precondition?.(viewSavedSearch(ctx, search));
    // Check stored parameters by today's rules: an invalid search cannot be resumed.
    if (patch.paused === false && compiled === null) requireSearch(search.parameters, now);
    const changed = await writeSavedSearch(
      tx,
      searchId,
      changeOf(search, { patch, compiled, now }),
    );
    if (compiled !== null) await replaceTerms(tx, searchId, compiled.terms);
    if (changed.mail === "none") await disownMails(tx, [searchId]);
    const subject = { subjectKind: "saved_search", subjectId: searchId } as const;
    const detail = { name: changed.name, fields: Object.keys(patch) };
    await writeAudit(tx, { actor, action: "saved_search.updated", ...subject, detail }, now);
    return viewSavedSearch(ctx, changed);
  });
}

const running = { pausedAt: null, pausedReason: null, pausedDetail: null };

type SavedSearchUpdate = { patch: SavedSearchPatch; compiled: CompiledSearch | null; now: Date };

function changeOf(
  search: SavedSearchRow,
  { patch, compiled, now }: SavedSearchUpdate,
): SavedSearchChange {
  const { name = search.name, mail = search.mail, paused } = patch;
  const change: SavedSearchChange = { name, mail, updatedAt: now };
  if (mail !== search.mail) change.mailDueAt = search.mailDueAt && mailDueAt(mail, now);
  if (compiled !== null) {
    const { words, filters } = compiled;
    Object.assign(change, { parameters: patch.parameters, words, filters, compiledAt: now });
  }
  if (paused === true && search.pausedAt === null) {
    return { ...change, pausedAt: now, pausedReason: "by_request", pausedDetail: null };
  }
  const isMended = compiled !== null && search.pausedReason !== "by_request";
  return paused === false || (isMended && paused === undefined)
    ? { ...change, ...running }
    : change;
}
