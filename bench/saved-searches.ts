/**
 * How fast what is published meets the saved searches: `bun bench/saved-searches.ts --database URL
 * [--searches 100000] [--published 1000] [--workers 1]`. URL is an empty database; nothing that it holds afterwards
 * is of use. One process matches, as a `matching` worker does; of several workers each has a connection of its own.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openDatabase } from "../db/client.ts";
import { workerLimits } from "../db/limits.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { matchListings } from "../market/saved-search/match-listings.ts";
import { hourMs } from "../platform/time.ts";
import { backendPids, processorMs } from "./processor-time.ts";
import { fillListings } from "./search-listings.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string" },
    searches: { type: "string", default: "100000" },
    published: { type: "string", default: "1000" },
    workers: { type: "string", default: "1" },
  },
});
if (values.database === undefined) throw new Error("--database is missing");
const searches = Number(values.searches);
const published = Number(values.published);
const workers = Number(values.workers);

await migrateDatabase(values.database);
const limits = { ...workerLimits, statementMsMax: hourMs, stallMsMax: hourMs };
const { db, close } = openDatabase({ url: values.database, poolMax: workers, limits });

/** Of ten searches, eight ask for two words, one for one word, and one for a tag of five hundred. */
async function fillSearches(): Promise<void> {
  await db.execute(sql`
    insert into accounts (id, issuer, subject, email, email_verified, created_at, last_seen_at)
    values ('00000000-0000-7000-8000-000000000002', 'bench', 'bench', 'b@example.org', true, now(), now())`);
  await db.execute(sql`
    with kinds as (
      select n, 'w' || n % 20000 as one, 'w' || (n * 7 + 3) % 20000 as other, 't' || (n / 10) % 500 as tag,
        case when n % 10 < 8 then 'two' when n % 10 = 8 then 'one' else 'tag' end as kind
      from generate_series(1, ${searches}::int) as n
    ), saved as (
      insert into saved_searches (id, principal_kind, principal_id, account_id, name, parameters, words,
        filters, compiled_at, mail, created_at, updated_at, saved_snapshot)
      select ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, 'account',
        '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000002', 'bench',
        case kind when 'two' then jsonb_build_object('query', one || ' ' || other)
          when 'one' then jsonb_build_object('query', one) else jsonb_build_object('tags', tag) end,
        case kind when 'two' then (quote_literal(one) || ' & ' || quote_literal(other))::tsquery
          when 'one' then quote_literal(one)::tsquery end,
        case kind when 'tag' then jsonb_build_object('tags', jsonb_build_array(tag)) else '{}' end,
        now(), 'none', now() - interval '2 hours', now(), pg_current_snapshot()::text
      from kinds)
    insert into saved_search_terms (term, search_id)
    select case kind when 'tag' then 't:' || tag else 'w:' || one end,
      ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid
    from kinds`);
  await db.execute(sql`vacuum analyze saved_searches`);
  await db.execute(sql`vacuum analyze saved_search_terms`);
}

try {
  await fillListings(db, Math.max(10_000, published));
  await fillSearches();
  await db.execute(sql`
    insert into listings_to_match (id, listing_id, version, changed_at, created_at)
    select gen_random_uuid(), id, version, now(), now() from listings order by id limit ${published}`);
  // Each of the connections is there before its processor time is read.
  await Promise.all(Array.from({ length: workers }, () => db.execute(sql`select pg_sleep(0.2)`)));
  const backends = await backendPids(db);
  const [postgres, own] = [processorMs(backends), processorMs([process.pid])];
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: workers }, () => matchListings({ db, now: () => new Date() })),
  );
  const matched = counts.reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - start) / 1000;
  const each = (from: number, to: number) => ((to - from) / published).toFixed(2);
  process.stdout.write(
    `${searches} searches, ${published} published, ${matched} matches in ${seconds.toFixed(1)} s: ` +
      `${(published / seconds).toFixed(0)}/s; processor ms of one: ` +
      `Postgres ${each(postgres, processorMs(backends))}, ` +
      `worker ${each(own, processorMs([process.pid]))}\n`,
  );
} finally {
  await close();
}
