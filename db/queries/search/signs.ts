/**
 * Signs and bytes of vectors, for a process that keeps them in memory: first all by pages, then
 * changes.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { embeddingModels, listingEmbeddingSigns, listingEmbeddings } from "../../schema/index.ts";

/**
 * The oldest transaction that was still running at a read; the next read starts with its changes.
 */
export type ReadFrom = string;

/** `vector`: for exact distances; null if it was not requested. */
export type ListingSigns = { id: string; signs: Uint8Array; vector: Uint8Array | null };

/** Most rows per read; a full result means that there are more. */
export const changedMax = 5_000;

const oldest = sql`pg_snapshot_xmin(pg_current_snapshot())::text`;
const firstId = "00000000-0000-0000-0000-000000000000";

export type SignsPage = { after: string | null; rowsMax: number; withVectors: boolean };

/** The model's signs by listing, at most `rowsMax` after `after`. */
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

/** All rows in one value, because driver rows would take longer to read than to find. */
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
 * A model's changes, as columns of a statement that reads its row; null if not requested. Rows
 * whose transaction lies in the future were restored from another server's dump, and are not new.
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
/** The number of bits comes first, in four bytes; likewise that of the vector's bytes. */
const lengthBytes = 4;

/** Parses {@link records}; unused bits of the last byte are zero. */
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
