/** Input and output of the tool `search_datasets`. */
import { z } from "zod";
import { CURSOR_CHARS_MAX, PAGE_ITEMS_MAX } from "../limits.ts";
import { idSchema } from "../text.ts";
import { filterInputs, ordered } from "./filters.ts";
import { searchHit } from "./hit-schemas.ts";
import { searchQuery, searchView, sortNames } from "./schemas.ts";

/** A page for a model; REST's default is larger. */
export const TOOL_HITS_DEFAULT = 5;

/** Inputs other than filters. */
const otherInputs = {
  joinable_with: idSchema.optional().describe("A dataset's id: columns share values."),
  interpret: z.boolean().optional().describe("False: words such as free or csv are no filters."),
  sort: z.enum(sortNames).optional().describe("Best, newest, cheapest, soonest first; - reverses."),
  facets: z.boolean().optional().describe("True counts hits by category, format and more."),
  limit: z
    .int()
    .min(1)
    .max(PAGE_ITEMS_MAX)
    .optional()
    .describe(`Hits a page; ${TOOL_HITS_DEFAULT} if left out.`),
  cursor: z
    .string()
    .min(1)
    .max(CURSOR_CHARS_MAX)
    .optional()
    .describe("Last next_cursor, with the same arguments."),
};

const inputs = { ...filterInputs, ...otherInputs };
type InputName = keyof typeof inputs;

/** Most used inputs first, then unlisted ones, then rarely used ones. */
const most: InputName[] = [
  ...(["category", "max_price", "covers_from", "covers_to", "bbox", "country"] as const),
  ...(["language", "license", "updated_since", "format", "tags", "columns"] as const),
  ...(["joinable_with", "seller"] as const),
];
const less: InputName[] = [
  ...(["interpret", "min_price", "pricing_type", "ending_before"] as const),
  ...(["min_quality_score", "sort", "facets", "limit", "cursor"] as const),
];

const names = ordered(Object.keys(inputs) as InputName[], most, less);

export const searchToolInput = z.strictObject({
  // Models that want everything send an empty text.
  query: z
    .preprocess((words) => (words === "" ? undefined : words), searchQuery.shape.query)
    .optional()
    .describe('Words, "phrases" and -not.'),
  ...(Object.fromEntries(names.map((name) => [name, inputs[name]])) as typeof inputs),
});

/** Lengths in search results. */
export const SUMMARY_CHARS_MAX = 400;
export const HIT_TITLE_CHARS_MAX = 100;

const summaryItem = searchHit.extend({
  description: z
    .string()
    .describe(`At most ${SUMMARY_CHARS_MAX} characters; get_dataset has all of it.`),
});

export const searchToolOutput = searchView.extend({ items: z.array(summaryItem) });
