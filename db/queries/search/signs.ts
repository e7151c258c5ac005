/** Signs of vectors for a process that keeps them in its memory: all of them by pages, then what changed. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { embeddingModels, listingEmbeddingSigns } from "../../schema/index.ts";

/** The oldest transaction that a read could not see the end of; a later read begins with what it changed. */
export type ReadFrom = string;

export type ListingSigns = { id: string; signs: Uint8Array };

/** Rows of one read: more have changed when as many come. */
export const changedMax = 5_000;

const oldest = sql`pg_snapshot_xmin(pg_current_snapshot())::text`;
const firstId = "00000000-0000-0000-0000-000000000000";

/** The model's signs by their listings, at most `rowsMax` of those after `after`. */
export async function readSignsPage(
  db: Database,
  modelId: number,
  { after, rowsMax }: { after: string | null; rowsMax: number },
): Promise<{ listings: ListingSigns[]; readFrom: ReadFrom }> {
  const [row] = await db.execute<{ records: Uint8Array | null; readFrom: ReadFrom }>(sql`
    select ${records} as records, ${oldest} as "readFrom" from (
      select listing_id, signs from ${listingEmbeddingSigns}
      where model_id = ${modelId} and listing_id > ${after ?? firstId}::uuid
      order by listing_id limit ${rowsMax}
    ) as page
  `);
  if (row === undefined) throw new Error("an aggregate has a row");
  return { listings: parseRecords(row.records), readFrom: row.readFrom };
}

/** One value for all: rows of the driver would take longer to read than to find. */
const records = sql`string_agg(uuid_send(listing_id) || varbit_send(signs), '\\x'::bytea)`;

export type Since = { modelId: number; readFrom: ReadFrom };

/**
 * What changed of a model, as fields of a statement that reads its row: null where nothing is asked. What stands as
 * changed by later transactions than there were yet was restored from another server's dump, and is not new.
 */
export function changesOf(since: Since | null) {
  const changed = sql`(select ${records} from (
    select listing_id, signs from ${listingEmbeddingSigns}
    where model_id = ${since?.modelId} and changed_in >= ${since?.readFrom}::xid8
      and changed_in < pg_snapshot_xmax(pg_current_snapshot())
    order by changed_in limit ${changedMax}
  ) as changed where ${embeddingModels.id} = ${since?.modelId})`;
  return {
    changed: (since === null ? sql`null` : changed) as SQL<Uint8Array | null>,
    readFrom: oldest as SQL<ReadFrom>,
  };
}

const idBytes = 16;
/** Before the bits their number stands, as four bytes. */
const lengthBytes = 4;

/** The records of {@link records}; the bits of the last byte that are none are zero. */
export function parseRecords(bytes: Uint8Array | null): ListingSigns[] {
  const listings: ListingSigns[] = [];
  if (bytes === null) return listings;
  const { buffer, byteOffset, byteLength } = bytes;
  const all = Buffer.from(buffer, byteOffset, byteLength);
  for (let at = 0; at < all.length; ) {
    const from = at + idBytes + lengthBytes;
    const to = from + Math.ceil(all.readUInt32BE(at + idBytes) / 8);
    listings.push({ id: uuidOf(all, at), signs: all.subarray(from, to) });
    at = to;
  }
  return listings;
}

function uuidOf(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + idBytes);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${parts.join("-")}-${hex.slice(20)}`;
}
