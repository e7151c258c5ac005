/**
 * One run of the daily reconciliation: `bun bench/reconciliation.ts [transactions]`. Half of them are
 * charges, half transfers, each with its postings; the provider's pages are made in this process, so
 * that the database and the comparison are measured, not the network.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { compareSides } from "../db/queries/reconciliation/compare.ts";
import { freePort } from "../dev/parts/ports.ts";
import { startPostgres } from "../dev/parts/postgres.ts";
import { movementTables } from "../market/reconciliation/movements.ts";
import { reconcileDueDays } from "../market/reconciliation/reconcile-due-days.ts";
import type { BalanceTransaction } from "../platform/payments/port.ts";
import { dayMs } from "../platform/time.ts";

const transactions = Number(process.argv[2] ?? 100_000);
const sales = Math.ceil(transactions / 2);
const day = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);
const dayStart = new Date(`${day}T00:00:00.000Z`);
const idOf = (kind: string, n: number) =>
  `00000000-0000-7000-${kind}-${n.toString(16).padStart(12, "0")}`;
const uuid = (kind: string) =>
  sql.raw(`('00000000-0000-7000-${kind}-' || lpad(to_hex(n), 12, '0'))::uuid`);
const [seller, buyer, agent, key] = [1, 2, 3, 4].map((n) => idOf("8000", n));
const numbers = sql.raw(`generate_series(1, ${sales}) as n`);
const priceCents = 1000;
const [feeCents, providerFeeCents] = [50, 59];

async function fill(db: Database): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  // Without the ledger's triggers, which are not what is measured.
  await db.execute(sql`set local session_replication_role = replica`);
  for (const id of [seller, buyer]) {
    await db.execute(sql`
      insert into accounts (id, issuer, subject, email, email_verified, created_at, last_seen_at)
      values (${id}, 'bench', ${id}, ${id} || '@example.com', true, now(), now())`);
  }
  await db.execute(sql`update accounts set payout_account_id = 'acct' where id = ${seller}`);
  await db.execute(sql`
    insert into agents (id, agent_name, owner_email, state, account_id, registered_from_hash,
      registered_at, token_expires_at)
    values (${agent}, 'bench', 'bench@example.com', 'verified', ${seller}, '', now(), now())`);
  await db.execute(sql`
    insert into api_keys (id, account_id, name, prefix, secret_hash, scopes, categories, created_at)
    values (${key}, ${buyer}, 'bench', 'dm_test', '', array['purchase'], '{}', now())`);
  await db.execute(sql`
    insert into payment_methods (id, account_id, brand, last4, exp_month, exp_year, added_at)
    values ('pm', ${buyer}, 'visa', '4242', 12, 2034, now())`);
  await db.execute(sql`
    insert into listings (id, agent_id, title, description, category, tags, pricing_type,
      price_cents, created_at, updated_at, column_names)
    select ${uuid("9000")}, ${agent}, 'Prices', 'Prices.', 'pricing', '{}', 'buy_it_now', 1000,
      now(), now(), '{}' from ${numbers}`);
  await db.execute(sql`
    insert into uploads (id, listing_id, state, storage_path, issued_at, urls_end_at, byte_size, object_etag,
      sha256, sample_path)
    select ${uuid("a000")}, ${uuid("9000")}, 'generated', 'uploads/' || n, now(), now(), 1000, '"e"', 'x',
      'samples/x' from ${numbers}`);
  const at = dayStart.toISOString();
  await db.execute(sql`
    insert into purchases (id, state, account_id, api_key_id, listing_id, upload_id, version, title,
      seller_agent_id, seller_account_id, price_cents, fee_cents, currency, created_at, updated_at,
      payment_method_id, payment_intent_id, charge_id, paid_at, released_at, release_cause,
      transfer_id, transferred_at)
    select ${uuid("b000")}, 'released', ${buyer}, ${key}, ${uuid("9000")}, ${uuid("a000")}, 1,
      'Prices', ${agent}, ${seller}, ${priceCents}, ${feeCents}, 'usd', ${at}, ${at}, 'pm',
      'pi_' || n, 'ch_' || n, ${at}, ${at}, 'escrow_ended', 'tr_' || n, ${at} from ${numbers}`);
  await db.execute(sql`
    insert into ledger_entries (id, purchase_id, posting, account, amount_cents, currency, created_at)
    select gen_random_uuid(), purchases.id, posting, account, amount, 'usd', created_at
    from purchases, lateral (values
      ('captured', 'buyer', -price_cents), ('captured', 'escrow', price_cents),
      ('released', 'escrow', -price_cents),
      ('released', 'seller_payable', price_cents - fee_cents), ('released', 'platform_fee', fee_cents),
      ('transferred', 'seller_payable', fee_cents - price_cents),
      ('transferred', 'seller_paid', price_cents - fee_cents)
    ) as entry (posting, account, amount)`);
}

/** The n-th transaction: the charge or the transfer of a sale; every ten thousandth is wrong. */
function transactionOf(n: number): BalanceTransaction {
  const sale = Math.floor(n / 2) + 1;
  const isCharge = n % 2 === 0;
  const wrong = n % 10_000 === 0 ? 1 : 0;
  const amountCents = isCharge ? priceCents - wrong : feeCents - priceCents;
  const fee = isCharge ? providerFeeCents : 0;
  return {
    id: `txn_${n}`,
    movement: isCharge ? "charge" : "transfer",
    providerType: isCharge ? "charge" : "transfer",
    amountCents,
    feeCents: fee,
    netCents: amountCents - fee,
    currency: "usd",
    createdAt: dayStart,
    sourceId: null,
    objectId: `${isCharge ? "ch" : "tr"}_${sale}`,
    paymentIntentId: isCharge ? `pi_${sale}` : null,
    purchaseId: idOf("b000", sale),
    payoutAccountId: isCharge ? null : "acct",
  };
}

