/** The filters of a search as they are asked for: by their names interpreted words and saved searches know them. */
import { z } from "zod";
import { findCountry } from "../facts/countries.ts";
import { languageOfTag } from "../facts/languages.ts";
import { licenseTermGroups } from "../facts/license-groups.ts";
import { licenseTerm } from "../facts/licenses.ts";
import {
  COLUMN_ASK_CHARS_MAX,
  COUNTRY_CHARS_MAX,
  FILTER_BYTES_MAX,
  FILTER_ROWS_MAX,
  FORMAT_HINT_CHARS_MAX,
  LANGUAGE_TAG_CHARS_MAX,
  LICENSE_CHARS_MAX,
  PRICE_CENTS_MAX,
  SEARCH_NAMES_MAX,
  TAG_CHARS_MAX,
} from "../limits.ts";
import { idSchema, instantSchema, line, queryCents, queryFlag, queryInteger } from "../text.ts";
import { categoryIds, pricingTypes } from "../vocabulary.ts";
import { readColumnAsk, splitColumns } from "./column-asks.ts";
import { boxQuery, momentQuery, periodEnd, periodStart } from "./filter-values.ts";

/** How tools take a day or an instant, which the operation reads. */
export const momentInput = z.string().max(40).optional();

/** Major units with at most two decimals, read without floating point. */
const majorUnits = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "is not an amount with at most two decimals")
  .transform((amount) => {
    const [units = "0", decimals = ""] = amount.split(".");
    return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
  })
  // Not `multipleOf: 0.01`: in most checkers 0.07 is no such multiple.
  .meta({ override: { type: "number", minimum: 0, maximum: 999_999.99 } });

const ratioQuery = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?|\.\d{1,6})$/, "is not a number from 0 to 1")
  .transform(Number)
  .meta({ override: { type: "number", minimum: 0, maximum: 1 } });

const atCommas = (text: string): string[] => text.split(",");

/** Values by commas, by a parameter that is given again, or by both. */
export function listOf<Item extends z.ZodType<unknown, string>>(
  charsMax: number,
  item: Item,
  split = atCommas,
) {
  const text = z.string().max((charsMax + 1) * SEARCH_NAMES_MAX, { abort: true });
  const repeated = z.array(text).max(SEARCH_NAMES_MAX, { abort: true });
  return z
    .union([text.transform((given) => [given]), repeated])
    .transform((given) => given.flatMap(split).map((value) => value.trim()))
    .transform((values) => [...new Set(values)].filter((value) => value !== ""))
    .pipe(z.array(item).max(SEARCH_NAMES_MAX));
}

const listMeta = (example: string, values?: readonly string[]) => ({
  override: {
    anyOf: [
      { type: "string" },
      {
        type: "array",
        items: { type: "string", ...(values === undefined ? {} : { enum: [...values] }) },
        maxItems: SEARCH_NAMES_MAX,
      },
    ],
  },
  example,
});

const name = (charsMax: number) => line(charsMax).transform((text) => text.toLowerCase());

/** A value that has to be found in a list of ours. */
const known = (charsMax: number, find: (text: string) => string | null, fault: string) =>
  line(charsMax).transform((text, issues) => {
    const value = find(text);
    if (value !== null) return value;
    issues.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });

const country = known(
  COUNTRY_CHARS_MAX,
  findCountry,
  "is no country of ISO 3166-1, by code or name",
);
const language = known(LANGUAGE_TAG_CHARS_MAX, languageOfTag, "is no language tag of BCP 47");
const license = known(
  LICENSE_CHARS_MAX,
  licenseTerm,
  `is neither an SPDX identifier nor a group: ${licenseTermGroups.join(", ")}`,
);

const columnAsk = line(COLUMN_ASK_CHARS_MAX).transform(readColumnAsk);

const anyOf = "Any of these, by commas or by repeating the parameter.";
const allOf = "All of these, by commas or by repeating the parameter.";

