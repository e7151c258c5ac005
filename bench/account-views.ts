/**
 * What an account's pages ask of the database, for a seller with many sales and a buyer with as many
 * purchases: `bun bench/account-views.ts [sales] [runs]`. The rows are made in Postgres itself, with
 * all its triggers; the use cases are called as the pages call them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createAgentTokens } from "../api/agent-tokens.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate.ts";
import type { OwnerActor } from "../db/vocabulary/actor.ts";
import { freePort } from "../dev/parts/ports.ts";
import { startPostgres } from "../dev/parts/postgres.ts";
import type { Context } from "../market/context.ts";
import { accountUseCases } from "../site/account/use-cases.ts";

const sales = Number(process.argv[2] ?? 100_000);
const runs = Number(process.argv[3] ?? 30);
/** Of each ten sales one dataset. */
const listings = Math.ceil(sales / 10);
const uuid = (kind: string, n = "n") =>
  sql.raw(`('00000000-0000-7000-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`);
const person = (kind: string): OwnerActor => ({
  kind: "owner",
  accountId: `00000000-0000-7000-8000-${kind.padStart(12, "0")}`,
  email: `${kind}@example.com`,
  emailVerified: true,
});
const seller = person("1");
const buyer = person("2");
const agentId = "00000000-0000-7000-8000-000000000003";
const keyId = "00000000-0000-7000-8000-000000000004";

/** What becomes of the sales: of each hundred one or two are still open, two went back. */
const state = sql.raw(`case when n % 100 = 0 then 'in_escrow' when n % 200 = 1 then 'disputed'
  when n % 50 = 2 then 'refunded' else 'released' end`);

async function fill(db: Database): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  for (const { accountId, email } of [seller, buyer]) {
    await db.execute(sql`
      insert into accounts (id, issuer, subject, email, email_verified, created_at, last_seen_at)
      values (${accountId}, 'bench', ${email}, ${email}, true, now(), now())`);
  }
  await db.execute(sql`
    insert into agents (id, agent_name, owner_email, state, account_id, registered_from_hash,
      registered_at, token_expires_at)
    values (${agentId}, 'bench', ${seller.email}, 'verified', ${seller.accountId}, '', now(),
      now() + interval '1 year')`);
  await db.execute(sql`
    insert into api_keys (id, account_id, name, prefix, secret_hash, scopes, categories, created_at)
    values (${keyId}, ${buyer.accountId}, 'bench', 'dm_test', '', array['purchase'], '{}', now())`);
  await db.execute(sql`
    insert into payment_methods (id, account_id, brand, last4, exp_month, exp_year, added_at)
    values ('pm', ${buyer.accountId}, 'visa', '4242', 12, 2034, now())`);
  await fillListings(db);
  await fillPurchases(db);
}

async function fillListings(db: Database): Promise<void> {
  await db.execute(sql`
    insert into listings (id, agent_id, title, description, category, tags, pricing_type,
      price_cents, created_at, updated_at, column_names)
    select ${uuid("9000")}, ${agentId}, 'Prices ' || n, 'Prices of a year.', 'pricing', '{}',
      'buy_it_now', 1000, now(), now(), '{}'
    from generate_series(1, ${sql.raw(String(listings))}) as n`);
  await db.execute(sql`
    insert into uploads (id, listing_id, state, storage_path, issued_at, urls_end_at, byte_size, object_etag,
      sha256, sample_path, error_code)
    select ${uuid("a000")}, ${uuid("9000", `(n % ${listings}) + 1`)},
      case when n % 1000 = 0 then 'no_sample' else 'generated' end, 'uploads/' || n, now(), now(), 1000,
      '"e"', 'x', 'samples/x', case when n % 1000 = 0 then 'unknown_format' end
    from generate_series(1, ${sql.raw(String(sales))}) as n`);
  await db.execute(sql`
    update listings set status = 'active', published_at = now(), current_upload_id = last.id
    from (select listing_id, max(id::text)::uuid as id from uploads group by listing_id) as last
    where last.listing_id = listings.id`);
}

