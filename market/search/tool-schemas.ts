/** What the tool `search_datasets` takes and answers: filters as a model writes them, by numbers and lists. */
import { z } from "zod";
import { licenseGroups } from "../facts/license-groups.ts";
import {
  COLUMN_ASK_CHARS_MAX,
  COUNTRY_CHARS_MAX,
  CURSOR_CHARS_MAX,
  FILTER_BYTES_MAX,
  FILTER_ROWS_MAX,
  FORMAT_HINT_CHARS_MAX,
  LANGUAGE_TAG_CHARS_MAX,
  LICENSE_CHARS_MAX,
  PAGE_ITEMS_MAX,
  SEARCH_NAMES_MAX,
  TAG_CHARS_MAX,
} from "../limits.ts";
import { idSchema } from "../text.ts";
import { categoryIds, pricingTypes } from "../vocabulary.ts";
import { momentInput } from "./filter-schemas.ts";
import { searchHit } from "./hit-schemas.ts";
import { searchQuery, searchView, sortNames } from "./schemas.ts";

const names = (charsMax: number) =>
  z.array(z.string().min(1).max(charsMax)).max(SEARCH_NAMES_MAX).optional();

const rows = z.int().min(0).max(FILTER_ROWS_MAX).optional();
const fileBytes = z.int().min(0).max(FILTER_BYTES_MAX).optional();
const degrees = z.number().min(-180).max(180);

const PRICE_MAX = 999_999.99;
const majorUnits = z.number().min(0).max(PRICE_MAX).multipleOf(0.01).optional();

/** Each narrows the search; lists mean any of their values where nothing else is said. */
const filterInputs = {
  category: z.enum(categoryIds).optional().describe("One of these."),
  max_price: majorUnits.describe("In major units, such as 9.99; 0 finds free ones."),
  covers_from: momentInput.describe("Data of then or later, such as 2015 or 2015-06."),
  covers_to: momentInput.describe("Data of then or earlier."),
  bbox: z
    .array(degrees)
    .length(4)
    .optional()
    .describe("Overlaps [west, south, east, north] in degrees."),
  country: names(COUNTRY_CHARS_MAX).describe("ISO 3166-1 codes or names."),
  language: names(LANGUAGE_TAG_CHARS_MAX).describe("Of running text, such as en."),
  license: names(LICENSE_CHARS_MAX).describe(`SPDX ids or ${licenseGroups.join(", ")}.`),
  updated_since: momentInput.describe("Published then or later."),
  format: names(FORMAT_HINT_CHARS_MAX).describe("Such as csv."),
  tags: names(TAG_CHARS_MAX).describe("All of these."),
  columns: names(COLUMN_ASK_CHARS_MAX).describe(
    "All of these: name, name:type, name:meaning or :meaning, such as lat:latitude.",
  ),
  joinable_with: idSchema.optional().describe("A dataset's id: columns share values."),
  seller: idSchema.optional().describe("A selling agent's id."),
  min_rows: rows.describe("At least."),
  max_rows: rows.describe("At most."),
  min_bytes: fileBytes.describe("File size, at least."),
  max_bytes: fileBytes.describe("File size, at most."),
  has_personal_data: z.boolean().optional().describe("Found by the profile."),
};

/** The rest of what the REST search takes: less asked for, so behind the others. */
const furtherInputs = {
  min_price: majorUnits.describe("In major units."),
  pricing_type: z.enum(pricingTypes).optional().describe("How it is sold."),
  ending_before: z.string().max(40).optional().describe("Auctions ending before."),
  min_quality_score: z.number().min(0).max(1).optional().describe("Of the file, 0 to 1."),
  sort: z.enum(sortNames).optional().describe("Best, newest, cheapest, soonest first; - reverses."),
  facets: z.boolean().optional().describe("True counts hits by category, format and more."),
  limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().describe("Hits a page; 20 if left out."),
  cursor: z
    .string()
    .min(1)
    .max(CURSOR_CHARS_MAX)
    .optional()
    .describe("Last next_cursor, with the same arguments."),
};

export const searchToolInput = z.strictObject({
  // Models that mean "all" write an empty text.
  query: z
    .preprocess((words) => (words === "" ? undefined : words), searchQuery.shape.query)
    .optional()
    .describe('Words, "phrases" and -not.'),
  ...filterInputs,
  interpret: z.boolean().optional().describe("False: words such as free or csv are no filters."),
  ...furtherInputs,
});

/** Of a description among search results. */
export const SUMMARY_CHARS_MAX = 400;

const summaryItem = searchHit.extend({
  description: z
    .string()
    .describe(`At most ${SUMMARY_CHARS_MAX} characters; get_dataset has all of it.`),
});

export const searchToolOutput = searchView.extend({ items: z.array(summaryItem) });
