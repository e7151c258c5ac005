/**
 * A filled database is dumped by pg_dump and restored, in both formats, into the same major version
 * of Postgres and into the newest. On each the service starts, sells, delivers and takes bids.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../db/migrate.ts";
import { dumpFormats, runDrill } from "../../deploy/restore-drill/drill.ts";
import type { StartedPostgres } from "../../dev/parts/postgres.ts";
import { findSeller, verifiedAgent } from "../support/agents.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { bid, setDefaultCard } from "../support/auctions.ts";
import { exampleCsv, publishedListing } from "../support/listings.ts";
import { paidListing, sha256Of } from "../support/market.ts";
import { buy, type MoneyBuyer, newPayingBuyer, type Provider } from "../support/money.ts";
import { type DebianPostgres, findDebianPostgres } from "../support/programs/debian-postgres.ts";
import { startPgbouncer } from "../support/programs/pgbouncer.ts";
import { createTestDir, getStack, testEnv } from "../support/stack.ts";
import { startOwn } from "../support/stripe.ts";

const dayMs = 86_400_000;

let debian: DebianPostgres;
let server: StartedPostgres;
let provider: Provider;
let api: TestApi;
let shared: Record<string, string>;
let seller: Awaited<ReturnType<typeof verifiedAgent>>;
let buyer: MoneyBuyer;
let paidId: string;
let boughtId: string;
let auctionId: string;

beforeAll(async () => {
  debian = await findDebianPostgres();
  [server, provider] = await Promise.all([debian.start(), startOwn({})]);
  await migrateDatabase(server.url);
  shared = {
    STORAGE_DIR: join(createTestDir(), "storage"),
    STORAGE_SIGNING_SECRET: "s".repeat(40),
    AGENT_TOKEN_SECRET: "a".repeat(40),
    APPROVAL_SECRET: "p".repeat(40),
    STRIPE_API_BASE_URL: provider.url,
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
  };
  api = await openTestApi({ ...shared, DATABASE_URL: server.url });
  await fill();
}, 120_000);

afterAll(async () => {
  await api.close();
  await Promise.all([server.stop(), provider.started.stop()]);
});

async function fill(): Promise<void> {
  seller = await verifiedAgent(api);
  const market = { api, seller: { ...seller, ...(await findSeller(api, seller.email)) } };
  buyer = await newPayingBuyer(api, provider);
  await setDefaultCard(api, buyer.operator.accountId, buyer.cardId);
  await publishedListing(api, seller.token, { tags: ["miles_per_gallon"] });
  boughtId = await paidListing(market);
  paidId = await paidListing(market, "city,degrees\nUtrecht,11.5\nGhent,12.1\n");
  auctionId = await publishedListing(api, seller.token, {
    pricing_type: "auction",
    auction: {
      ends_at: new Date(Date.now() + 7 * dayMs).toISOString(),
      start_price_cents: 500,
    },
  });
  expect((await buy(api, buyer, boughtId)).status).toBe(201);
  expect((await bid(api, buyer, auctionId, 2000)).status).toBe(201);
}

let databaseCount = 0;

/** An empty database on the server of the address. */
async function emptyDatabase(serverUrl: string): Promise<string> {
  databaseCount += 1;
  const name = `restored_${databaseCount}`;
  const administrator = new SQL(serverUrl, { max: 1 });
  await administrator.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
  await administrator.close();
  return serverUrl.replace(/\/[^/]*$/, `/${name}`);
}

const drill = (drillUrl: string, dumpFormat: (typeof dumpFormats)[number]) =>
  runDrill({
    sourceUrl: server.url,
    drillUrl,
    dumpFormat,
    storage: api.ctx.storage,
    programDir: join(debian.folder, "bin"),
  });

const targets: [string, () => Promise<string>][] = [
  ["the same major version", async () => server.url],
  ["the newest major version", async () => (await getStack()).postgresUrl],
];

