/** What a search that is being typed may mean: titles, columns and sellers on sale. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { agents, listings } from "../../schema/index.ts";
import { nameWords } from "../../schema/name-words.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { readStatistics } from "./statistics.ts";

/** The words of an unfinished search, each of letters and digits only, in lower case. */
export type TypedWords = {
  whole: readonly string[];
  /** The last word, which may be unfinished. */
  beginning: string;
};

export type Suggestions = {
  datasets: { id: string; title: string }[];
  columns: string[];
  sellers: { id: string; name: string }[];
};

/** Most matching listings that are read. */
const foundMax = 200;
/** If more listings may match, only the newest ones are searched. */
const matchesMax = 5_000;
const newestMax = 1_000;
/** Shorter beginnings may match too many words. */
const beginningCharsMin = 3;
/** Most columns read of one listing, because some tables have thousands. */
const columnsMax = 50;

/** At most `limit` of each kind. It reads few rows, however common the words are. */
export async function findSuggestions(
  db: Database,
  typed: TypedWords,
  limit: number,
): Promise<Suggestions> {
  const { whole, beginning } = typed;
  const inNames = (word: string) => `'${word}':AB`;
  const words = sql`(to_tsquery('english', ${whole.map(inNames).join(" & ")})
    && (to_tsquery('english', ${inNames(beginning)})
      || to_tsquery('simple', ${`'${beginning}':*AB`})))`;
  const columns = sql`id, title, quality_score, column_names`;
  const found = (await areFew(db, beginning))
    ? sql`select ${columns} from ${listings} where ${isActive} and search_vector @@ ${words}`
    : sql`select ${columns} from (select ${columns}, search_vector from ${listings}
        where ${isActive} order by published_at desc, id desc limit ${newestMax}) as newest
        where search_vector @@ ${words}`;
  const text = [...whole, beginning].join(" ");
  const atStart = `(^|[^[:alnum:]])${beginning}`;
  const [row] = await db.execute<Suggestions>(sql`
    with ${prepared} found as materialized (${found} limit ${foundMax})
    select
      (select coalesce(json_agg(json_build_object('id', id, 'title', title)), '[]') from (
        select id, title from found where lower(title) ~ ${atStart}
        order by starts_with(lower(title), ${text}) desc, quality_score desc nulls last, id desc
        limit ${limit}) as one) as datasets,
      (select coalesce(json_agg(name), '[]') from (
        select name from found, unnest(column_names[1:${columnsMax}::int]) as name
        where lower(name) ~ ${atStart}
        group by name order by count(*) desc, name limit ${limit}) as one) as columns,
      (select coalesce(json_agg(json_build_object('id', id, 'name', agent_name)), '[]') from (
        select id, agent_name from ${agents}
        where ${nameWords(agents.agentName)} like ${`${text}%`}
          and state in ('verified', 'revoked') and deleted_at is null and suspended_at is null
          and exists (select from ${listings} where agent_id = ${agents.id} and ${isActive})
        order by agent_name, id limit ${limit}) as one) as sellers`);
  return row ?? { datasets: [], columns: [], sellers: [] };
}

async function areFew(db: Database, beginning: string): Promise<boolean> {
  const { listings: total, commonWords } = await readStatistics(db);
  if (total <= matchesMax) return true;
  if (beginning.length < beginningCharsMin) return false;
  const common = [...commonWords].filter(([word]) => word.startsWith(beginning));
  const share = common.reduce((sum, [, one]) => sum + one, 0);
  return share * total <= matchesMax;
}
