/** Facts of a few listings that decide whether they meet a buyer's need. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, profiles } from "../../schema/index.ts";
import type { ColumnAsk } from "../../vocabulary/search.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { uuidArray } from "./arrays.ts";
import { hasColumns } from "./column-facts.ts";

export type NeedFacts = {
  id: string;
  /** For each asked column, whether the listing has it, as the filter `columns` decides. */
  hasColumns: boolean[];
  /** In lower case, the first `columnsMax`. */
  columnNames: string[];
  /** Share of cells with a value; null without a profile. */
  completeness: number | null;
  /** Of the date columns among the first `columnsMax`. */
  dates: { granularity: string; missing: number }[];
};

/** `asks` are at most some twenty, `ids` too: the profile of each is parsed in the database. */
export async function readNeedFacts(
  db: Database,
  ids: readonly string[],
  { asks, columnsMax }: { asks: readonly ColumnAsk[]; columnsMax: number },
): Promise<NeedFacts[]> {
  if (ids.length === 0) return [];
  const dates = sql`(select coalesce(json_agg(json_build_object(
      'granularity', one -> 'dates' ->> 'granularity', 'missing', (one -> 'dates' ->> 'missing')::bigint)), '[]')
    from json_array_elements(${profiles.profile} -> 'columns') with ordinality as columns (one, place)
    where place <= ${columnsMax} and one -> 'dates' ->> 'granularity' is not null)`;
  return await db
    .select({
      id: listings.id,
      hasColumns: booleans(asks.map((ask) => hasColumns([ask]))),
      columnNames: sql<string[]>`${listings.columnNames}[1:${sql.raw(String(columnsMax))}]`,
      completeness: sql<number | null>`(${profiles.profile} -> 'completeness' ->> 'ratio')::float8`,
      dates: sql<NeedFacts["dates"]>`${dates}`,
    })
    .from(listings)
    .leftJoin(profiles, eq(profiles.uploadId, listings.currentUploadId))
    .where(sql`${listings.id} = any(${uuidArray(ids)}) and ${isActive}`);
}

function booleans(conditions: SQL[]): SQL<boolean[]> {
  if (conditions.length === 0) return sql<boolean[]>`'[]'::json`;
  const all = conditions.map((condition) => sql`coalesce(${condition}, false)`);
  return sql<boolean[]>`json_build_array(${sql.join(all, sql`, `)})`;
}
