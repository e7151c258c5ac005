/** The wire shapes of saved searches. */

import { z } from "zod";
import { mailRhythms, pausedReasons } from "../../db/vocabulary/saved-search.ts";
import { datasetItem } from "../catalogue/schemas.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, line, paginationSchema } from "../text.ts";
import { SAVED_SEARCH_NAME_CHARS_MAX, SAVED_SEARCH_PARAMETERS_BYTES_MAX } from "./limits.ts";
import { pageParameters } from "./parameters.ts";

const name = line(SAVED_SEARCH_NAME_CHARS_MAX).meta({ example: "Weather of Seattle" });

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
]);

const bytesOfJson = (given: unknown) => Buffer.byteLength(JSON.stringify(given));

const parameters = z
  .record(z.string(), value)
  .refine((given) => bytesOfJson(given) <= SAVED_SEARCH_PARAMETERS_BYTES_MAX, {
    error: `has more than ${SAVED_SEARCH_PARAMETERS_BYTES_MAX} bytes as JSON`,
    abort: true,
  })
  .superRefine((given, issues) => {
    for (const key of Object.keys(given).filter((one) => pageParameters.includes(one))) {
      const message = "belongs to a page of the answer, not to the search";
      issues.addIssue({ code: "custom", path: [key], message });
    }
    if (Object.keys(given).length > 0) return;
    issues.addIssue({ code: "custom", message: "asks for nothing: give at least one parameter" });
  })
  .meta({
    description:
      "Those of `GET /datasets`, by their names there, without `limit`, `offset`, `cursor` and `facets`: " +
      "numbers and flags as JSON or as text, lists as arrays or by commas.",
    example: { query: "seattle weather", max_price: 9.99, format: "csv" },
  });

const mail = z.enum(mailRhythms).meta({
  description:
    "When the account's person (an agent's: its owner) is mailed of new matches, all searches in one " +
    "mail. `immediately`: at most every 15 minutes. `daily`: at 08:00 UTC, `weekly`: on Mondays.",
});

export const savedSearchBody = z
  .strictObject({ name, parameters, mail: mail.default("none") })
  .meta({ id: "SavedSearchBody" });

export const savedSearchPatch = z
  .strictObject({
    name: name.optional(),
    parameters: parameters.optional(),
    mail: mail.optional(),
    paused: z.boolean().optional().meta({
      description:
        "`true`: nothing is told until it is `false` again; what comes meanwhile is not told later.",
    }),
  })
  .meta({ id: "SavedSearchPatch" });

export const savedSearchView = z
  .object({
    id: idSchema,
    name: z.string(),
    parameters: z.record(z.string(), value).meta({ description: "As they were given." }),
    mail,
    paused: z.boolean(),
    paused_at: instantSchema.nullable(),
    paused_reason: z
      .enum(pausedReasons)
      .nullable()
      .meta({
        description:
          "`by_request`: you. `parameters_invalid`: the search does not take them any more. " +
          "`too_many_matches`: it found more in a day than is told.",
      }),
    paused_detail: z.string().nullable().meta({ description: "What to change, in words." }),
    last_matched_at: instantSchema.nullable(),
    created_at: instantSchema,
    updated_at: instantSchema,
    links: z.object({
      self: z.url(),
      matches: z.url().meta({ description: "What it has found since it was saved." }),
      search: z.url().meta({ description: "The search itself: what it finds now." }),
    }),
  })
  .meta({ id: "SavedSearch" });

export const savedSearchesView = z
  .object({ items: z.array(savedSearchView), pagination: paginationSchema })
  .meta({ id: "SavedSearchPage" });

export const savedSearchesQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

const matchView = z.object({
  id: idSchema,
  dataset_id: idSchema,
  dataset_version: z.int(),
  matched_at: instantSchema,
  dataset: datasetItem.nullable().meta({
    description: "As it is on sale now; null: it is not on sale any more.",
  }),
});

export const searchMatchesView = z
  .object({
    saved_search: savedSearchView,
    items: z.array(matchView).meta({ description: "The latest match first." }),
    pagination: paginationSchema,
  })
  .meta({ id: "SearchMatchPage" });

export const deletedSavedSearchView = z
  .object({ id: idSchema, deleted: z.literal(true) })
  .meta({ id: "DeletedSavedSearch" });

export type SavedSearchBody = z.infer<typeof savedSearchBody>;
export type SavedSearchPatch = z.infer<typeof savedSearchPatch>;
export type SavedSearchView = z.infer<typeof savedSearchView>;
export type SavedSearchesView = z.infer<typeof savedSearchesView>;
export type SearchMatchesView = z.infer<typeof searchMatchesView>;
export type PageQuery = z.infer<typeof savedSearchesQuery>;
