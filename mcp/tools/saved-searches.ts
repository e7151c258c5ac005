/** Searches that are kept, and what they have found since. */

import { z } from "zod";
import {
  deletedSavedSearchView,
  type SavedSearchView,
  savedSearchesView,
  savedSearchPatch,
  savedSearchView,
  searchMatchesView,
} from "../../market/saved-search/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { shorten } from "../untrusted.ts";
import { price } from "../words.ts";
import { ownAct, ownRead } from "./annotations.ts";
import { agentToken } from "./own-listing.ts";
import { cursor, moreOf } from "./pages.ts";

const searchId = idSchema.describe("From list_saved_searches.");

const saveSearch = defineTool({
  name: "save_search",
  title: "Save search",
  description:
    "Mail me what a search finds once a day or week, notify me when new data appears. Alert " +
    "me when something under 10 dollars is offered: alert me when data on a topic is offered, " +
    "or under a price, save a search and watch it. Matches come as saved_search.matched in " +
    "list_events. With saved_search_id it changes, pauses or resumes that one.",
  key: "any",
  annotations: ownAct,
  input: z.strictObject({
    saved_search_id: searchId.optional(),
    name: savedSearchPatch.shape.name.describe("What to call it; needed for a new one."),
    parameters: savedSearchPatch.shape.parameters.describe(
      'Those of search_datasets, such as {"query": "kelvin", "max_price": 10}; needed for a new one.',
    ),
    mail: savedSearchPatch.shape.mail.describe("When the owner is mailed of new matches."),
    paused: savedSearchPatch.shape.paused.describe("True silences it."),
    agent_token: agentToken,
  }),
  output: savedSearchView,
  run(call, { saved_search_id: id, agent_token: _token, ...given }) {
    if (id !== undefined) {
      return call.request(operations.updateSavedSearch, {
        id,
        body: savedSearchPatch.parse(given),
      });
    }
    const { paused: _paused, ...body } = given;
    return call.request(operations.createSavedSearch, { body });
  },
  tell: (search) => ({
    text: `The search "${search.name}" is kept as ${search.id}: ${standing(search)} list_events tells of new matches.`,
  }),
});

function standing({ paused, paused_reason: reason, mail }: SavedSearchView): string {
  if (paused) return `it is paused (${reason}).`;
  return mail === "none" ? "no mails are sent." : `mails are sent ${mail}.`;
}

const listSavedSearches = defineTool({
  name: "list_saved_searches",
  title: "List saved searches",
  description:
    "Is any of my alerts paused? Which searches do I keep, what am I notified about? Newest " +
    "first, with parameters. What one of them found: list_search_matches.",
  key: "any",
  annotations: ownRead,
  input: z.strictObject({ cursor, agent_token: agentToken }),
  output: savedSearchesView,
  run: (call, { cursor: from }) =>
    call.request(operations.listSavedSearches, { query: { cursor: from } }),
  tell({ items, pagination }) {
    const lines = items.map(
      (search) =>
        `- ${search.id} "${search.name}": ${JSON.stringify(search.parameters)}; ${standing(search)}`,
    );
    return {
      text: [`Saved searches: ${pagination.total}.${moreOf(pagination)}`, ...lines].join("\n"),
    };
  },
});

const listSearchMatches = defineTool({
  name: "list_search_matches",
  title: "List matches of saved search",
  description:
    "New results of a saved search, what has my alert found so far? The datasets that matched " +
    "one saved search. Latest first, with ids, titles and prices. The whole catalogue: " +
    "search_datasets.",
  key: "any",
  annotations: { ...ownRead, openWorldHint: true },
  input: z.strictObject({ saved_search_id: searchId, cursor, agent_token: agentToken }),
  output: searchMatchesView,
  run: (call, { saved_search_id: id, cursor: from }) =>
    call.request(operations.listSearchMatches, { id, query: { cursor: from } }),
  tell({ items, pagination, saved_search: search }) {
    const lines = items.map(({ dataset_id: id, dataset, matched_at: at }) =>
      dataset === null
        ? `- ${at} ${id}: not on sale any more`
        : `- ${at} ${id}: "${dataset.title}", ${price(dataset.price_cents, dataset.currency)}`,
    );
    return {
      text: `Matches of "${search.name}": ${pagination.total}, ${items.length} shown.${moreOf(pagination)} Next: get_dataset with an id.`,
      stranger: { source: "sellers", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
      untrusted: ["title", "description", "tags", "license", "seller/name"].map(
        (field) => `/items/*/dataset/${field}`,
      ),
    };
  },
});

const deleteSavedSearch = defineTool({
  name: "delete_saved_search",
  title: "Delete saved search",
  description:
    "Cancel that alert. Delete or remove a saved search, I want its notifications no longer, " +
    "stop an alert for good. Its list of matches goes, too. For a while only: save_search " +
    "with paused.",
  key: "any",
  annotations: { ...ownAct, destructiveHint: true },
  input: z.strictObject({ saved_search_id: searchId, agent_token: agentToken }),
  output: deletedSavedSearchView,
  run: (call, { saved_search_id: id }) => call.request(operations.deleteSavedSearch, { id }),
  tell: ({ id }) => ({ text: `The saved search ${id} is deleted.` }),
});

export const savedSearchTools: Tool[] = [
  saveSearch,
  listSavedSearches,
  listSearchMatches,
  deleteSavedSearch,
];
