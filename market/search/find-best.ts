/** Chooses the reading of a query: with the filters in its words, or without. */
import type { Database } from "../../db/client.ts";
import type { PlannedQuery } from "./choose-reading.ts";
import { findPage, type ResultPage, type ResultPageRequest, wordsAsked } from "./find-page.ts";
import { countExact } from "./match-words.ts";

type Best = { found: ResultPage; reading: PlannedQuery };

/**
 * Filters read from words never empty an answer that the plain words fill. If filters were all that
 * was said, a match of some of their words does not count: nothing is found, and the suggestions say
 * which filter empties the answer. A later page keeps the first page's reading.
 */
export async function findBest(
  db: Database,
  readings: PlannedQuery[],
  asked: ResultPageRequest,
): Promise<Best> {
  const [first, ...others] = readings;
  if (first === undefined) throw new Error("a query has no reading");
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

/** A match only by meaning, with filters from words, is worth less than a match of all words without them. */
function isByWords({ total, words }: ResultPage): boolean {
  if (words === null || words.ranked === null) return total > 0;
  return words.ranked.some((match) => match.isByWords);
}

/** Partial matches may follow the exact ones. */
function hasExact({ total, words }: ResultPage): boolean {
  if (words?.isPartial !== true) return total > 0;
  return [...words.matches.values()].some(({ isExact }) => isExact);
}
