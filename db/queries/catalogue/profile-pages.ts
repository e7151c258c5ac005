/** Reads a profile in parts: a page shows fifty of a table's ten thousand columns. */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, profiles, uploads } from "../../schema/index.ts";
import { type FileScope, isFileOf, isInScope } from "./catalogue.ts";

export type ProfilePart = {
  /** Everything except the columns. */
  head: Record<string, unknown>;
  columns: unknown[];
};

/** Null without a profile. `first`: index (from 0) of the first column wanted. */
export async function findProfilePart(
  db: Database,
  scope: FileScope,
  { first, count }: { first: number; count: number },
): Promise<ProfilePart | null> {
  const [row] = await db
    .select({
      head: sql<ProfilePart["head"]>`(
        select json_object_agg(key, value) from json_each(${profiles.profile}) where key <> 'columns'
      )`,
      columns: sql<unknown[]>`(
        select coalesce(json_agg(c order by position), '[]')
        from json_array_elements(${profiles.profile} -> 'columns') with ordinality as columns (c, position)
        where position > ${first} and position <= ${first + count}
      )`,
    })
    .from(listings)
    .innerJoin(uploads, isFileOf)
    .innerJoin(profiles, eq(profiles.uploadId, uploads.id))
    .where(isInScope(scope));
  return row ?? null;
}
