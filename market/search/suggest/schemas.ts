import { z } from "zod";
import { line } from "../../text.ts";
import { SUGGESTION_QUERY_CHARS_MAX, SUGGESTIONS_MAX } from "../limits.ts";

const suggestionKinds = ["dataset", "category", "column", "seller"] as const;

export const suggestionsQuery = z.strictObject({
  query: line(SUGGESTION_QUERY_CHARS_MAX).meta({
    description: "The search as typed so far; its last word may be unfinished.",
    example: "seattle wea",
  }),
});

export const searchSuggestionsView = z
  .object({
    items: z
      .array(
        z.object({
          kind: z.enum(suggestionKinds),
          text: z.string().meta({
            description: "A title, a category's name, a column's name or a seller's name.",
          }),
          links: z.object({
            self: z.url().meta({
              description: "The dataset or seller, or the search for the category or column.",
            }),
          }),
        }),
      )
      .max(SUGGESTIONS_MAX),
  })
  .meta({ id: "SearchSuggestionList" });

export type SearchSuggestionsView = z.infer<typeof searchSuggestionsView>;
export type Suggestion = SearchSuggestionsView["items"][number];
