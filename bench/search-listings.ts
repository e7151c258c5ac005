/** Many generated listings for the search benches, written straight into the tables. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { FACTS_VERSION } from "../market/facts/schemas.ts";

/** Rows in one statement. An interrupted load keeps the statements before it. */
const chunkRows = 500_000;

/** From this number on, indexes are dropped and rebuilt instead of updated row by row. */
const indexedAfterwardsMin = 100_000;

/**
 * Titles have four words out of 20,000, descriptions twelve more, and a tenth of all has the word
 * `common`. Prices, categories, formats and column names vary as in a real catalogue.
 */
export async function fillListings(db: Database, listings: number): Promise<void> {
  await db.execute(sql`
    insert into agents (id, agent_name, owner_email, state, registered_from_hash, registered_at,
      token_expires_at)
    values ('00000000-0000-7000-8000-000000000001', 'bench', 'bench@example.org', 'pending', '',
      now(), now() + interval '1 year')`);
  const indexes = listings < indexedAfterwardsMin ? [] : await dropIndexes(db);
  for (let from = 1; from <= listings; from += chunkRows) {
    const to = Math.min(from + chunkRows - 1, listings);
    await db.transaction((tx) => insertRows(tx, from, to));
  }
  await makeIndexes(db, indexes);
  await db.execute(sql`
    insert into search_words
    select word from ts_stat('select to_tsvector(''simple'', title) from listings limit 1000000')
    order by word`);
  await db.execute(sql`vacuum analyze listings`);
  await db.execute(sql`vacuum analyze uploads`);
  await checkWords(db);
}

/**
 * Reuses the listings of a folder that an earlier run filled; refuses a folder that is only half
 * filled.
 */
export async function fillOrKeepListings(db: Database, listings: number): Promise<void> {
  const [kept] = await db.execute<{ some: boolean; last: boolean; words: boolean }>(sql`
    select exists (select from listings) as some,
      exists (select from listings where id = ${listingIdOf(listings)}::uuid) as last,
      exists (select from search_words) as words`);
  if (!kept?.some) return fillListings(db, listings);
  if (!kept.last || !kept.words) {
    throw new Error(`The folder holds an unfinished load, or fewer than ${listings} listings.`);
  }
  await fillFacts(db);
}

/**
 * Folders from before 2026-11-27 contain listings without facts. Otherwise the clock would add them
 * during the measurement: 1,500 rows every five seconds, each with its twenty indexes, and vacuums
 * of the table as well.
 */
async function fillFacts(db: Database): Promise<void> {
  const lacking = sql`column_facts is null or facts_version < ${FACTS_VERSION}
    or facts_upload_id is distinct from current_upload_id`;
  const [found] = await db.execute(sql`select from listings where ${lacking} limit 1`);
  if (found === undefined) return;
  const indexes = await dropIndexes(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`update listings set column_facts = coalesce(column_facts, '{}'),
      facts_version = ${FACTS_VERSION}, facts_upload_id = current_upload_id where ${lacking}`);
  });
  await db.execute(sql`vacuum full listings`);
  await makeIndexes(db, indexes);
  await db.execute(sql`vacuum analyze listings`);
}

/** Drops all indexes except those of constraints; returns the statements that create them again. */
async function dropIndexes(db: Database): Promise<string[]> {
  const rows = await db.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('public.listings'::regclass, 'public.uploads'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await db.execute(sql.raw(`drop index ${name}`));
  return rows.map(({ definition }) => definition);
}

async function makeIndexes(db: Database, definitions: string[]): Promise<void> {
  for (const definition of definitions) {
    await db.transaction(async (tx) => {
      // Workers read the whole table meanwhile, because the indexes are missing.
      await tx.execute(sql`set local lock_timeout = 0`);
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql.raw(definition));
    });
  }
}

const word = (salt: number) => `'w' || (hashint8(n * 31 + ${salt}) & 2147483647) % 20000`;

function words(count: number, salt: number): SQL {
  return sql.raw(
    Array.from({ length: count }, (_, index) => word(salt + index)).join(" || ' ' || "),
  );
}

/** A lexeme and its position, in tsvector's notation. */
const placed = (text: string, place: number, field: string) => `(${text}) || ':${place}${field}'`;

/**
 * The same result as `listing_search_vector`, since these words are their own stems. Written out
 * because a parser and a dictionary would take most of the time.
 */
const vector = sql.raw(
  `(${[
    ...[0, 1, 2, 3].map((at) => placed(word(at), at + 1, "A")),
    placed("'t' || n % 500", 5, "B"),
    placed("'id'", 6, "B"),
    placed("'c' || n % 3000", 7, "B"),
    placed("'d' || n % 700", 8, "B"),
    ...Array.from({ length: 12 }, (_, at) => placed(word(100 + at), at + 9, "C")),
  ].join(" || ' ' || ")} || case when n % 10 = 0 then ' common:21C' else '' end)::tsvector`,
);

/** Listings and uploads reference each other, so their triggers are disabled. */
async function insertRows(tx: Database, from: number, to: number): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`
    insert into listings (id, agent_id, status, title, description, category, tags, pricing_type,
      price_cents, created_at, updated_at, published_at, current_upload_id, format, byte_size,
      row_count, column_count, quality_score, column_names, sha256, column_facts, facts_version,
      facts_upload_id, search_vector)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
      '00000000-0000-7000-8000-000000000001', 'active', ${words(4, 0)},
      ${words(12, 100)} || case when n % 10 = 0 then ' common' else '' end,
      (array['geographic','pricing','sensor','images','text','financial','scientific','social',
        'retail','other'])[1 + n % 10],
      array['t' || n % 500], 'buy_it_now', case when n % 3 = 0 then 0 else n % 10000 end,
      now(), now(), now() - n * interval '1 second',
      ('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'csv', 1000, n % 100000, 3,
      (n % 1000) / 1000.0, array['id', 'c' || n % 3000, 'd' || n % 700],
      encode(sha256(case when n % 1000 = 0 then 'copied' else (n / 2)::text end::bytea), 'hex'),
      '{}', ${sql.raw(String(FACTS_VERSION))}, ('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid,
      ${vector}
    from generate_series(${sql.raw(String(from))}::bigint, ${sql.raw(String(to))}::bigint) as n`);
  await tx.execute(sql`
    insert into uploads (id, listing_id, state, storage_path, issued_at, urls_end_at, byte_size, object_etag,
      sha256, sample_path)
    select current_upload_id, id, 'generated', 'uploads/' || id, now(), now(), 1000, '"e"', sha256, 'samples/x'
    from listings where id >= ${listingIdOf(from)}::uuid and id <= ${listingIdOf(to)}::uuid`);
}

const numbered = (n: number, kind: string) =>
  `00000000-0000-7000-${kind}-${n.toString(16).padStart(12, "0")}`;

/** The id of the n-th listing, counted from 1, and that of its file. */
export const listingIdOf = (n: number): string => numbered(n, "9000");
export const uploadIdOf = (n: number): string => numbered(n, "a000");

/** Checks that the vectors equal those that the marketplace would produce. */
async function checkWords(db: Database): Promise<void> {
  const [row] = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong from (select * from listings order by id limit 100) as few
    where search_vector <> listing_search_vector(title, tags, column_names, description)`);
  if (row?.wrong !== 0) throw new Error(`${row?.wrong} of 100 made listings have other words`);
}
