/** How the datasets of a page match the words of a search: what is marked in their texts, and by which words. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { listings } from "../../schema/index.ts";
import { uuidArray } from "./arrays.ts";
import { matches } from "./terms.ts";

/** Characters that no text of a listing may hold: they stand around what matched. */
export const markStart = "\u0002";
export const markEnd = "\u0003";

/** What is looked at of a listing: more characters or names cost more than they tell. */
const descriptionCharsMax = 2000;
const columnsReadMax = 200;
/** A description that is no longer is shown whole: a fragment begins with the first word that was found. */
const wholeDescriptionCharsMax = 200;
const namesShownMax = 10;

const marks = `StartSel="${markStart}", StopSel="${markEnd}"`;
const wholeText = `HighlightAll=true, ${marks}`;
const fragment = `MaxFragments=1, MaxWords=24, MinWords=8, ${marks}`;

export type AskedWords = {
  /** All words, by any way to say them. */
  any: string;
  /** The same in titles, in tags and columns, and in descriptions. */
  byField: { title: string; names: string; description: string };
  /** Each way to say a word. */
  alternatives: string[];
};

export type Explained = {
  id: string;
  /** With marks; null where nothing of it matches. */
  title: string | null;
  /** A fragment with marks. */
  description: string | null;
  tags: string[];
  columns: string[];
  /** Indices of the alternatives that match. */
  alternatives: number[];
};

/** `ids`: at most a page. What is in no text any more has no row. */
export async function explainMatches(
  db: Database,
  ids: string[],
  { any, byField, alternatives }: AskedWords,
): Promise<Explained[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute<Explained>(sql`
    ${prepared} with asked as materialized (
      select (position - 1)::int as index, query::tsquery as query
      from jsonb_array_elements_text(${JSON.stringify(alternatives)}::text::jsonb) with ordinality
        as alternative (query, position)
    )
    select id,
      case when ${matches(byField.title)}
        then ts_headline('english', title, ${any}::tsquery, ${wholeText}) end as title,
      case when ${matches(byField.description)}
        then ts_headline('english', left(description, ${descriptionCharsMax}), ${any}::tsquery,
          case when length(description) <= ${wholeDescriptionCharsMax} then ${wholeText}
            else ${fragment} end) end as description,
      ${matchingNames(sql`tags`, byField.names, any)} as tags,
      ${matchingNames(sql.raw(`column_names[1:${columnsReadMax}]`), byField.names, any)} as columns,
      array(select index from asked where ${listings.searchVector} @@ asked.query
        order by index) as alternatives
    from ${listings} where ${listings.id} = any(${uuidArray(ids)})
  `);
  return [...rows];
}

/** Names are stemmed one by one where the listing has a match among them, else not at all. */
function matchingNames(names: ReturnType<typeof sql>, inNames: string, any: string) {
  return sql`case when ${matches(inNames)} then array(
    select name from unnest(${names}) with ordinality as named (name, position)
    where to_tsvector('english', split_identifiers(array[name])) @@ ${any}::tsquery
    order by position limit ${namesShownMax}) else '{}' end`;
}
