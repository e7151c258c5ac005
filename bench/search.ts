/**
 * The catalogue search over many listings: `bun bench/search.ts [listings] [runs]`. The rows are
 * made in Postgres itself; the queries go through the API, as an agent's do. Details stand beside them:
 * what looks for the same bytes elsewhere has to find them among as many.
 */
import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { startStack } from "./stack.ts";

const listings = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 100);
const stack = await startStack();

/**
 * Titles of four words out of 20,000, descriptions of twelve more, and the word `common` in a tenth
 * of all; prices, categories, formats and column names vary as those of a real catalogue do.
 */
async function fill(): Promise<void> {
  await stack.database.db.transaction(insertRows);
  await stack.database.db.execute(sql`vacuum analyze listings`);
  await stack.database.db.execute(sql`vacuum analyze uploads`);
}

async function insertRows(db: Database): Promise<void> {
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
  // Listings and uploads point at each other: the constraints and triggers rest meanwhile.
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

const searches: [name: string, query: (run: number) => string][] = [
  ["selective: two rare words", (run) => `query=w${(run * 37) % 20_000}+w${(run * 91) % 20_000}`],
  ["selective: a rare word", (run) => `query=w${(run * 37) % 20_000}`],
  ["selective: a rare column", (run) => `columns=c${run % 3000}`],
  ["selective: a rare word and a price", (run) => `query=w${(run * 53) % 20_000}&max_price=20`],
  ["broad: a word of a tenth", (run) => `query=common&limit=${20 + (run % 5)}`],
  [
    "broad: a word of a tenth, by price",
    (run) => `query=common&sort=price&limit=${20 + (run % 5)}`,
  ],
  ["broad: a category, newest", (run) => `category=text&limit=${20 + (run % 5)}`],
  ["all: newest", (run) => `limit=${20 + (run % 5)}`],
  ["misspelt: mended, then searched", (run) => `query=w${10_000 + run * 7}x`],
];

const idOf = (n: number) => `00000000-0000-7000-9000-${n.toString(16).padStart(12, "0")}`;

const kinds: [name: string, path: (run: number) => string][] = [
  ...searches.map(([name, query]): [string, (run: number) => string] => [
    name,
    (run) => `?${query(run)}`,
  ]),
  // A third of all is free: those are left out, since nothing costs less.
  ["detail, not kept: the same bytes once more", (run) => `/${idOf(10_001 + 6 * run)}`],
  ["detail, not kept: of a thousand copies", (run) => `/${idOf(1000 * (2 + 3 * (run % 300)))}`],
];

async function measure(path: (run: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs + 3; run += 1) {
    const start = performance.now();
    const answer = await fetch(`${stack.baseUrl}/datasets${path(run)}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path(run)}: ${answer.status}`);
    if (run >= 3) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

try {
  const start = performance.now();
  await fill();
  const fillSeconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`${listings} listings, made in ${fillSeconds} s; ${runs} runs each\n`);
  for (const [name, path] of kinds) {
    const times = await measure(path);
    const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
    process.stdout.write(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`);
  }
} finally {
  await stack.stop();
}
