/** A search's words as Postgres text queries, and how common they are. */
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { listings } from "../../schema/index.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { readStatistics } from "./statistics.ts";

/**
 * `config`: the text search configuration for stemming. `forms`: other forms of the words; if there
 * are any, they are searched instead of the stem.
 */
export type Wording = { config: string; words: string; forms: readonly string[] };

/**
 * `query` is a tsquery as Postgres prints it; empty if there are only stop words or punctuation.
 */
type WordingQuery = { query: string; share: number | null };

export type Wordings = {
  /** Approximate number of active listings. */
  listings: number;
  /** In the order of the request. `share`: share of the listings; null if it is not common. */
  queries: WordingQuery[];
};

/** The query for each wording, and its share of all listings if all its words are common. */
export async function readWordings(db: Database, wordings: Wording[]): Promise<Wordings> {
  if (wordings.length === 0) return { listings: 0, queries: [] };
  const [{ listings: known, commonWords }, stems] = await Promise.all([
    readStatistics(db),
    readStems(db, wordings),
  ]);
  const queries = stems.map(({ query, lexemes }) => {
    const shares = lexemes.map((lexeme) => commonWords.get(lexeme));
    const common = shares.filter((share) => share !== undefined);
    const areCommon = common.length > 0 && common.length === shares.length;
    return { query, share: areCommon ? Math.min(...common) : null };
  });
  return { listings: known, queries };
}

/** A wording's query, and its words stemmed as in the catalogue. */
type Stems = { query: string; lexemes: string[] };

/** Most cached results: they depend only on the server's dictionaries, and searches repeat. */
const stemsKeptMax = 5000;
/** Longer texts are rarely repeated, so they are not cached. */
const keptCharsMax = 60;
const stemsByPool = new WeakMap<Database, Map<string, Stems>>();

async function readStems(db: Database, wordings: Wording[]): Promise<Stems[]> {
  const kept = stemsByPool.get(db) ?? new Map<string, Stems>();
  stemsByPool.set(db, kept);
  const keyOf = ({ config, words }: Wording) => `${config} ${words}`;
  const unknown = wordings.filter((wording) => !kept.has(keyOf(wording)));
  const asked = unknown.length === 0 ? [] : await askStems(db, unknown);
  const found = new Map(unknown.map((wording, index) => [keyOf(wording), asked[index]]));
  const stems = wordings.map((wording) => found.get(keyOf(wording)) ?? kept.get(keyOf(wording)));
  keepStems(kept, found);
  return stems.map((one) => one ?? { query: "", lexemes: [] });
}

function keepStems(kept: Map<string, Stems>, found: Map<string, Stems | undefined>): void {
  if (kept.size + found.size > stemsKeptMax) kept.clear();
  for (const [key, stems] of found) {
    if (stems !== undefined && key.length <= keptCharsMax) kept.set(key, stems);
  }
}

async function askStems(db: Database, wordings: Wording[]): Promise<Stems[]> {
  const given = JSON.stringify(wordings.map((wording, position) => ({ ...wording, position })));
  const rows = await db.execute<Stems>(sql`
    select ${prepared} (phraseto_tsquery('english', words) || case
        when config = 'english' then ''::tsquery
        when forms <> '[]' then ${anyForm}
        else ${asBeginnings(sql`phraseto_tsquery(config::regconfig, words)`)} end)::text as query,
      tsvector_to_array(to_tsvector('english', words)) as lexemes
    from jsonb_to_recordset(${given}::text::jsonb)
      as given (config text, words text, forms jsonb, position int)
    order by given.position
  `);
  return [...rows];
}

const anyForm = sql`coalesce((select string_agg(distinct one::text, ' | ')::tsquery
  from jsonb_array_elements_text(forms) as form, phraseto_tsquery('english', form) as one
  where numnode(one) > 0), ''::tsquery)`;

/** Shorter stems are prefixes of too many other words. */
const beginningCharsMin = 5;

/** Listings are stemmed as English, so a stem in another language is matched as a prefix. */
function asBeginnings(query: SQL): SQL {
  const stem = `'([^']{${beginningCharsMin},})'`;
  return sql`regexp_replace(${query}::text, ${stem}, ${"'\\1':*"}, 'g')::tsquery`;
}

/** Number of active listings that match each query, counted up to `max`. */
export async function countHolding(db: Database, queries: string[], max: number) {
  if (queries.length === 0) return [];
  const [row] = await db.execute<{ counts: number[] }>(sql`
    select ${holdingCounts(queries, max)} as counts`);
  return row?.counts ?? [];
}

/** The same as an expression for another statement. */
export function holdingCounts(queries: string[], max: number): SQL {
  const counts = queries.map(
    (query) => sql`(select count(*)::int from (
      select from ${listings} where ${and(isActive, matches(query))} limit ${max}) as few)`,
  );
  return sql`array[${sql.join(counts, sql`, `)}]::int[]`;
}

/** Whether the listing's words match a tsquery. */
export function matches(query: string): SQL {
  return sql`${listings.searchVector} @@ ${query}::tsquery`;
}
