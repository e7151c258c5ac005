/** Counts a search's results by the values of each facet. */
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auctions, listings } from "../../schema/index.ts";
import { textArray } from "./arrays.ts";
import type { SearchFilters } from "./filters.ts";
import { type Listed, listedConditions } from "./listings.ts";

export type FacetCounts = {
  /** Most frequent values of each facet first. */
  rows: { facet: FacetName; value: string; total: number }[];
  /** Facets counted from a sample, or only from the first {@link facetListingsMax} listings. */
  partly: FacetName[];
};

type Row = { facet: string; value: string; total: number };

/** Most listings counted per search: the first ones that the database finds. */
export const facetListingsMax = 5_000;

/** Most values shown per facet; one more is read, to know whether there are more. */
export const facetValuesMax = 50;

type Facet = {
  /** The value or values of a row of `found`, or the input of its `label`. */
  value: SQL;
  /** Joined to it if a listing has several values. */
  from?: SQL;
  /** Joined to each `counted.value` that counts towards several values. */
  spread?: SQL;
  /** How `counted.value` is shown. */
  label?: SQL;
  /** Most listings counted, if each has many values. */
  listingsMax?: number;
  /** The filters on this facet's values; it is counted as if they were not given. */
  filters: readonly (keyof SearchFilters)[];
};

const each = (array: SQL): SQL => sql`cross join lateral unnest(${array}) as one (value)`;

const counted = sql`counted.value`;

/** Ranges of a whole number by its digits in groups: `0-9`, `10-99` and so on. */
function magnitude(number: SQL, digits: number): Pick<Facet, "value" | "label"> {
  return {
    value: sql`(length(${number}::text) - 1) / ${digits}::int * ${digits}::int`,
    label: sql`case when ${counted} is null then 'unknown' else
      case ${counted} when 0 then '0' else '1' || repeat('0', ${counted}) end
      || '-' || repeat('9', ${counted} + ${digits}::int) end`,
  };
}