describe.each(dumpFormats.map((name) => [name] as const))(
  "a dump in the %s format",
  (dumpFormat) => {
    test.each(targets)("restored into %s serves on", async (_, serverUrl) => {
      const url = await emptyDatabase(await serverUrl());
      const report = await drill(url, dumpFormat);
      expect(report.faults).toEqual([]);
      const restored = await openTestApi({ ...shared, DATABASE_URL: url });
      try {
        await expectSearch(restored);
        await expectSale(restored);
        expect((await bid(restored, buyer, auctionId, 9000)).status).toBe(201);
      } finally {
        await restored.close();
      }
    });
  },
);

async function expectSearch(restored: TestApi): Promise<void> {
  const found = await restored.send("GET", "/datasets?query=miles+gallon");
  expect(found.body.items).toHaveLength(1);
}

/** Delivers an earlier purchase, and makes a new one. */
async function expectSale(restored: TestApi): Promise<void> {
  const { token } = buyer;
  const listed = await restored.send("GET", "/purchases", { token });
  const [before] = listed.body.items as { id: string; dataset_id: string }[];
  expect(before?.dataset_id).toBe(boughtId);
  const url = await restored.send("GET", `/purchases/${before?.id}/download-url`, { token });
  expect(url.status).toBe(200);
  const file = await fetch(String(url.body.download_url));
  expect(sha256Of(await file.text())).toBe(sha256Of(exampleCsv));
  expect((await buy(restored, buyer, paidId)).body).toMatchObject({ status: "in_escrow" });
}

/** Runs the operator's command; returns its output and exit code. */
async function runCommand(given: Record<string, string>): Promise<[text: string, code: number]> {
  const env = await testEnv({ ...shared, DATABASE_URL: server.url, ...given });
  const child = Bun.spawn([process.execPath, "deploy/restore-drill/main.ts"], {
    cwd: join(import.meta.dir, "../.."),
    env: {
      ...process.env,
      ...env,
      DRILL_DATABASE_URL: await emptyDatabase(server.url),
      PG_BIN_DIR: join(debian.folder, "bin"),
    },
    stdout: "pipe",
  });
  return [await new Response(child.stdout).text(), await child.exited];
}

test("the operator's command says what came through, and that nothing was lost", async () => {
  const rotated = { APPROVAL_SECRET: `${"n".repeat(40)},${shared.APPROVAL_SECRET}` };
  const [text, code] = await runCommand(rotated);
  expect(text).toMatch(/^\d+ tables, \d+ rows, \d+ files: 0 faults\n$/);
  expect(code).toBe(0);
});

test("the operator's command takes its dump on the direct line, past a pooler", async () => {
  const pooler = await startPgbouncer(server.url, { sessionsMax: 4 });
  const lines = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server.url };
  const [text, code] = await runCommand(lines).finally(() => pooler.stop());
  expect(text).toMatch(/ 0 faults\n$/);
  expect(code).toBe(0);
});

test("the operator's command names a secret that is not the one of the backup", async () => {
  const [text, code] = await runCommand({
    APPROVAL_SECRET: "w".repeat(40),
    AGENT_TOKEN_SECRET: "w".repeat(40),
  });
  expect(text.split("\n")).toEqual([
    "APPROVAL_SECRET is not the secret that this database was written with: links in sent mails no longer work. Restore it, too",
    "AGENT_TOKEN_SECRET is not the secret that this database was written with: every agent's token is refused. Restore it, too",
    expect.stringMatching(/^\d+ tables, \d+ rows, \d+ files: 2 faults$/),
    "",
  ]);
  expect(code).toBe(1);
});

test("reports missing parts", async () => {
  const url = await emptyDatabase(server.url);
  const [row] = await api.db.execute<{ path: string }>(
    sql`select storage_path as path from uploads where listing_id = ${paidId}`,
  );
  await api.ctx.storage.delete(row?.path ?? "");
  const report = await drill(url, "custom");
  expect(report.faults).toEqual([`the file ${row?.path} is missing`]);
});

test("refuses a database that is not empty", async () => {
  expect(drill(server.url, "custom")).rejects.toThrow("not empty");
});

test("every function of ours names its search path", async () => {
  const rows = await api.db.execute<{ name: string }>(sql`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not coalesce(array_to_string(p.proconfig, ' '), '') like '%search_path=%'`);
  expect([...rows]).toEqual([]);
});
