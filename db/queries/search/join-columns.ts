/** Hashes of columns that may be keys: written by profile jobs, read by searches. */
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { joinColumns, joinHashes, joinShownHashes, listings } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import { isActive } from "../catalogue/catalogue.ts";

/** A column with its table's name; null for the default table. */
export type TableColumn = Stored["joinColumn"] & { tableName: string | null };

/** `shown`: of a paid file, the hashes of the column's values that its public sample shows. */
export type NewColumn = TableColumn & { shown: number[] };

export type JoinedFile = { uploadId: string; listingId: string; keyId: string };

const hashBytes = 6;
/**
 * Hashes by which a column can be found; columns with many values match small hashes less often.
 */
const postedMax = 64;
const postedOfLargeMax = 128;
const largeDistinctMin = 4096;

/** Replaces an upload's columns, possibly with none, in one statement with one parameter. */
export async function storeJoinColumns(
  tx: Database,
  file: JoinedFile,
  columns: readonly NewColumn[],
): Promise<void> {
  if (columns.length === 0) return await forgetJoinColumns(tx, [file.uploadId]);
  const rows = columns.map(({ hashes, ...column }) => {
    const postedCount = column.distinct < largeDistinctMin ? postedMax : postedOfLargeMax;
    const packed = encodeHashes(hashes).toString("base64");
    return { ...column, hashes: packed, posted: hashes.slice(0, postedCount) };
  });
  await tx.execute(sql`${prepared}
    with earlier as (
      delete from ${joinColumns} where upload_id = ${file.uploadId} returning id, posted, shown
    ), unposted as (
      delete from ${joinHashes} using earlier, unnest(earlier.posted) as held (hash)
      where ${joinHashes.hash} = held.hash and ${joinHashes.columnId} = earlier.id
    ), unshown as (
      delete from ${joinShownHashes} using earlier, unnest(earlier.shown) as held (hash)
      where ${joinShownHashes.hash} = held.hash and ${joinShownHashes.columnId} = earlier.id
    ), kept as (
      insert into ${joinColumns} (upload_id, listing_id, key_id, table_name, name, type, meaning,
        distinct_count, value_count, are_numbers, chars_max, share, chooser, below, hashes, posted, shown)
      select ${file.uploadId}, ${file.listingId}, ${file.keyId}, "tableName", name, type, meaning,
        "distinct", "values", "areNumbers", "charsMax", share, chooser, below, decode(hashes, 'base64'), posted, shown
      from rows from (json_to_recordset(${JSON.stringify(rows)}::text::json) as (
        "tableName" text, name text, type text, meaning text, "distinct" bigint, "values" bigint,
        "areNumbers" boolean, "charsMax" int, share float8, chooser text, below bigint, hashes text, posted bigint[],
        shown bigint[]
      )) with ordinality as given ("tableName", name, type, meaning, "distinct", "values", "areNumbers",
        "charsMax", share, chooser, below, hashes, posted, shown, position)
      order by position
      returning id, posted, shown
    ), kept_shown as (
      insert into ${joinShownHashes} (hash, column_id)
      select hash, id from kept, unnest(shown) as hash order by hash, id
    )
    insert into ${joinHashes} (hash, column_id)
    select hash, id from kept, unnest(posted) as hash order by hash, id
  `);
}

/** Deletes the columns of these uploads. */
export async function forgetJoinColumns(tx: Database, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  const held = inArray(joinColumns.uploadId, [...uploadIds]);
  await tx.execute(sql`
    delete from ${joinHashes} using ${joinColumns}, unnest(${joinColumns.posted}) as held (hash)
    where ${held} and ${joinHashes.hash} = held.hash
      and ${joinHashes.columnId} = ${joinColumns.id}
  `);
  await tx.execute(sql`
    delete from ${joinShownHashes} using ${joinColumns}, unnest(${joinColumns.shown}) as held (hash)
    where ${held} and ${joinShownHashes.hash} = held.hash
      and ${joinShownHashes.columnId} = ${joinColumns.id}
  `);
  await tx.delete(joinColumns).where(held);
}

export type StoredColumn = TableColumn & {
  id: number;
  uploadId: string;
  listingId: string;
  priceCents: number;
  pricingType: string;
};

