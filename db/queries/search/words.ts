/** The catalogue's words, for correcting misspelt searches. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { listings, searchWords } from "../../schema/index.ts";

/** Shorter words resemble too many others; longer ones are not words. */
const wordCharsMin = 3;
const wordCharsMax = 40;

/** Adds the words of a published listing, sorted, so that concurrent calls do not deadlock. */
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

/** A word as typed, in lower case; `alike` is empty if the catalogue contains it. */
export type ReadWord = { word: string; alike: string[] };

/** Most similar words read per word (by trigrams), most similar first. */
const alikeWordsMax = 12;

/** The words of each text in order, with similar words for those that no listing contains. */
export async function readAlike(
  db: Database,
  texts: string[],
): Promise<{ text: string; words: ReadWord[] }[]> {
  const rows = await db.execute<{ text: string; words: ReadWord[] }>(sql`
    select ${prepared} typed.text, json_agg(json_build_object('word', given.word,
      'alike', case when known.word is null then near.words else '[]' end)
      order by given.position) as words
    from jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb) as typed (text),
      regexp_split_to_table(lower(typed.text), '[^[:alnum:]]+') with ordinality as given (word, position)
    left join ${searchWords} as known on known.word = given.word
    left join lateral (
      select coalesce(json_agg(word), '[]') as words from (
        select word from ${searchWords} as candidate
        where known.word is null and candidate.word % given.word
        order by similarity(candidate.word, given.word) desc, candidate.word
        limit ${alikeWordsMax}
      ) as candidates
    ) as near on true
    where given.word <> ''
    group by typed.text
  `);
  return [...rows];
}
