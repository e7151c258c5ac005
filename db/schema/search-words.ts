/** The table of words that searches are mended by. */
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { shortPending } from "./columns.ts";

/** The words of titles, tags and columns that were ever published: misspelt ones are mended by it. */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (table) => [
  index("search_words_trigrams").using("gin", table.word.op("gin_trgm_ops")).with(shortPending),
]);
