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
    issues.addIssue({ code: "custom", message: "is empty: give at least one parameter" });
  })
  .meta({
    description:
      "The parameters of `GET /datasets`, without `limit`, `offset`, `cursor` and `facets`: " +
      "numbers and flags as JSON or text, lists as arrays or separated by commas.",
    example: { query: "seattle weather", max_price: 9.99, format: "csv" },
  });

const mail = z.enum(mailRhythms).meta({
  description:
    "When the account's person (for an agent, its owner) gets a mail about new matches of all searches " +
    "together. `immediately`: at most every 15 minutes. `daily`: at 08:00 UTC, `weekly`: on Mondays.",
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
        "`true` stops notifications until it is `false` again; matches in between are not reported later.",
    }),
  })
  .meta({ id: "SavedSearchPatch" });

export const savedSearchView = z
  .object({
    id: idSchema,
    name: z.string(),
    parameters: z.record(z.string(), value).meta({ description: "As given." }),
    mail,
    paused: z.boolean(),
    paused_at: instantSchema.nullable(),
    paused_reason: z
      .enum(pausedReasons)
      .nullable()
      .meta({
        description:
          "`by_request`: by you. `parameters_invalid`: the search no longer accepts them. " +
          "`too_many_matches`: it found more in a day than is reported.",
      }),
    paused_detail: z.string().nullable().meta({ description: "What to change, in words." }),
    last_matched_at: instantSchema.nullable(),
    created_at: instantSchema,
    updated_at: instantSchema,
    links: z.object({
      self: z.url(),
      matches: z.url().meta({ description: "Its matches since it was saved." }),
      search: z.url().meta({ description: "The search itself, with current results." }),
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
    description: "As it is on sale now; null if it is no longer on sale.",
  }),
});

export const searchMatchesView = z
  .object({
    saved_search: savedSearchView,
    items: z.array(matchView).meta({ description: "Latest match first." }),
    pagination: paginationSchema,
  })
  .meta({ id: "SearchMatchPage" });

export type SavedSearchBody = z.infer<typeof savedSearchBody>;
export type SavedSearchPatch = z.infer<typeof savedSearchPatch>;
export type SavedSearchView = z.infer<typeof savedSearchView>;
export type SavedSearchesView = z.infer<typeof savedSearchesView>;
export type SearchMatchesView = z.infer<typeof searchMatchesView>;
export type PageQuery = z.infer<typeof savedSearchesQuery>;
