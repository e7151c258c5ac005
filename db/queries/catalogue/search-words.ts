/** The words of the catalogue, by which misspelt searches are mended. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, searchWords } from "../../schema/index.ts";

/** Shorter words are spelt too much alike; longer ones are no words. */
const wordCharsMin = 3;
const wordCharsMax = 40;

/** Adds the words of a published listing. In their order, so that two at once never lock each other. */
export async function learnWords(tx: Database, listingId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${searchWords} (word)
    select distinct word
    from ${listings}, unnest(tsvector_to_array(to_tsvector('simple',
      title || ' ' || split_identifiers(tags) || ' ' || split_identifiers(column_names)))) as word
    where id = ${listingId} and length(word) between ${wordCharsMin} and ${wordCharsMax}
      and word !~ '^[0-9.-]+$'
    order by word
    on conflict do nothing
  `);
}

/** Each word that was never published, replaced by the one spelt most alike, where there is one. */
export async function mendWords(db: Database, words: string): Promise<string> {
  const [row] = await db.execute<{ mended: string | null }>(sql`
    select string_agg(coalesce(known.word, alike.word, given.word), ' ' order by position) as mended
    from regexp_split_to_table(lower(${words}), '[^[:alnum:]]+') with ordinality
      as given (word, position)
    left join ${searchWords} as known on known.word = given.word
    left join lateral (
      select word from ${searchWords} as candidate
      where known.word is null and candidate.word % given.word
      order by similarity(candidate.word, given.word) desc, candidate.word
      limit 1
    ) as alike on true
    where given.word <> ''
  `);
  return row?.mended ?? words;
}
