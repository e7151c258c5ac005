/**
 * The filters of a search, a row each: from it follow the query, what the tool takes, the site's form and
 * words, and saved searches. Its condition in SQL is the row of the same name in `db/queries/search/filters.ts`.
 */
import { z } from "zod";
import { categoryIds, pricingTypes } from "../../db/vocabulary/listing.ts";
import { findCountry } from "../facts/countries.ts";
import { languageOfTag } from "../facts/languages.ts";
import { licenseGroups, licenseTermGroups } from "../facts/license-groups.ts";
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
  /** In the list of a saved search, where it is another one. */
  savedLabel?: string;
  /** The description in the reference; left out, the one of all parameters of this name. */
  says?: string;
  example?: string;
  /** A field of the catalogue's form. */
  form?: { label?: string; placeholder?: string };
};

/** `asks`: what the tool says of it. */
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

/** Of the query alone. */
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
    says: "Only those whose quality score, 0 to 1, is at least this.",
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
      "`unit`), and `float`, `int`, `text`, `lat`, … beside them. A backslash stands before a comma or a " +
      "colon that belongs to a name.",
    example: "lat:latitude,price:number",
    asks: "All of these: name, name:type, name:meaning or :meaning, such as lat:latitude.",
  }),
  covers_from: filter(textKind(periodStart, momentInput), {
    label: "Data since",
    savedLabel: "Data from",
    form: { placeholder: "2015 or 2015-06" },
    says:
      "Datasets with data of this day or later: a year, a month or a day. Together with " +
      "`covers_to`: those whose time overlaps the period. Computed from the columns of dates.",
    example: "2015",
    asks: "Data of then or later, such as 2015 or 2015-06.",
  }),
  covers_to: filter(textKind(periodEnd, momentInput), {
    label: "Data until",
    savedLabel: "Data to",
    form: { placeholder: "2020" },
    says: "Datasets with data of this day or earlier; of a year or month its last day.",
    example: "2019-06",
    asks: "Data of then or earlier.",
  }),
  bbox: filter(
    { ...textKind(boxQuery, boxInput), read: (text) => text.split(",").map(Number) },
    {
      label: "Within",
      savedLabel: "Area",
      form: { label: "West, south, east, north", placeholder: "5.9,47.2,15.1,55.1" },
      says:
        "Datasets whose box of coordinates overlaps west,south,east,north, in degrees (WGS 84). " +
        "West beyond east crosses the antimeridian.",
      example: "5.9,47.2,15.1,55.1",
      asks: "Overlaps [west, south, east, north] in degrees.",
    },
  ),
  country: filter(listKind(COUNTRY_CHARS_MAX, country), {
    label: "Country",
    form: { placeholder: "DE, Austria" },
    says: `Countries that the data are of: ISO 3166-1 codes, or names without commas. ${anyOf}`,
    example: "DE,AT",
    asks: "ISO 3166-1 codes or names.",
  }),
  language: filter(listKind(LANGUAGE_TAG_CHARS_MAX, language), {
    label: "Language",
    says: `Languages of the running text in the data, BCP 47; regions do not matter. ${anyOf}`,
    example: "en",
    asks: "Of running text, such as en.",
  }),
  license: filter(listKind(LICENSE_CHARS_MAX, license), {
    label: "Licence",
    says:
      `SPDX identifiers, with or without version, or groups: ${licenseTermGroups.join(", ")}. ` +
      `A group finds licences that are known to be of it. ${anyOf}`,
    example: "allows-commercial-use",
    asks: `SPDX ids or ${licenseGroups.join(", ")}.`,
  }),
  seller: filter(textKind(idSchema, idSchema), {
    label: "Seller",
    says: "Id of the agent that sells it.",
    asks: "A selling agent's id.",
  }),
  updated_since: filter(textKind(momentQuery, momentInput), {
    label: "Updated since",
    form: { placeholder: "2026-01-01" },
    says: "Datasets whose current version was published then or later: a day or an instant.",
    example: "2026-01-01",
    asks: "Published then or later.",
  }),
  min_rows: filter(integerKind(FILTER_ROWS_MAX), {
    label: "Rows at least",
    savedLabel: "Rows from",
    form: { label: "Rows from" },
    says: "Only those with at least so many rows.",
    asks: "At least.",
  }),
  max_rows: filter(integerKind(FILTER_ROWS_MAX), {
    label: "Rows at most",
    savedLabel: "Rows up to",
    form: { label: "Rows to" },
    says: "Rows of the default table, at most.",
    asks: "At most.",
  }),
  min_bytes: filter(integerKind(FILTER_BYTES_MAX), {
    label: "Bytes at least",
    savedLabel: "Bytes from",
    says: "Size of the file as it is downloaded, in bytes.",
    asks: "File size, at least.",
  }),
  max_bytes: filter(integerKind(FILTER_BYTES_MAX), {
    label: "Bytes at most",
    savedLabel: "Bytes up to",
    says: "As `min_bytes`, at most.",
    asks: "File size, at most.",
  }),
  has_personal_data: filter(flagKind, {
    label: "Personal data",
    says:
      "Whether the profile has found values that look like personal data; `false` finds those " +
      "that were looked through alone.",
    asks: "Found by the profile.",
  }),
  free: queryFilter(flagKind, {
    label: "Free",
    says: "Only what costs nothing (true), or only what costs something (false).",
  }),
  ending_before: filter(textKind(instantSchema, z.string().max(40)), {
    label: "Ending before",
    savedLabel: "Ends before",
    says: "Auctions that are not over and end before.",
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

/** The parameters of the query. */
export const filterFields = Object.fromEntries(fieldsOf("query")) as {
  [Name in FilterName]: Filters[Name]["query"];
};

/** What the tool takes. */
export const filterInputs = Object.fromEntries(fieldsOf("input")) as {
  [Name in FilterName as Filters[Name]["input"] extends null
    ? never
    : Name]: Filters[Name]["input"];
};

export type FilterValues = z.output<z.ZodObject<typeof filterFields>>;
type Issues = { addIssue(issue: { code: "custom"; path: string[]; message: string }): void };

/** What stands against filters together: the same one twice, and ranges that end before they begin. */
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

/** The same names with these first and those last; the others stay between them as they are. */
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
