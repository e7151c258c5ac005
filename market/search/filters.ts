/**
 * The filters of a search, one row each. The query, the tool's input, the site's form and words, and saved
 * searches derive from it. The row with the same name in `db/queries/search/filters.ts` has the SQL.
 */
import { z } from "zod";
import { categoryIds, pricingTypes } from "../../db/vocabulary/listing.ts";
import { findCountry } from "../facts/countries.ts";
import { languageOfTag } from "../facts/languages.ts";
import { licenseTermGroups } from "../facts/license-groups.ts";
import { licenseTerm } from "../facts/licenses.ts";
import { FORMAT_HINT_CHARS_MAX, LICENSE_CHARS_MAX, TAG_CHARS_MAX } from "../limits.ts";
import { idSchema, instantSchema, line, momentInput } from "../text.ts";
import { readColumnAsk, splitColumns } from "./column-asks.ts";
import {
  amountKind,
  centsKind,
  choiceKind,
  choicesKind,
  type FilterKind,
  flagKind,
  integerKind,
  known,
  listKind,
  lowerCased,
  ratioKind,
  textKind,
} from "./filter-kinds.ts";
import { boxInput, boxQuery, momentQuery, periodEnd, periodStart } from "./filter-values.ts";
import {
  COLUMN_ASK_CHARS_MAX,
  COUNTRY_CHARS_MAX,
  FILTER_BYTES_MAX,
  FILTER_ROWS_MAX,
  LANGUAGE_TAG_CHARS_MAX,
} from "./limits.ts";

type Words = {
  label: string;
  /** The label in the list of saved searches, if different. */
  savedLabel?: string;
  /** The description in the reference; by default, that of all parameters with this name. */
  says?: string;
  example?: string;
  /** How the catalogue's form shows it. */
  form?: { label?: string; placeholder?: string };
};

/** `asks` is the tool's description. */
function filter<Query extends z.ZodType, Input extends z.ZodType>(
  { query, input, meta, read, typed }: FilterKind<Query, Input>,
  { asks, ...words }: Words & { asks: string },
) {
  return {
    query: described(query, words, meta),
    input: input.optional().describe(asks),
    ...{ read, typed, ...words },
  };
}

/** A filter that tools do not take. */
function queryFilter<Query extends z.ZodType, Input extends z.ZodType>(
  { query, meta, read, typed }: FilterKind<Query, Input>,
  words: Words,
) {
  return { query: described(query, words, meta), input: null, ...{ read, typed, ...words } };
}

function described<Query extends z.ZodType>(
  query: Query,
  { says, example }: Words,
  meta: FilterKind<Query, z.ZodType>["meta"],
) {
  return query.optional().meta({
    ...(says === undefined ? {} : { description: says }),
    ...(example === undefined ? {} : { example }),
    ...meta,
  });
}

export const country = known(
  COUNTRY_CHARS_MAX,
  findCountry,
  "is not a country of ISO 3166-1, by code or name",
);
const language = known(LANGUAGE_TAG_CHARS_MAX, languageOfTag, "is not a BCP 47 language tag");
const license = known(
  LICENSE_CHARS_MAX,
  licenseTerm,
  `is neither an SPDX identifier nor a group: ${licenseTermGroups.join(", ")}`,
);
const columnAsk = line(COLUMN_ASK_CHARS_MAX).transform(readColumnAsk);

const anyOf = "Any of these, separated by commas or by repeating the parameter.";
const allOf = "All of these, separated by commas or by repeating the parameter.";

