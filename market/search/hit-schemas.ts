import { z } from "zod";
import { datasetItem } from "../catalogue/schemas.ts";
import { joinableColumn } from "./joinable/schemas.ts";

const part = z.number().min(0);

const scoreView = z
  .object({
    total: part.meta({ description: "The sum of the parts, by which `sort=relevance` orders." }),
    coverage: part.meta({
      description: "How much of the query was found; rare words count more.",
    }),
    fields: part.meta({ description: "Where: title, then tags and columns, then description." }),
    words: part.meta({ description: "Adjacent words, and how often they occur." }),
    quality: part.meta({ description: "The file's quality score, and how new the listing is." }),
    vectors: part.meta({ description: "Similarity in meaning; 0 without vectors." }),
  })
  .meta({ id: "SearchScore" });

const alternativeKinds = ["typed", "synonym", "broader", "translation", "spelling"] as const;

const matchedView = z
  .object({
    fields: z
      .array(z.enum(["title", "tags", "columns", "description"]))
      .meta({ description: "The fields that contain words of the query." }),
    snippets: z
      .array(
        z.object({
          field: z.enum(["title", "description"]),
          text: z.string(),
          highlights: z.array(z.array(z.int().min(0)).length(2)).meta({
            description: "Start and end of each match in `text`, in UTF-16 units.",
          }),
        }),
      )
      .meta({
        description:
          "The title, and an excerpt of the first 2,000 characters of the description, as the seller's plain " +
          "text: escape it before showing it as HTML.",
      }),
    tags: z.array(z.string()).meta({ description: "Matching tags, at most ten." }),
    columns: z
      .array(z.string())
      .meta({ description: "Matching columns among the first 200, at most ten." }),
    concepts: z.array(
      z.object({
        word: z.string().meta({ description: "As typed." }),
        by: z.string().meta({ description: "The text in the dataset that matches it." }),
        kind: z.enum(alternativeKinds),
      }),
    ),
  })
  .meta({ id: "SearchMatch" });

export const searchHit = datasetItem
  .extend({
    matched: matchedView
      .nullable()
      .meta({ description: "How it matches the words; null without words." }),
    missing_words: z
      .array(z.string())
      .meta({ description: "Words of the query that this dataset's texts do not contain." }),
    is_weak: z
      .boolean()
      .nullable()
      .meta({
        description:
          "Whether it matches the words only weakly, or is about other countries, and so is probably " +
          "something else; null if relevance does not order.",
      }),
    score: scoreView
      .nullable()
      .meta({ description: "Its score; null if relevance does not order." }),
    joinable: z.array(joinableColumn).optional().meta({
      description: "With `joinable_with`: the columns by which the two can be joined, best first.",
    }),
  })
  .meta({ id: "DatasetHit" });

export const suggestionsView = z
  .object({
    drop: z.array(
      z.object({
        kind: z.enum(["filter", "word"]),
        name: z.string().meta({ description: "The parameter, or the word as typed." }),
        total: z.int().min(0).meta({ description: "Datasets found without it." }),
        total_is_exact: z.boolean(),
      }),
    ),
    nearest: z
      .array(datasetItem)
      .meta({ description: "Found without the first item of `drop`; at most three." }),
  })
  .meta({ id: "SearchSuggestions" });

export const wordsViewFields = {
  match: z.enum(["exact", "similar", "partial", "none"]).meta({
    description:
      "`exact`: all words match, or only filters were given. `similar`: they match with the spelling of " +
      "`corrected_query`. `partial`: some datasets lack words (`missing_words`), and follow those " +
      "that have all. `none`: nothing was found.",
  }),
  match_quality: z
    .enum(["good", "weak"])
    .nullable()
    .meta({
      description:
        "`weak`: nothing matches well. Every dataset lacks too much of the query (`is_weak`), or a filter " +
        "from its words was left out because it found nothing. Null if nothing was found, or if relevance " +
        "does not order.",
    }),
  corrected_query: z.string().nullable().meta({
    description: "The words that were searched instead, where a spelling was corrected.",
  }),
  missing_words: z
    .array(z.string())
    .meta({ description: "Words of the query that no found dataset contains." }),
  ignored_words: z.array(z.string()).meta({
    description: "Common words of a data catalogue: they affect the ranking, but need not match.",
  }),
  meaning: z.enum(["off", "searched", "unavailable"]).meta({
    description:
      "Whether datasets were also found by meaning, not only by words: `searched`; `off` if " +
      "the deployment has no model, or relevance does not order; `unavailable` if the model gave no " +
      "answer in time, or has more vectors than this database can search. A dataset found only by meaning has all words in its `missing_words`, and " +
      "its `score` stands on `vectors`.",
  }),
};

export type MatchedView = z.infer<typeof matchedView>;
export type SearchHit = z.infer<typeof searchHit>;
