import { z } from "zod";
import { CURSOR_CHARS_MAX, SEARCH_QUERY_CHARS_MAX } from "../limits.ts";
import { idSchema, line, pageQuery, paginationSchema, queryFlag } from "../text.ts";
import { checkFilters, filterFields } from "./filters.ts";
import { searchHit, suggestionsView, wordsViewFields } from "./hit-schemas.ts";
import { joinableAnswer } from "./joinable/schemas.ts";
import { interpretedView } from "./readings.ts";

const sorts = ["relevance", "newest", "price", "quality", "ending", "overlap"] as const;
export type SortName = (typeof sorts)[number];

const descendingSorts = sorts.map((name) => `-${name}` as const);
export const sortNames = [...sorts, ...descendingSorts];

export const searchQuery = z
  .strictObject({
    query: line(SEARCH_QUERY_CHARS_MAX)
      .optional()
      .meta({
        description:
          'Words, "phrases" and -not, matched against title, tags, description and column names. ' +
          "If few datasets have all words, those with most words follow (`match`, `missing_words`).",
        example: "seattle weather",
      }),
    ...filterFields,
    interpret: queryFlag.optional().meta({
      description:
        "Whether filters are read from the words, such as `free`, `csv`, `under 10 dollars`, " +
        "`since 2024` (default), and listed in `interpreted`. Explicit parameters override words.",
    }),
    joinable_with: idSchema.optional().meta({
      description:
        "Datasets with a column whose values overlap with a column of this dataset, which must be on " +
        "sale or free. Each item names the columns in `joinable`; estimates, rougher for paid files.",
    }),
    sort: z
      .enum(sortNames)
      .optional()
      .meta({
        description:
          "Best, newest, cheapest or soonest first; `-` reverses. Default: relevance with a query, " +
          "overlap with `joinable_with`, otherwise newest. Of more than 2,000 matches, " +
          "relevance ranks the newest 2,000. `ending` finds only open auctions; " +
          "`overlap` needs `joinable_with`.",
      }),
    facets: queryFlag.optional().meta({
      description: "Adds `facets`: counts by category, format, licence, country, time and more.",
    }),
    cursor: z.string().min(1).max(CURSOR_CHARS_MAX).optional().meta({
      description: "The previous page's `next_cursor`; not together with `offset`.",
    }),
    ...pageQuery,
  })
  .superRefine((query, issues) => {
    checkFilters(query, issues);
    if (query.joinable_with === undefined && query.sort?.endsWith("overlap")) {
      issues.addIssue({ code: "custom", path: ["sort"], message: "needs joinable_with" });
    }
    if (query.cursor === undefined || query.offset === 0) return;
    issues.addIssue({ code: "custom", path: ["cursor"], message: "give cursor or offset" });
  });

const facet = z.record(z.string(), z.int().min(0));
const ranges = (example: string) =>
  facet.meta({ description: "Ranges, including both ends.", example: { [example]: 3 } });

const facetsView = z
  .object({
    category: facet,
    format: facet,
    pricing_type: facet,
    price: facet,
    price_range: ranges("500-999").meta({
      description: "Ranges of the current price in cents, including both ends.",
    }),
    license: facet.meta({ description: "SPDX expressions." }),
    license_group: facet,
    country: facet,
    language: facet,
    covers: ranges("2010-2019"),
    updated: facet.meta({
      description: "Maximum age of the current version in days.",
      example: { "30d": 3, all: 9 },
    }),
    seller: facet.meta({ description: "By agent id." }),
    tags: facet,
    columns: facet.meta({ description: "Names, of the first 50 columns of 500 datasets." }),
    column_kinds: facet.meta({
      description: "Types and meanings of any column, as `columns` takes them.",
      example: { ":latitude": 3, ":number": 9 },
    }),
    quality: facet.meta({ description: "Minimum score.", example: { "0.9": 3, "0.8": 9 } }),
    ending: facet.meta({
      description: "Days until an open auction ends, at most.",
      example: { "7d": 1, all: 2 },
    }),
    rows: ranges("1000-9999"),
    bytes: ranges("1000-999999"),
    has_personal_data: facet,
  })
  .meta({
    description:
      "How many datasets have each value, most frequent first. A facet ignores its own filter; " +
      "`unknown` counts datasets without a value.",
  });

const facetName = z.keyof(facetsView);

const facetsCutView = z.object({
  values: z.array(facetName).meta({ description: "Facets with more values than are shown." }),
  listings: z.array(facetName).meta({
    description:
      "Facets counted only in part: 5,000 datasets, or the newest 2,000 if relevance ranks these.",
  }),
});

export const searchView = z
  .object({
    items: z.array(searchHit),
    pagination: paginationSchema,
    ...wordsViewFields,
    interpreted: interpretedView,
    suggestions: suggestionsView.nullable().meta({
      description: "What to omit from a search that found nothing; null if something was found.",
    }),
    joinable_with: joinableAnswer.optional(),
    facets: facetsView.optional(),
    facets_cut: facetsCutView.optional().meta({ description: "Set if facets are incomplete." }),
  })
  .meta({ id: "DatasetPage" });

export type SearchQuery = z.infer<typeof searchQuery>;
export type SearchView = z.infer<typeof searchView>;
