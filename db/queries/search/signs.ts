/** Signs and bytes of vectors for a process that keeps them in its memory: all of them by pages, then what changed. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { embeddingModels, listingEmbeddingSigns, listingEmbeddings } from "../../schema/index.ts";

/** The oldest transaction that a read could not see the end of; a later read begins with what it changed. */
export type ReadFrom = string;

/** `vector`: what weighs it exactly; null where it was not asked for. */
export type ListingSigns = { id: string; signs: Uint8Array; vector: Uint8Array | null };

/** Rows of one read: more have changed when as many come. */
export const changedMax = 5_000;

const oldest = sql`pg_snapshot_xmin(pg_current_snapshot())::text`;
const firstId = "00000000-0000-0000-0000-000000000000";

export type SignsPage = { after: string | null; rowsMax: number; withVectors: boolean };

/** The model's signs by their listings, at most `rowsMax` of those after `after`. */
export async function readSignsPage(
  db: Database,
  modelId: number,
  { after, rowsMax, withVectors }: SignsPage,
): Promise<{ listings: ListingSigns[]; readFrom: ReadFrom }> {
  const [row] = await db.execute<{ records: Uint8Array | null; readFrom: ReadFrom }>(sql`
    select ${records} as records, ${oldest} as "readFrom" from (
      select listing_id, signs, ${vectorBytes(withVectors)} from ${listingEmbeddingSigns}
      where model_id = ${modelId} and listing_id > ${after ?? firstId}::uuid
      order by listing_id limit ${rowsMax}
    ) as page
  `);
  if (row === undefined) throw new Error("an aggregate has a row");
  return { listings: parseRecords(row.records), readFrom: row.readFrom };
}

/** One value for all: rows of the driver would take longer to read than to find. */
const records = sql`string_agg(uuid_send(listing_id) || varbit_send(signs)
  || int4send(coalesce(length(vector), 0)) || coalesce(vector, ''), '\\x'::bytea)`;

/** Looked up one by one: both tables have the same key. */
function vectorBytes(isWanted: boolean): SQL {
  if (!isWanted) return sql`null::bytea as vector`;
  return sql`(select vector from ${listingEmbeddings} as exact
    where exact.model_id = ${listingEmbeddingSigns}.model_id
      and exact.listing_id = ${listingEmbeddingSigns}.listing_id) as vector`;
}

export type Since = { modelId: number; readFrom: ReadFrom; hasVectors: boolean };

/**
 * What changed of a model, as fields of a statement that reads its row: null where nothing is asked. What stands as
 * changed by later transactions than there were yet was restored from another server's dump, and is not new.
 */
export function changesOf(since: Since | null) {
  const changed = sql`(select ${records} from (
    select listing_id, signs, ${vectorBytes(since?.hasVectors === true)} from ${listingEmbeddingSigns}
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
/** Before the bits their number stands, as four bytes, and so does that of the vector's bytes. */
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
    const vectorFrom = to + lengthBytes;
    const end = vectorFrom + all.readUInt32BE(to);
    const vector = end === vectorFrom ? null : all.subarray(vectorFrom, end);
    listings.push({ id: uuidOf(all, at), signs: all.subarray(from, to), vector });
    at = end;
  }
  return listings;
}

function uuidOf(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + idBytes);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${parts.join("-")}-${hex.slice(20)}`;
}