/** In the order of the query. */
export const filters = {
  category: filter(choicesKind(20, categoryIds), {
    label: "Category",
    says: anyOf,
    example: "sensor",
    asks: "One of these.",
  }),
  max_price: filter(amountKind, {
    label: "Price at most",
    savedLabel: "Price up to",
    form: { label: "Price to" },
    says: "In major units, with at most two decimals, such as 9.99.",
    asks: "In major units, such as 9.99; 0 finds free ones.",
  }),
  max_price_cents: queryFilter(centsKind, {
    label: "Price at most, in cents",
    savedLabel: "Price up to",
    says: "`max_price` in cents.",
  }),
  min_price: filter(amountKind, {
    label: "Price at least",
    savedLabel: "Price from",
    form: { label: "Price from" },
    says: "In major units.",
    asks: "In major units.",
  }),
  min_price_cents: queryFilter(centsKind, {
    label: "Price at least, in cents",
    savedLabel: "Price from",
    says: "`min_price` in cents.",
  }),
  min_quality_score: filter(ratioKind, {
    label: "Quality at least",
    savedLabel: "Quality from",
    form: { label: "Quality from 0 to 1", placeholder: "0.8" },
    says: "Minimum quality score, from 0 to 1.",
    asks: "Of the file, 0 to 1.",
  }),
  pricing_type: filter(choiceKind(pricingTypes), {
    label: "Sold",
    savedLabel: "Sold by",
    asks: "How it is sold.",
  }),
  format: filter(listKind(FORMAT_HINT_CHARS_MAX, lowerCased(FORMAT_HINT_CHARS_MAX)), {
    label: "Format",
    says: anyOf,
    example: "csv",
    asks: "Such as csv.",
  }),
  tags: filter(listKind(TAG_CHARS_MAX, lowerCased(TAG_CHARS_MAX)), {
    label: "Tags",
    says: allOf,
    example: "weather,daily",
    asks: "All of these.",
  }),
  columns: filter(listKind(COLUMN_ASK_CHARS_MAX, columnAsk, splitColumns), {
    label: "Columns",
    form: { placeholder: "lat:latitude, price:number" },
    says:
      `${allOf} \`name\`, \`name:type\`, \`name:meaning\`, or any name with ` +
      "`:type` or `:meaning`. Types and meanings are those of the profile (`type`, `semantic_type`, " +
      "`unit`), plus `float`, `int`, `text`, `lat`, …. Escape a comma or colon in a name with a " +
      "backslash.",
    example: "lat:latitude,price:number",
    asks: "All of these: name, name:type, name:meaning or :meaning, such as lat:latitude.",
  }),
  covers_from: filter(textKind(periodStart, momentInput), {
    label: "Data since",
    savedLabel: "Data from",
    form: { placeholder: "2015 or 2015-06" },
    says:
      "Datasets with data from this day or later: a year, a month or a day. Together with " +
      "`covers_to`: those whose time overlaps the period. Computed from the date columns.",
    example: "2015",
    asks: "Data from then or later, such as 2015 or 2015-06.",
  }),
  covers_to: filter(textKind(periodEnd, momentInput), {
    label: "Data until",
    savedLabel: "Data to",
    form: { placeholder: "2020" },
    says: "Datasets with data from this day or earlier; for a year or month, its last day.",
    example: "2019-06",
    asks: "Data from then or earlier.",
  }),
  bbox: filter(
    { ...textKind(boxQuery, boxInput), read: (text) => text.split(",").map(Number) },
    {
      label: "Within",
      savedLabel: "Area",
      form: { label: "West, south, east, north", placeholder: "5.9,47.2,15.1,55.1" },
      says:
        "Datasets whose bounding box overlaps west,south,east,north, in degrees (WGS 84). " +
        "West greater than east crosses the antimeridian.",
      example: "5.9,47.2,15.1,55.1",
      asks: "Overlaps [west, south, east, north] in degrees.",
    },
  ),
  country: filter(listKind(COUNTRY_CHARS_MAX, country), {
    label: "Country",
    form: { placeholder: "DE, Austria" },
    says: `Countries of the data: ISO 3166-1 codes, or names without commas. ${anyOf}`,
    example: "DE,AT",
    asks: "ISO 3166-1 codes or names.",
  }),
  language: filter(listKind(LANGUAGE_TAG_CHARS_MAX, language), {
    label: "Language",
    says: `Languages of the running text in the data, BCP 47; regions are ignored. ${anyOf}`,
    example: "en",
    asks: "Of running text, such as en.",
  }),
  license: filter(listKind(LICENSE_CHARS_MAX, license), {
    label: "Licence",
    says:
      `SPDX identifiers, with or without version, or groups: ${licenseTermGroups.join(", ")}. ` +
      `A group finds licences known to belong to it. ${anyOf}`,
    example: "allows-commercial-use",
    asks: "SPDX ids, or groups such as open, allows-commercial-use, attribution.",
  }),
  seller: filter(textKind(idSchema, idSchema), {
    label: "Seller",
    says: "Id of the selling agent.",
    asks: "A selling agent's id.",
  }),
  collection: filter(textKind(idSchema, idSchema), {
    label: "Collection",
    says: "Id of a public collection.",
    asks: "Its id.",
  }),
  updated_since: filter(textKind(momentQuery, momentInput), {
    label: "Updated since",
    form: { placeholder: "2026-01-01" },
    says: "Datasets whose current version was published at or after this day or instant.",
    example: "2026-01-01",
    asks: "Published then or later.",
  }),
  min_rows: filter(integerKind(FILTER_ROWS_MAX), {
    label: "Rows at least",
    savedLabel: "Rows from",
    form: { label: "Rows from" },
    says: "Minimum number of rows.",
    asks: "At least.",
  }),
  max_rows: filter(integerKind(FILTER_ROWS_MAX), {
    label: "Rows at most",
    savedLabel: "Rows up to",
    form: { label: "Rows to" },
    says: "Maximum number of rows of the default table.",
    asks: "At most.",
  }),
  min_bytes: filter(integerKind(FILTER_BYTES_MAX), {
    label: "Bytes at least",
    savedLabel: "Bytes from",
    says: "Minimum size of the downloaded file, in bytes.",
    asks: "File size, at least.",
  }),
  max_bytes: filter(integerKind(FILTER_BYTES_MAX), {
    label: "Bytes at most",
    savedLabel: "Bytes up to",
    says: "Maximum size, as `min_bytes`.",
    asks: "File size, at most.",
  }),
  has_personal_data: filter(flagKind, {
    label: "Personal data",
    says:
      "Whether the profile has found values that look like personal data; `false` finds only " +
      "datasets that were checked.",
    asks: "Found by the profile.",
  }),
  free: queryFilter(flagKind, {
    label: "Free",
    says: "Only free datasets (true), or only paid ones (false).",
  }),
  ending_before: filter(textKind(instantSchema, z.string().max(40)), {
    label: "Ending before",
    savedLabel: "Ends before",
    says: "Open auctions that end before this time.",
    example: "2026-11-22T12:00:00Z",
    asks: "Auctions ending before.",
  }),
};

