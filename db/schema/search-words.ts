import { index, pgTable, text } from "drizzle-orm/pg-core";
import { shortPending } from "./columns.ts";

/** Words of all titles, tags and columns ever published, for correcting misspelt searches. */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (table) => [
  index("search_words_trigrams").using("gin", table.word.op("gin_trgm_ops")).with(shortPending),
]);
