/** Recompiles saved searches, because synonyms and rarity change with releases and catalogue. */
import {
  lockOutdatedSearches,
  replaceTerms,
  updateSavedSearch,
} from "../../db/queries/saved-searches/saved-searches.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { compileSearch, readParameters } from "./compile-search.ts";
import { pauseInvalid } from "./pause-search.ts";

/**
 * Recompiles some saved searches, each once a day; pauses those that the search no longer accepts.
 * Returns how many; any number of processes may run it.
 */
export async function recompileSearches(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const before = new Date(now.getTime() - dayMs);
  return ctx.db.transaction(async (tx) => {
    const searches = await lockOutdatedSearches(tx, { before, rowsMax });
    for (const search of searches) {
      const read = readParameters(search.parameters, now);
      const compiled =
        read.kind === "valid"
          ? await compileSearch(tx, read.search, now)
          : { words: null, filters: null, terms: [] };
      const { words, filters, terms } = compiled;
      const change = { words, filters, compiledAt: now };
      const changed = await updateSavedSearch(tx, search.id, change);
      await replaceTerms(tx, search.id, terms);
      const isRunning = search.pausedAt === null;
      if (read.kind === "invalid" && isRunning) await pauseInvalid(tx, changed, now);
    }
    return searches.length;
  });
}
