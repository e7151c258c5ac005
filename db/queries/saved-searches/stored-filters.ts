/** The filters that saved searches are stored with, as one condition for all of them. */
import { type SQL, sql } from "drizzle-orm";
import type { StoredFilters } from "../../../market/saved-search/stored-filters.ts";
import { listings } from "../../schema/index.ts";
import { coversPeriod, valueConditions } from "../search/filters.ts";

const types: Record<keyof StoredFilters, string> = {
  categories: "text[]",
  priceCentsMin: "bigint",
  priceCentsMax: "bigint",
  qualityScoreMin: "float8",
  pricingType: "text",
  formats: "text[]",
  tags: "text[]",
  coversFrom: "date",
  coversTo: "date",
  countries: "text[]",
  languages: "text[]",
  licenseTerms: "text[]",
  sellerId: "uuid",
  updatedSince: "timestamptz",
  rowsMin: "bigint",
  rowsMax: "bigint",
  bytesMin: "bigint",
  bytesMax: "bigint",
  hasPersonalData: "boolean",
  free: "boolean",
};

const asked = (name: keyof StoredFilters) => sql`asked.${sql.identifier(name)}`;
const fields = sql.raw(
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", "),
);

const byValue = Object.entries(valueConditions).map(([name, holds]) => {
  const value = asked(name as keyof typeof valueConditions);
  return sql`(${value} is null or ${holds(value)})`;
});
const [from, to] = [asked("coversFrom"), asked("coversTo")];
const all = [
  ...byValue,
  sql`case when ${from} is null then ${to} is null or ${coversPeriod(undefined, to)}
    when ${to} is null then ${coversPeriod(from, undefined)} else ${coversPeriod(from, to)} end`,
  sql`(${asked("hasPersonalData")} is null or ${listings.hasPersonalData} = ${asked("hasPersonalData")})`,
  sql`(${asked("free")} is null or (${listings.priceCents} = 0) = ${asked("free")})`,
];

/** That the listing of the row, which is on sale, meets these filters of a saved search: none are null. */
export function meetsStored(filters: SQL): SQL {
  return sql`(${filters} = '{}' or exists (
    select from jsonb_to_record(${filters}) as asked (${fields}) where ${sql.join(all, sql` and `)}))`;
}
