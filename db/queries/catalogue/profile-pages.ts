/** A profile in parts: of a table of ten thousand columns a page shows fifty. */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, profiles, uploads } from "../../schema/index.ts";
import { type FileScope, isFileOf, isInScope } from "./catalogue.ts";

export type ProfilePart = {
  /** Everything but the columns. */
  head: Record<string, unknown>;
  columns: unknown[];
};

/** Null without a profile. `first`: position of the first column wanted, from 0. */
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
