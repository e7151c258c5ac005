/** The wire shapes of what a search says of its words: how it matched, and each dataset that it found. */
import { z } from "zod";
import { datasetItem } from "../catalogue/schemas.ts";
import { joinableColumn } from "./joinable/schemas.ts";

const part = z.number().min(0);

const scoreView = z
  .object({
    total: part.meta({ description: "The sum of the parts; what `sort=relevance` orders by." }),
    coverage: part.meta({
      description: "How much was found of what was asked; rare words count more.",
    }),
    fields: part.meta({ description: "Where: title, then tags and columns, then description." }),
    words: part.meta({ description: "Words that stand beside each other, and how often." }),
    quality: part.meta({ description: "The file's quality score, and how new the listing is." }),
    vectors: part.meta({ description: "Nearness in meaning; 0 where no vectors are kept." }),
  })
  .meta({ id: "SearchScore" });

const alternativeKinds = ["typed", "synonym", "broader", "translation", "spelling"] as const;

const matchedView = z
  .object({
    fields: z
      .array(z.enum(["title", "tags", "columns", "description"]))
      .meta({ description: "Where words of the query stand." }),
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
          "The title, and a part of the first 2,000 characters of the description, as plain text of " +
          "the seller's: escape it where it is shown as HTML.",
      }),
    tags: z.array(z.string()).meta({ description: "Tags that match, ten at most." }),
    columns: z
      .array(z.string())
      .meta({ description: "Columns that match, ten at most of the first 200." }),
    concepts: z.array(
      z.object({
        word: z.string().meta({ description: "As it was typed." }),
        by: z.string().meta({ description: "What stands for it in the dataset's texts." }),
        kind: z.enum(alternativeKinds),
      }),
    ),
  })
  .meta({ id: "SearchMatch" });

export const searchHit = datasetItem
  .extend({
    matched: matchedView
      .nullable()
      .meta({ description: "How it matches the words; null where none were given." }),
    missing_words: z
      .array(z.string())
      .meta({ description: "What was asked for and does not stand in this dataset's texts." }),
    score: scoreView
      .nullable()
      .meta({ description: "Why it stands where it stands; null where relevance does not order." }),
    joinable: z.array(joinableColumn).optional().meta({
      description:
        "With `joinable_with`: the columns by which the two can be joined, the best first.",
    }),
  })
  .meta({ id: "DatasetHit" });

export const suggestionsView = z
  .object({
    drop: z.array(
      z.object({
        kind: z.enum(["filter", "word"]),
        name: z.string().meta({ description: "The parameter, or the word as it was typed." }),
        total: z.int().min(0).meta({ description: "Datasets that are found without it." }),
        total_is_exact: z.boolean(),
      }),
    ),
    nearest: z
      .array(datasetItem)
      .meta({ description: "Found without what `drop` names first; three at most." }),
  })
  .meta({ id: "SearchSuggestions" });

export const wordsViewFields = {
  match: z.enum(["exact", "similar", "partial", "none"]).meta({
    description:
      "`exact`: all words match, or filters alone were given. `similar`: they match with the spelling of " +
      "`corrected_query`. `partial`: some datasets lack words (`missing_words`), and stand after those " +
      "that have all. `none`: nothing was found.",
  }),
  corrected_query: z.string().nullable().meta({
    description: "The words that were searched instead, where a spelling was corrected.",
  }),
  missing_words: z
    .array(z.string())
    .meta({ description: "Words of the query that stand in none of the datasets found." }),
  ignored_words: z.array(z.string()).meta({
    description: "Words that say little in a catalogue of data: they rank, and need not match.",
  }),
  meaning: z.enum(["off", "searched", "unavailable"]).meta({
    description:
      "Whether datasets were also found by what they mean, not by words alone: `searched`; `off` where " +
      "the deployment has no model, or relevance does not order; `unavailable` where the model gave no " +
      "answer in time, or has more vectors than this database can search. A dataset found by its meaning alone has all words in its `missing_words`, and " +
      "its `score` stands on `vectors`.",
  }),
};

export type MatchedView = z.infer<typeof matchedView>;
export type SearchHit = z.infer<typeof searchHit>;