export const filterFields = {
  category: listOf(20, z.enum(categoryIds))
    .optional()
    .meta({ description: anyOf, ...listMeta("sensor", categoryIds) }),
  max_price: majorUnits
    .optional()
    .meta({ description: "In major units, with at most two decimals, such as 9.99." }),
  max_price_cents: queryCents(0, PRICE_CENTS_MAX).optional(),
  min_price: majorUnits.optional().meta({ description: "In major units." }),
  min_price_cents: queryCents(0, PRICE_CENTS_MAX).optional(),
  min_quality_score: ratioQuery.optional(),
  pricing_type: z.enum(pricingTypes).optional(),
  format: listOf(FORMAT_HINT_CHARS_MAX, name(FORMAT_HINT_CHARS_MAX))
    .optional()
    .meta({ description: anyOf, ...listMeta("csv") }),
  tags: listOf(TAG_CHARS_MAX, name(TAG_CHARS_MAX))
    .optional()
    .meta({ description: allOf, ...listMeta("weather,daily") }),
  columns: listOf(COLUMN_ASK_CHARS_MAX, columnAsk, splitColumns)
    .optional()
    .meta({
      description:
        `${allOf} \`name\`, \`name:type\`, \`name:meaning\`, or any name with ` +
        "`:type` or `:meaning`. Types and meanings are those of the profile (`type`, `semantic_type`, " +
        "`unit`), and `float`, `int`, `text`, `lat`, … beside them. A backslash stands before a comma or a " +
        "colon that belongs to a name.",
      ...listMeta("lat:latitude,price:number"),
    }),
  covers_from: periodStart.optional().meta({
    description:
      "Datasets with data of this day or later: a year, a month or a day. Together with " +
      "`covers_to`: those whose time overlaps the period. Computed from the columns of dates.",
    example: "2015",
  }),
  covers_to: periodEnd.optional().meta({
    description: "Datasets with data of this day or earlier; of a year or month its last day.",
    example: "2019-06",
  }),
  bbox: boxQuery.optional().meta({
    description:
      "Datasets whose box of coordinates overlaps west,south,east,north, in degrees (WGS 84). " +
      "West beyond east crosses the antimeridian.",
    example: "5.9,47.2,15.1,55.1",
  }),
  country: listOf(COUNTRY_CHARS_MAX, country)
    .optional()
    .meta({
      description: `Countries that the data are of: ISO 3166-1 codes, or names without commas. ${anyOf}`,
      ...listMeta("DE,AT"),
    }),
  language: listOf(LANGUAGE_TAG_CHARS_MAX, language)
    .optional()
    .meta({
      description: `Languages of the running text in the data, BCP 47; regions do not matter. ${anyOf}`,
      ...listMeta("en"),
    }),
  license: listOf(LICENSE_CHARS_MAX, license)
    .optional()
    .meta({
      description:
        `SPDX identifiers, with or without version, or groups: ${licenseTermGroups.join(", ")}. ` +
        `A group finds licences that are known to be of it. ${anyOf}`,
      ...listMeta("allows-commercial-use"),
    }),
  seller: idSchema.optional().meta({ description: "Id of the agent that sells it." }),
  updated_since: momentQuery.optional().meta({
    description: "Datasets whose current version was published then or later: a day or an instant.",
    example: "2026-01-01",
  }),
  min_rows: queryInteger(0, FILTER_ROWS_MAX).optional(),
  max_rows: queryInteger(0, FILTER_ROWS_MAX)
    .optional()
    .meta({ description: "Rows of the default table, at most." }),
  min_bytes: queryInteger(0, FILTER_BYTES_MAX)
    .optional()
    .meta({ description: "Size of the file as it is downloaded, in bytes." }),
  max_bytes: queryInteger(0, FILTER_BYTES_MAX)
    .optional()
    .meta({ description: "As `min_bytes`, at most." }),
  has_personal_data: queryFlag.optional().meta({
    description:
      "Whether the profile has found values that look like personal data; `false` finds those " +
      "that were looked through alone.",
  }),
  free: queryFlag.optional(),
  ending_before: instantSchema.optional().meta({
    description: "Auctions that are not over and end before.",
    example: "2026-11-22T12:00:00Z",
  }),
};

const exactTwins = [
  ["max_price", "max_price_cents"],
  ["min_price", "min_price_cents"],
] as const;

const ranges = [
  ["covers_from", "covers_to"],
  ["min_rows", "max_rows"],
  ["min_bytes", "max_bytes"],
] as const;

export type FilterName = keyof typeof filterFields;
export const filterNames = Object.keys(filterFields) as FilterName[];
export type FilterValues = z.output<z.ZodObject<typeof filterFields>>;
type Issues = { addIssue(issue: { code: "custom"; path: string[]; message: string }): void };

/** What stands against filters together: the same one twice, and ranges that end before they begin. */
export function checkFilters(query: FilterValues, issues: Issues): void {
  for (const [major, cents] of exactTwins) {
    if (query[major] === undefined || query[cents] === undefined) continue;
    issues.addIssue({ code: "custom", path: [cents], message: `give ${major} or ${cents}` });
  }
  for (const [from, to] of ranges) {
    const [least, most] = [query[from], query[to]];
    if (least === undefined || most === undefined || least <= most) continue;
    issues.addIssue({ code: "custom", path: [to], message: `is less than ${from}` });
  }
}
