/** How words that somebody has typed become a query of Postgres' text search. */
import { type SQL, sql } from "drizzle-orm";

/**
 * Dashes that no letter or digit parts: each would be a "not" of the next, and Postgres gives up
 * ("tsquery stack too small") at the 33rd.
 */
const heapedDashes = /-(?:[^\p{L}\p{N}]*-)+/gu;

/** Words, "phrases" and -not. Heaped dashes mean nothing: `a -- b` are the words a and b. */
export function textQuery(words: string): SQL {
  return sql`websearch_to_tsquery('english', ${words.replace(heapedDashes, " ")})`;
}