/** The lowest price of each range in cents. */
const priceSteps = [0, 1, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const priceRanges = priceSteps.map((from, at) => {
  const next = priceSteps[at + 1];
  return `${from}-${next === undefined ? "" : next - 1}`;
});

/** Ranges of the current price, each including both ends; free datasets are `0-0`. */
const priceRange = {
  value: sql`width_bucket(price_cents, ${sql.raw(`array[${priceSteps.join()}]`)})`,
  label: sql`(${textArray(priceRanges)})[${counted}]`,
};

/**
 * Decades that a listing's period overlaps, from 189 for everything before 1900 to 210 for
 * everything from 2100 on. Avoids generate_series, because the planner assumes a thousand rows for
 * each and would JIT-compile the statement.
 */
const decades = sql`cross join lateral (
  select case decade when 189 then '-1899' when 210 then '2100-'
    else decade || '0-' || decade || '9' end as value
  from unnest(${sql.raw(`array[${Array.from({ length: 22 }, (_, at) => 189 + at).join()}]`)}) as decade
  where covers_from is not null
    and decade between least(greatest(extract(year from covers_from)::int / 10, 189), 210)
      and least(greatest(extract(year from covers_to)::int / 10, 189), 210)) as one`;

/** At most this many days old; each range includes the shorter ones. */
const age = {
  value: sql`case when updated >= now() - interval '7 days' then 7
    when updated >= now() - interval '30 days' then 30
    when updated >= now() - interval '365 days' then 365 else 366 end`,
  spread: sql`join (values ('7d', 7), ('30d', 30), ('365d', 365), ('all', 366)) as age (value, days)
    on counted.value <= age.days`,
  label: sql`age.value`,
};

/** Each range includes the higher ones; without a score it is 0. */
const quality = {
  value: sql`case when quality_score >= 0.9 then 90 when quality_score >= 0.8 then 80
    when quality_score >= 0.7 then 70 when quality_score >= 0.5 then 50 else 0 end`,
  spread: sql`join (values ('0.9', 90), ('0.8', 80), ('0.7', 70), ('0.5', 50), ('0', 0))
    as least (value, score) on counted.value >= least.score`,
  label: sql`least.value`,
};

/** Open or upcoming auctions by remaining days; each range includes the shorter ones. */
const ending = {
  value: sql`case when ends_at < now() + interval '1 day' then 1
    when ends_at < now() + interval '7 days' then 7
    when ends_at < now() + interval '30 days' then 30 when ends_at is not null then 31 end`,
  spread: sql`join (values ('1d', 1), ('7d', 7), ('30d', 30), ('all', 31)) as left_over (value, days)
    on counted.value <= left_over.days`,
  label: sql`left_over.value`,
};

/** Most columns counted per listing, because some tables have thousands. */
const facetColumnsMax = 50;
const facetColumnListingsMax = 500;
const columnNames = sql`column_names[1:${sql.raw(String(facetColumnsMax))}]`;

/** Types and meanings of columns in the syntax of the filter `columns`: `:latitude`. */
const columnKinds = sql`cross join lateral (
  select value from unnest(column_facts) as fact (value) where value like ':%') as one`;

const only = sql`one.value`;

const priceFilters = ["free", "min_price_cents", "max_price_cents"] as const;

const facets = {
  category: { value: sql`category`, filters: ["category"] },
  format: { value: sql`coalesce(format, 'unknown')`, filters: ["format"] },
  pricing_type: { value: sql`pricing_type`, filters: ["pricing_type"] },
  price: {
    value: sql`price_cents = 0`,
    label: sql`case when ${counted} then 'free' else 'paid' end`,
    filters: priceFilters,
  },
  price_range: { ...priceRange, filters: priceFilters },
  license: { value: sql`coalesce(license_id, 'unknown')`, filters: ["license"] },
  license_group: { value: only, from: each(sql`license_terms`), filters: ["license"] },
  country: { value: only, from: each(sql`countries`), filters: ["country"] },
  language: { value: only, from: each(sql`languages`), filters: ["language"] },
  covers: { value: only, from: decades, filters: ["covers_from", "covers_to"] },
  updated: { ...age, filters: ["updated_since"] },
  seller: { value: sql`agent_id`, label: sql`${counted}::text`, filters: ["seller"] },
  // A listing must have all requested tags, so there are no alternatives to choose from.
  tags: { value: only, from: each(sql`tags`), filters: [] },
  // The same holds for columns.
  columns: {
    ...{ value: only, from: each(columnNames), filters: [] },
    listingsMax: facetColumnListingsMax,
  },
  column_kinds: {
    ...{ value: only, from: columnKinds, filters: [] },
    listingsMax: facetColumnListingsMax,
  },
  quality: { ...quality, filters: ["min_quality_score"] },
  ending: { ...ending, filters: ["ending_before"] },
  rows: { ...magnitude(sql`row_count`, 1), filters: ["min_rows", "max_rows"] },
  bytes: { ...magnitude(sql`byte_size`, 3), filters: ["min_bytes", "max_bytes"] },
  has_personal_data: {
    value: sql`has_personal_data`,
    label: sql`coalesce(${counted}::text, 'unknown')`,
    filters: ["has_personal_data"],
  },
} as const satisfies Record<string, Facet>;

export type FacetName = keyof typeof facets;

export const facetNames = Object.keys(facets) as FacetName[];

export type FacetSearch = {
  listed: Listed;
  /** A sample that represents all listings; null to count all of them. */
  sample: readonly string[] | null;
  /** The groups of licences. */
  licenseGroups: readonly string[];
};

/**
 * Counts the listings by each facet, each as if its own filter were not given, so that callers see
 * the alternatives. One statement, which reads the sample or at most {@link facetListingsMax}
 * listings for all facets, and the same again for each given filter.
 */
export async function countFacets(
  db: Database,
  { listed, sample, licenseGroups }: FacetSearch,
): Promise<FacetCounts> {
  const all = sample === null ? listed : { ...listed, words: null, ids: [...sample] };
  const sources = new Map([[allFound, source(allFound, all)]]);
  const sourceOf = new Map<string, string>();
  for (const [name, { filters }] of Object.entries<Facet>(facets)) {
    const isGiven = filters.some((filter) => listed.filters[filter] !== undefined);
    const from = isGiven ? `found_${name}` : allFound;
    sourceOf.set(name, from);
    if (isGiven) sources.set(from, source(from, without(listed, filters)));
  }
  const counts = Object.entries<Facet>(facets).map(([name, facet]) =>
    countOf(name, facet, sourceOf.get(name) ?? allFound, licenseGroups),
  );
  const sizes = [...sources.keys()].map(
    (name) => sql`(select ${sizeOf}::text, ${name}::text, count(*)::int from ${sql.raw(name)})`,
  );
  const rows = await db.execute<Row>(sql`
    with ${sql.join([...sources.values()], sql`, `)}
    ${sql.join([...counts, ...sizes], sql` union all `)}`);
  const sizeOfSource = new Map(
    rows.filter(({ facet }) => facet === sizeOf).map(({ value, total }) => [value, total]),
  );
  const isPartly = (name: FacetName): boolean => {
    const from = sourceOf.get(name) ?? "";
    const { listingsMax = facetListingsMax - 1 }: Facet = facets[name];
    const isSampled = sample !== null && from === allFound;
    return isSampled || (sizeOfSource.get(from) ?? 0) > listingsMax;
  };
  return {
    rows: rows.filter((row): row is FacetCounts["rows"][number] => row.facet !== sizeOf),
    partly: facetNames.filter(isPartly),
  };
}

/** The source for facets without a given filter. */
const allFound = "found";

/** In place of a facet name: the number of rows in a source. */
const sizeOf = "size";

function without(listed: Listed, names: readonly (keyof SearchFilters)[]): Listed {
  const left = Object.fromEntries(names.map((name) => [name, undefined]));
  return { ...listed, filters: { ...listed.filters, ...left } };
}

function source(name: string, listed: Listed): SQL {
  return sql`${sql.raw(name)} as materialized (
    select category, format, pricing_type, price_cents, license_id, license_terms, countries,
      languages, covers_from, covers_to, agent_id, tags, row_count, byte_size, has_personal_data,
      column_names, column_facts, quality_score,
      case when pricing_type <> 'buy_it_now' then (select ends_at from ${auctions}
        where listing_id = ${listings.id} and closed_at is null) end as ends_at,
      coalesce(version_published_at, published_at) as updated
    from ${listings} where ${and(...listedConditions(listed))} limit ${facetListingsMax})`;
}

function foundBy(from: string, { listingsMax }: Facet): SQL {
  if (listingsMax === undefined) return sql.raw(from);
  return sql`(select * from ${sql.raw(from)} limit ${listingsMax}) as few`;
}

function countOf(name: string, facet: Facet, from: string, groups: readonly string[]): SQL {
  const known = name === "license_group" ? sql`where one.value = any(${textArray(groups)})` : sql``;
  const total = facet.spread === undefined ? sql`total` : sql`sum(total)::int`;
  const again = facet.spread === undefined ? sql`` : sql`group by 2`;
  return sql`(select ${name}::text as facet, ${facet.label ?? counted} as value, ${total} as total
    from (select ${facet.value} as value, count(*)::int as total
      from ${foundBy(from, facet)} ${facet.from ?? sql``} ${known} group by 1) as counted
    ${facet.spread ?? sql``} ${again}
    order by 3 desc, 2 limit ${facetValuesMax + 1})`;
}