/** Without arrays of hashes, which are expensive to read for 400 columns. */
const { posted: _posted, shown: _shown, ...columnsRead } = getTableColumns(joinColumns);

const storedColumns = {
  column: columnsRead,
  priceCents: listings.priceCents,
  pricingType: listings.pricingType,
};
type StoredRow = {
  column: Omit<typeof joinColumns.$inferSelect, "posted" | "shown">;
  priceCents: number;
  pricingType: string;
};

const isCurrent = and(
  eq(listings.id, joinColumns.listingId),
  eq(listings.currentUploadId, joinColumns.uploadId),
  isActive,
);

/** The columns of an active listing's current file, those with the most values first. */
export async function readJoinColumns(
  db: Database,
  { listingId, keyId, columnsMax }: { listingId: string; keyId: string; columnsMax: number },
): Promise<StoredColumn[]> {
  const rows = await db
    .select(storedColumns)
    .from(listings)
    .innerJoin(joinColumns, isCurrent)
    .where(and(eq(listings.id, listingId), eq(joinColumns.keyId, keyId)))
    .orderBy(desc(joinColumns.distinctCount), joinColumns.id)
    .limit(columnsMax);
  return rows.map(stored);
}

/** One column of a file; null if it is no key, or the file is no longer on sale. */
export async function findJoinColumn(
  db: Database,
  column: { uploadId: string; keyId: string; tableName: string | null; name: string },
): Promise<StoredColumn | null> {
  const { uploadId, keyId, tableName, name } = column;
  const [row] = await db
    .select(storedColumns)
    .from(joinColumns)
    .innerJoin(listings, eq(listings.id, joinColumns.listingId))
    .where(
      and(
        eq(joinColumns.uploadId, uploadId),
        eq(joinColumns.keyId, keyId),
        sql`${joinColumns.tableName} is not distinct from ${tableName}`,
        eq(joinColumns.name, name),
      ),
    )
    .limit(1);
  return row === undefined ? null : stored(row);
}

/** Bounds of the search for candidates; they limit the work that one common hash can cause. */
export type CandidateBounds = {
  /** Hashes looked up per column if the first ones find too few. */
  hashesMax: number;
  /** If `pairsMax` pairs share half of the first hashes, the others are not looked up. */
  firstHashes: number;
  /** Most columns taken per hash, newest first. */
  columnsPerHashMax: number;
  /**
   * Most pairs whose column is read, those with the most shared hashes first; per dataset, and in
   * total.
   */
  pairsLookedUpMax: number;
  pairsPerDatasetMax: number;
  pairsMax: number;
};

export type CandidatePair = { askedId: number; found: StoredColumn };

/**
 * Columns of other active listings that share hashes with these, most shared first. Read one by one
 * until there are enough, because a join would read everybody's columns.
 */
export async function findCandidates(
  db: Database,
  asked: readonly StoredColumn[],
  { keyId, ...bounds }: CandidateBounds & { keyId: string },
): Promise<CandidatePair[]> {
  if (asked.length === 0) return [];
  const near = await findShared(db, asked, { keyId, ...bounds, hashesMax: bounds.firstHashes });
  const isCrowded = (near[bounds.pairsMax - 1]?.hashes ?? 0) >= bounds.firstHashes / 2;
  const pairs = isCrowded ? near : await findShared(db, asked, { keyId, ...bounds });
  const columns = await readColumns(db, [...new Set(pairs.map((pair) => pair.column_id))]);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return pairs.flatMap(({ asked_id: askedId, column_id }) => {
    const found = byId.get(column_id);
    return found ? [{ askedId, found }] : [];
  });
}

type SharedPair = { asked_id: number; column_id: number; hashes: number };

