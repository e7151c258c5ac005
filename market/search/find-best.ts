/** Which reading of a query is answered: with the filters that its words may say, or without. */
import type { Database } from "../../db/client.ts";
import type { PlannedQuery } from "./choose-reading.ts";
import { findPage, type ResultPage, type ResultPageRequest, wordsAsked } from "./find-page.ts";
import { countExact } from "./match-words.ts";

type Best = { found: ResultPage; reading: PlannedQuery };

/**
 * The reading that finds what was asked for: filters that words say never empty an answer that the
 * plain words fill. Where they were all that was said, some of their words are no match: nothing is
 * found, and the suggestions say which filter empties it. A later page keeps the reading of the first.
 */
export async function findBest(
  db: Database,
  readings: PlannedQuery[],
  asked: ResultPageRequest,
): Promise<Best> {
  const [first, ...others] = readings;
  if (first === undefined) throw new Error("a query has a reading");
  const kept = readings.find(({ name }) => name === asked.after?.walk?.reading) ?? first;
  const found = await findPage(db, kept, asked);
  if (asked.after !== null || others.length === 0) return { found, reading: kept };
  if (hasExact(found)) return { found, reading: kept };
  for (const reading of others.toReversed()) {
    if ((await countExact(db, wordsAsked(reading, asked))) === 0) continue;
    return { found: await findPage(db, reading, asked), reading };
  }
  if (isByWords(found)) return { found, reading: kept };
  const areFiltersAll = others.every(({ name }) => name === "plain");
  for (const reading of areFiltersAll ? [] : others) {
    const instead = await findPage(db, reading, asked);
    if (isByWords(instead)) return { found: instead, reading };
  }
  return { found, reading: kept };
}

/** What meaning alone finds behind a filter that words said is less than what all words find without it. */
function isByWords({ total, words }: ResultPage): boolean {
  if (words === null || words.ranked === null) return total > 0;
  return words.ranked.some((match) => match.isByWords);
}

/** Partial matches may stand after those that match all. */
function hasExact({ total, words }: ResultPage): boolean {
  if (words?.isPartial !== true) return total > 0;
  return [...words.matches.values()].some(({ isExact }) => isExact);
}
