import { findSuggestions, type Suggestions } from "../../../db/queries/search/suggestions.ts";
import type { Context } from "../../context.ts";
import { askByName } from "../column-asks.ts";
import { inTurn } from "../in-turn.ts";
import { categoriesLike, suggestionsOfKind, typedWords } from "./rules.ts";
import type { SearchSuggestionsView, Suggestion } from "./schemas.ts";

const nothing: Suggestions = { datasets: [], columns: [], sellers: [] };
const perKindMax = Math.max(...Object.values(suggestionsOfKind));

/**
 * Suggestions for a search that is being typed: datasets, categories, columns and sellers. Errors:
 * database_unavailable if too many searches wait.
 */
export async function suggestSearches(
  ctx: Context,
  { query }: { query: string },
): Promise<SearchSuggestionsView> {
  const words = typedWords(query);
  const found =
    words === null ? nothing : await inTurn(ctx, () => findSuggestions(ctx.db, words, perKindMax));
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const item = (kind: Suggestion["kind"], text: string, path: string): Suggestion => ({
    kind,
    text,
    links: { self: `${baseUrl}${path}` },
  });
  const search = (name: string, value: string) =>
    `/datasets?${new URLSearchParams({ [name]: value })}`;
  const items = [
    ...found.datasets.map(({ id, title }) => item("dataset", title, `/datasets/${id}`)),
    ...categoriesLike(query).map(({ id, name }) => item("category", name, search("category", id))),
    ...found.columns.map((name) => item("column", name, search("columns", askByName(name)))),
    ...found.sellers.map(({ id, name }) => item("seller", name, `/sellers/${id}`)),
  ];
  const shown = new Map<Suggestion["kind"], number>();
  return {
    items: items.filter(({ kind }) => {
      const before = shown.get(kind) ?? 0;
      shown.set(kind, before + 1);
      return before < suggestionsOfKind[kind];
    }),
  };
}