/** Pairs that share one of a column's first hashes, most shared first. */
async function findShared(
  db: Database,
  asked: readonly StoredColumn[],
  { keyId, ...bounds }: CandidateBounds & { keyId: string },
): Promise<SharedPair[]> {
  const lookups = asked.flatMap(({ id, hashes }) =>
    hashes.slice(0, bounds.hashesMax).map((hash) => ({ id, hash })),
  );
  const rows = await db.execute<SharedPair>(sql`
    with shared as materialized (
      select asked.id as asked_id, found.column_id, count(*)::int as hashes
      from unnest(
        ${array(lookups.map(({ id }) => id))}::int[], ${array(lookups.map(({ hash }) => hash))}::bigint[]
      ) as asked (id, hash)
      cross join lateral (
        select column_id from ${joinHashes} where hash = asked.hash
        order by column_id desc limit ${bounds.columnsPerHashMax}
      ) as found
      group by asked.id, found.column_id
      order by hashes desc, found.column_id desc, asked.id limit ${bounds.pairsLookedUpMax}
    ), placed as (
      select shared.*, row_number() over (partition by current.listing_id
        order by shared.hashes desc, shared.column_id desc, shared.asked_id) as place
      from shared
      cross join lateral (
        select ${joinColumns.listingId} from ${joinColumns}
        join ${listings} on ${isCurrent}
        where ${joinColumns.id} = shared.column_id and key_id = ${keyId}
          and ${listings.id} <> ${asked[0]?.listingId}
        offset 0
      ) as current
    )
    select asked_id, column_id, hashes from placed where place <= ${bounds.pairsPerDatasetMax}
    order by hashes desc, column_id desc, asked_id
    limit ${bounds.pairsMax}
  `);
  return [...rows];
}

/** Bounds of a search by values. */
export type ValueBounds = {
  /** Most columns taken per hash, newest first. */
  columnsPerHashMax: number;
  /** Most columns that are checked, those with the most common hashes first, and most that are read. */
  columnsCheckedMax: number;
  columnsMax: number;
};

/**
 * Columns of active listings that contain some of these values, most common values first. Paid files are
 * found only by values that their samples show, so that being found reveals nothing else.
 */
export async function findColumnsWith(
  db: Database,
  hashes: readonly number[],
  { keyId, ...bounds }: ValueBounds & { keyId: string },
): Promise<StoredColumn[]> {
  const isFree = sql`${listings.priceCents} = 0 and ${listings.pricingType} = 'buy_it_now'`;
  const found = (index: typeof joinHashes | typeof joinShownHashes, isIndexed: SQL) => sql`
    select shared.column_id, shared.hashes from (
      select found.column_id, count(*)::int as hashes
      from unnest(${array(hashes)}::bigint[]) as given (hash)
      cross join lateral (
        select column_id from ${index} where hash = given.hash
        order by column_id desc limit ${bounds.columnsPerHashMax}
      ) as found
      group by found.column_id
      order by hashes desc, found.column_id desc limit ${bounds.columnsCheckedMax}
    ) as shared
    where exists (
      select from ${joinColumns} join ${listings} on ${isCurrent}
      where ${joinColumns.id} = shared.column_id and key_id = ${keyId} and ${isIndexed}
    )`;
  const pairs = await db.execute<{ column_id: number; hashes: number }>(sql`
    ${found(joinHashes, isFree)} union all ${found(joinShownHashes, sql`not (${isFree})`)}
    order by hashes desc, column_id desc limit ${bounds.columnsMax}
  `);
  return await readColumns(
    db,
    pairs.map((pair) => pair.column_id),
  );
}

/** In the order of the ids, those of active listings' current files. */
async function readColumns(db: Database, ids: readonly number[]): Promise<StoredColumn[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(storedColumns)
    .from(joinColumns)
    .innerJoin(listings, isCurrent)
    .where(sql`${joinColumns.id} = any(${array(ids)}::int[])`)
    .limit(ids.length);
  const byId = new Map(rows.map((row) => [row.column.id, stored(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Numbers in Postgres' array syntax, as one parameter. */
function array(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}

function stored({ column, priceCents, pricingType }: StoredRow): StoredColumn {
  const { distinctCount, valueCount, hashes, keyId: _, ...rest } = column;
  return {
    ...rest,
    distinct: distinctCount,
    values: valueCount,
    hashes: decodeHashes(hashes),
    priceCents,
    pricingType,
  };
}

function encodeHashes(hashes: readonly number[]): Buffer {
  const bytes = Buffer.alloc(hashes.length * hashBytes);
  for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, at * hashBytes, hashBytes);
  return bytes;
}

function decodeHashes(bytes: Uint8Array): number[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hashes = new Array<number>(bytes.length / hashBytes);
  for (let at = 0; at < hashes.length; at++) {
    hashes[at] = view.readUIntBE(at * hashBytes, hashBytes);
  }
  return hashes;
}
