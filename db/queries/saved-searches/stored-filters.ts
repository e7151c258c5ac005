/** The filters stored with saved searches, as one condition for all of them. */
import { type SQL, sql } from "drizzle-orm";
import { coversPeriod, type SearchFilters, storedConditions } from "../search/filters.ts";

export type StoredFilters = Partial<Record<keyof SearchFilters, unknown>>;

const names = new Set<string>(storedConditions.map(({ name }) => name));

/** The stored filters; null if one cannot be stored: columns, a bounding box, open auctions. */
export function storedFilters(filters: SearchFilters): StoredFilters | null {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return given.every(([name]) => names.has(name)) ? Object.fromEntries(given) : null;
}

const asked = (name: keyof SearchFilters) => sql`asked.${sql.identifier(name)}`;
const fields = sql.raw(storedConditions.map(({ name, type }) => `"${name}" ${type}`).join(", "));

const byValue = storedConditions.flatMap(({ name, meets }) =>
  meets === null ? [] : [sql`(${asked(name)} is null or ${meets(asked(name))})`],
);
const [from, to] = [asked("covers_from"), asked("covers_to")];
const all = [
  ...byValue,
  sql`case when ${from} is null then ${to} is null or ${coversPeriod(undefined, to)}
    when ${to} is null then ${coversPeriod(from, undefined)} else ${coversPeriod(from, to)} end`,
];

/**
 * Whether the row's listing, which is on sale, meets the stored filters of a saved search; null
 * means no filters.
 */
export function meetsStored(filters: SQL): SQL {
  return sql`(${filters} = '{}' or exists (
    select from jsonb_to_record(${filters}) as asked (${fields}) where ${sql.join(all, sql` and `)}))`;
}