const pageRows = 100;
const payments = {
  async listTransactions({ after }: { after: string | null }) {
    const from = after === null ? 0 : Number(after);
    const to = Math.min(from + pageRows, transactions);
    const items = Array.from({ length: to - from }, (_, index) => transactionOf(from + index));
    return { kind: "ok", value: { items, next: to < transactions ? String(to) : null } };
  },
};

const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const postgres = await startPostgres({
  port: await freePort(),
  dataDir: join(folder, "postgres"),
  logFile: join(folder, "postgres.log"),
});
await migrateDatabase(postgres.url);
const database = openDatabase({ url: postgres.url, poolMax: 4 });
try {
  const { db } = database;
  await db.transaction(fill);
  await db.execute(sql`vacuum analyze`);
  await db.execute(sql`insert into reconciliation_runs (id, day, due_at)
    values (gen_random_uuid(), ${day}, now())`);
  const log = { info: () => {}, warn: console.error, error: () => {} };
  const ctx = { db, payments, now: () => new Date() };
  const deps = { ctx, log } as unknown as Parameters<typeof reconcileDueDays>[0];
  const stages = new Map<string, number>();
  const started = performance.now();
  let last = started;
  for (;;) {
    const [run] = (await db.execute(sql`select state, is_read, findings from reconciliation_runs
      where day = ${day}`)) as unknown as { state: string; is_read: boolean; findings: number }[];
    const now = performance.now();
    const stage = run?.is_read === true ? "fees and comparison" : "reading";
    stages.set(stage, (stages.get(stage) ?? 0) + now - last);
    last = now;
    if (run?.state === "done") {
      process.stdout.write(`${transactions} transactions, ${run.findings} findings\n`);
      break;
    }
    await reconcileDueDays(deps);
  }
  for (const [stage, ms] of stages) process.stdout.write(`${stage}: ${(ms / 1000).toFixed(1)} s\n`);
  const span = { from: dayStart, to: new Date(dayStart.getTime() + dayMs) };
  const before = performance.now();
  await compareSides(db, { span, tables: movementTables }, 10_000);
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  process.stdout.write(`of that the comparison alone: ${seconds} s\n`);
  const mebibytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  process.stdout.write(`memory of the process: ${mebibytes} MiB\n`);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
