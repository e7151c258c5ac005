import { type SQL, sql } from "drizzle-orm";

/**
 * Dashes not separated by a letter or digit: each would negate the next, and Postgres fails
 * ("tsquery stack too small") at the 33rd.
 */
const heapedDashes = /-(?:[^\p{L}\p{N}]*-)+/gu;

/**
 * A text query from words typed by a person: words, "phrases" and -not. Repeated dashes are
 * ignored: `a -- b` means the words a and b.
 */
export function textQuery(words: string): SQL {
  return sql`websearch_to_tsquery('english', ${words.replace(heapedDashes, " ")})`;
}
