/** Columns that may be keys, for some of the listings that `search-listings.ts` generates. */
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type NewColumn, storeJoinColumns } from "../../db/queries/search/join-columns.ts";
import { JOIN_HASH_LIMIT } from "../../market/profile/join/vocabulary.ts";
import { listingIdOf, uploadIdOf } from "../search-listings.ts";

const columnsOfEach = 20;
const hashesOfEach = 128;
/** The number of listings that share the same columns. */
export const joinedTogether = 100;

/**
 * Gives each of the first `listings` listings twenty columns, which 99 other listings have as well.
 */
export async function fillJoins(db: Database, listings: number, keyId: string): Promise<void> {
  const [kept] = await db.execute(sql`select from join_columns limit 1`);
  if (kept !== undefined) return;
  for (let n = 1; n <= listings; n += 1) {
    const group = Math.floor((n - 1) / joinedTogether);
    const columns = Array.from({ length: columnsOfEach }, (_, at) => columnOf(group, at));
    const file = { uploadId: uploadIdOf(n), listingId: listingIdOf(n), keyId };
    await db.transaction((tx) => storeJoinColumns(tx, file, columns));
  }
  await db.execute(sql`vacuum analyze join_hashes`);
  await db.execute(sql`vacuum analyze join_columns`);
}

function columnOf(group: number, at: number): NewColumn {
  const first = group * columnsOfEach + at + 1;
  // Multiples of the golden ratio spread evenly and are the same in every run.
  const hashes = Array.from({ length: hashesOfEach }, (_, index) =>
    Math.floor((((first * hashesOfEach + index) * 0.618_033_988_749_895) % 1) * JOIN_HASH_LIMIT),
  ).sort((one, other) => one - other);
  return {
    tableName: null,
    name: `key${at}`,
    type: "string",
    meaning: null,
    distinct: hashesOfEach,
    values: 1000,
    areNumbers: false,
    charsMax: 12,
    share: 1,
    chooser: "all",
    below: JOIN_HASH_LIMIT,
    hashes,
    shown: [],
  };
}
