/** Text queries for saved searches, and how common words, tags and columns are. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";

/** The part of a tsquery that an index could answer, as text; empty if nothing is required. */
export async function readQueryTree(db: Database, query: string): Promise<string> {
  const [row] = await db.execute<{ tree: string }>(sql`
    select querytree(${query}::tsquery) as tree`);
  return row?.tree ?? "";
}

/** By value: the share of listings that contain it. Uncommon values are absent. */
export type CommonShares = Record<"words" | "tags" | "columns", Map<string, number>>;

const columnsOf = { words: "search_vector", tags: "tags", columns: "column_names" } as const;

/** From the statistics of `analyze`, without reading listings. */
export async function readCommonShares(
  db: Database,
  { lexemes, tags, columns }: { lexemes: string[]; tags: string[]; columns: string[] },
): Promise<CommonShares> {
  const asked = { words: lexemes, tags, columns };
  const shares: CommonShares = { words: new Map(), tags: new Map(), columns: new Map() };
  if (Object.values(asked).every((values) => values.length === 0)) return shares;
  const rows = await db.execute<{ attname: string; value: string; share: number }>(sql`
    select attname, value, share
    from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs)
      as common (value, share)
    where schemaname = 'public' and tablename = 'listings'
      and attname in ('search_vector', 'tags', 'column_names')
      and value in (select jsonb_array_elements_text(${JSON.stringify(Object.values(asked).flat())}::jsonb))
  `);
  for (const { attname, value, share } of rows) {
    for (const [kind, column] of Object.entries(columnsOf)) {
      if (column === attname) shares[kind as keyof CommonShares].set(value, share);
    }
  }
  return shares;
}
