/**
 * How the datasets of a page match a search's words: marks in their texts, and the matching words.
 */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { listings } from "../../schema/index.ts";
import { uuidArray } from "./arrays.ts";
import { matches } from "./terms.ts";

/** Characters that a listing's text cannot contain; they surround matches. */
export const markStart = "\u0002";
export const markEnd = "\u0003";

/**
 * Most characters and names examined per listing, because more would cost more than they are worth.
 */
const descriptionCharsMax = 2000;
const columnsReadMax = 200;
/**
 * Up to this length, a description is shown whole; otherwise a fragment begins at the first match.
 */
const wholeDescriptionCharsMax = 200;
const namesShownMax = 10;

const marks = `StartSel="${markStart}", StopSel="${markEnd}"`;
const wholeText = `HighlightAll=true, ${marks}`;
const fragment = `MaxFragments=1, MaxWords=24, MinWords=8, ${marks}`;

export type AskedWords = {
  /** All words, in any of their forms. */
  any: string;
  /** The same for titles, for tags and columns, and for descriptions. */
  byField: { title: string; names: string; description: string };
  /** Each form of a word. */
  alternatives: string[];
};

export type Explained = {
  id: string;
  /** With marks; null if it does not match. */
  title: string | null;
  /** A fragment with marks. */
  description: string | null;
  tags: string[];
  columns: string[];
  /** Indexes of the matching alternatives. */
  alternatives: number[];
};

/** `ids`: at most one page. Datasets whose texts no longer match have no row. */
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

/** Stems names one by one only if the listing has a match among them. */
function matchingNames(names: ReturnType<typeof sql>, inNames: string, any: string) {
  return sql`case when ${matches(inNames)} then array(
    select name from unnest(${names}) with ordinality as named (name, position)
    where to_tsvector('english', split_identifiers(array[name])) @@ ${any}::tsquery
    order by position limit ${namesShownMax}) else '{}' end`;
}