type Filters = typeof filters;
export type FilterName = keyof Filters;
export const filterNames = Object.keys(filters) as FilterName[];

/** The same filter in another unit: a caller gives one or the other. */
export const exactTwins = { max_price: "max_price_cents", min_price: "min_price_cents" } as const;

const ranges = [
  ["covers_from", "covers_to"],
  ["min_rows", "max_rows"],
  ["min_bytes", "max_bytes"],
] as const satisfies [FilterName, FilterName][];

function fieldsOf<Field extends "query" | "input">(field: Field): [string, unknown][] {
  return filterNames.flatMap((name) =>
    filters[name][field] === null ? [] : [[name, filters[name][field]]],
  );
}

export const filterFields = Object.fromEntries(fieldsOf("query")) as {
  [Name in FilterName]: Filters[Name]["query"];
};

/** The tool's input fields. */
export const filterInputs = Object.fromEntries(fieldsOf("input")) as {
  [Name in FilterName as Filters[Name]["input"] extends null
    ? never
    : Name]: Filters[Name]["input"];
};

export type FilterValues = z.output<z.ZodObject<typeof filterFields>>;
type Issues = { addIssue(issue: { code: "custom"; path: string[]; message: string }): void };

/** Checks filters together: no duplicates in two units, and no ranges that end before they begin. */
export function checkFilters(query: FilterValues, issues: Issues): void {
  for (const [major, cents] of Object.entries(exactTwins) as [FilterName, FilterName][]) {
    if (query[major] === undefined || query[cents] === undefined) continue;
    issues.addIssue({ code: "custom", path: [cents], message: `give ${major} or ${cents}` });
  }
  for (const [from, to] of ranges) {
    const [least, most] = [query[from], query[to]];
    if (least === undefined || most === undefined || least <= most) continue;
    issues.addIssue({ code: "custom", path: [to], message: `is less than ${from}` });
  }
}

/** The same names with `first` and `last` moved; the others keep their order between them. */
export function ordered<Name extends string>(
  names: readonly Name[],
  first: readonly NoInfer<Name>[],
  last: readonly NoInfer<Name>[] = [],
): Name[] {
  const rank = (name: Name) => {
    const early = first.indexOf(name);
    return early === -1 ? last.indexOf(name) + 1 : early - first.length;
  };
  return names.toSorted((one, other) => rank(one) - rank(other));
}