async function fillPurchases(db: Database): Promise<void> {
  await db.execute(sql`
    insert into purchases (id, state, account_id, api_key_id, listing_id, upload_id, version, title,
      seller_agent_id, seller_account_id, price_cents, fee_cents, currency, created_at, updated_at,
      payment_method_id, charge_id, paid_at, release_due_at, released_at, release_cause, refunded_at,
      refund_cause, disputed_at, dispute_reason, transfer_id, transferred_at)
    select ${uuid("b000")}, state, ${buyer.accountId}, ${keyId},
      ${uuid("9000", `(n % ${listings}) + 1`)}, ${uuid("a000")}, 1, 'Prices ' || n, ${agentId},
      ${seller.accountId}, price, price / 20, 'usd', at, at, 'pm', 'ch_' || n, at,
      case when state = 'in_escrow' then at end, case when state = 'released' then at end,
      case when state = 'released' then 'escrow_ended' end,
      case when state = 'refunded' then at end,
      case when state = 'refunded' then 'dispute_resolved' end,
      case when state = 'disputed' then at end, case when state = 'disputed' then 'other' end,
      case when state = 'released' and n % 7 > 0 then 'tr_' || n end,
      case when state = 'released' and n % 7 > 0 then at end
    from (select n, ${state} as state, 100 + n % 900 as price,
      now() - (${sql.raw(String(sales))} - n) * interval '1 minute' as at
      from generate_series(1, ${sql.raw(String(sales))}) as n) as sale`);
  await db.execute(sql`
    insert into ledger_entries (id, purchase_id, posting, account, amount_cents, currency, created_at)
    select gen_random_uuid(), purchases.id, posting, account, amount, 'usd', created_at
    from purchases, lateral (values
      ('captured', 'buyer', -price_cents, true), ('captured', 'escrow', price_cents, true),
      ('released', 'escrow', -price_cents, state = 'released'),
      ('released', 'seller_payable', price_cents - fee_cents, state = 'released'),
      ('released', 'platform_fee', fee_cents, state = 'released'),
      ('transferred', 'seller_payable', fee_cents - price_cents, transferred_at is not null),
      ('transferred', 'seller_paid', price_cents - fee_cents, transferred_at is not null),
      ('refund_owed', 'escrow', -price_cents, state = 'refunded'),
      ('refund_owed', 'refund_payable', price_cents, state = 'refunded')
    ) as entry (posting, account, amount, is_made) where is_made`);
  await db.execute(sql`
    insert into audit_log (id, at, actor_kind, actor_id, action, subject_kind, subject_id, detail)
    select ${uuid("c000", "row_number() over (order by purchases.id, step)")}, paid_at, kind, actor,
      'purchase.' || action, 'purchase', purchases.id, '{}'
    from purchases, lateral (values
      (1, 'operator', ${buyer.accountId}::text, 'opened'), (2, 'system', 'settlement', 'paid'),
      (3, 'operator', ${buyer.accountId}::text, 'download_issued'),
      (4, 'system', 'clock', state), (5, 'system', 'settlement', 'transferred')
    ) as entry (step, kind, actor, action)`);
}

async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < runs + 3; run += 1) {
    const start = performance.now();
    await call();
    if (run >= 3) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
  process.stdout.write(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`);
}

const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const postgres = await startPostgres({
  port: await freePort(),
  dataDir: join(folder, "postgres"),
  logFile: join(folder, "postgres.log"),
});
await migrateDatabase(postgres.url);
const database = openDatabase({ url: postgres.url, poolMax: 10 });
try {
  const start = performance.now();
  await database.db.transaction(fill);
  await database.db.execute(sql`vacuum analyze`);
  const fillSeconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`${sales} sales, made in ${fillSeconds} s; ${runs} runs each\n`);
  const config = { CURRENCY: "usd", PUBLIC_BASE_URL: "http://localhost", ADMIN_EMAILS: [] };
  // The views ask nothing of the store and the payment provider.
  const ctx = { db: database.db, config, now: () => new Date() } as unknown as Context;
  const pages = accountUseCases(ctx, createAgentTokens(["bench"]));
  const firstPage = { limit: 20, offset: 0 };
  const lastPage = { limit: 20, offset: Math.max(sales - 20, 0) };
  await measure("sums of sales", () => pages.summarizeSales(seller));
  await measure("sales, first page", () => pages.listSales(seller, firstPage));
  await measure("sales, last page", () => pages.listSales(seller, lastPage));
  await measure("purchases, first page", () =>
    pages.listPurchases(buyer, { ...firstPage, status: undefined }),
  );
  await measure("purchases, last page", () =>
    pages.listPurchases(buyer, { ...lastPage, status: undefined }),
  );
  await measure("audit log of the seller", () => pages.listAudit(seller, {}));
  await measure("audit log of the buyer", () => pages.listAudit(buyer, {}));
  await measure("overview of the seller", () => pages.overview(seller));
  await measure("overview of the buyer", () => pages.overview(buyer));
  await measure("standing, on every page", () => pages.standing(seller));
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
