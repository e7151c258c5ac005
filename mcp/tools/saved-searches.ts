import { savedSearches } from "../../market/saved-search/contract.ts";
import { type SavedSearchView, savedSearchPatch } from "../../market/saved-search/schemas.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { moreOf } from "./pages.ts";

export const savedSearchTools = toolsOf(savedSearches, {
  createSavedSearch: {
    run(call, { saved_search_id: id, ...given }) {
      if (id !== undefined) {
        const body = savedSearchPatch.parse(given);
        return call.request(savedSearches.updateSavedSearch, { params: { id }, body });
      }
      const { paused: _paused, ...body } = given;
      return call.request(savedSearches.createSavedSearch, { body });
    },
    tell: (search) => ({
      text: `The search ${quoted(search.name)} is kept as ${search.id}: ${standing(search)} list_events tells of new matches.`,
    }),
  },
  listSavedSearches({ items, pagination }) {
    const lines = items.map(
      (search) =>
        `- ${search.id} ${quoted(search.name)}: ${JSON.stringify(search.parameters)}; ${standing(search)}`,
    );
    return {
      text: [`Saved searches: ${pagination.total}.${moreOf(pagination)}`, ...lines].join("\n"),
    };
  },
  listSearchMatches({ items, pagination, saved_search: search }) {
    const lines = items.map(({ dataset_id: id, dataset, matched_at: at }) =>
      dataset === null
        ? `- ${at} ${id}: not on sale any more`
        : `- ${at} ${id}: ${quoted(dataset.title)}, ${dataset.offers.text}`,
    );
    return {
      text: `Matches of ${quoted(search.name)}: ${pagination.total}, ${items.length} shown.${moreOf(pagination)} Next: get_dataset with an id.`,
      stranger: { source: "sellers", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
      untrusted: ["title", "description", "tags", "license", "seller/name"].map(
        (field) => `/items/*/dataset/${field}`,
      ),
    };
  },
  deleteSavedSearch: ({ id }) => ({ text: `The saved search ${id} is deleted.` }),
});

function standing({ paused, paused_reason: reason, mail }: SavedSearchView): string {
  if (paused) return `it is paused (${reason}).`;
  return mail === "none" ? "no mails are sent." : `mails are sent ${mail}.`;
}
