import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A name's words in lower case with a space between them, for finding it by its beginning. */
export const nameWords = (name: SQLWrapper): SQL =>
  sql`regexp_replace(lower(${name}), '[^[:alnum:]]+', ' ', 'g')`;
