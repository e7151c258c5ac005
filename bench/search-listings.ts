/** Many made listings, written straight into the tables: what benches of the search look through. */
import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";

/**
 * Titles of four words out of 20,000, descriptions of twelve more, and the word `common` in a tenth
 * of all; prices, categories, formats and column names vary as those of a real catalogue do.
 */
export async function fillListings(db: Database, listings: number): Promise<void> {
  await db.transaction((tx) => insertRows(tx, listings));
  await db.execute(sql`vacuum analyze listings`);
  await db.execute(sql`vacuum analyze uploads`);
}

async function insertRows(db: Database, listings: number): Promise<void> {
  const word = (salt: number) =>
    sql.raw(`'w' || (hashint8(n * 31 + ${salt}) & 2147483647) % 20000`);
  const words = (count: number, salt: number) =>
    sql.join(
      Array.from({ length: count }, (_, index) => word(salt + index)),
      sql` || ' ' || `,
    );
  await db.execute(sql`
    insert into agents (id, agent_name, owner_email, state, registered_from_hash, registered_at,
      token_expires_at)
    values ('00000000-0000-7000-8000-000000000001', 'bench', 'bench@example.org', 'pending', '',
      now(), now() + interval '1 year')`);
  // All but the trigger that makes the words rest: listings and uploads point at each other.
  await db.execute(sql`alter table listings enable always trigger listings_words`);
  await db.execute(sql`set local session_replication_role = replica`);
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`
    insert into listings (id, agent_id, status, title, description, category, tags, pricing_type,
      price_cents, created_at, updated_at, published_at, current_upload_id, format, byte_size,
      row_count, column_count, quality_score, column_names, sha256)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
      '00000000-0000-7000-8000-000000000001', 'active', ${words(4, 0)},
      ${words(12, 100)} || case when n % 10 = 0 then ' common' else '' end,
      (array['geographic','pricing','sensor','images','text','financial','scientific','social',
        'retail','other'])[1 + n % 10],
      array['t' || n % 500], 'buy_it_now', case when n % 3 = 0 then 0 else n % 10000 end,
      now(), now(), now() - n * interval '1 second',
      ('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'csv', 1000, n % 100000, 3,
      (n % 1000) / 1000.0, array['id', 'c' || n % 3000, 'd' || n % 700],
      encode(sha256(case when n % 1000 = 0 then 'copied' else (n / 2)::text end::bytea), 'hex')
    from generate_series(1, ${sql.raw(String(listings))}::bigint) as n`);
  await db.execute(sql`
    insert into uploads (id, listing_id, state, storage_path, issued_at, byte_size, object_etag,
      sha256, sample_path)
    select current_upload_id, id, 'generated', 'uploads/' || id, now(), 1000, '"e"', sha256, 'samples/x'
    from listings`);
  await db.execute(sql`
    insert into search_words
    select word from ts_stat('select to_tsvector(''simple'', title) from listings')
    order by word`);
}
