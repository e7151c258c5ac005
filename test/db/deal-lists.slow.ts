/** Lists of bundles read a bounded number of rows, however many bundles nobody can buy. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { findBundlesWith, pageBundles } from "../../db/queries/bundles/bundles.ts";
import { listings } from "../../db/schema/index.ts";
import { listBundles } from "../../market/bundle/read.ts";
import { writeBundle } from "../market/bundle/support.ts";
import { copyRows } from "../support/copies.ts";
import { newPaidSeller, offer, testMoney } from "../support/money.ts";

setDefaultTimeout(300_000);
const bundlesMade = 20_000;
const money = await testMoney({ webhooks: false });
const { api, seller } = money;
const { db, ctx } = api;
const slice = { limit: 21, offset: 0, after: null };
let openId: string;
let endingAgentId: string;
let ofEnded: string;

beforeAll(async () => {
  const pair = async (agentId: string): Promise<[string, string]> => [
    await offer(api, { agentId }),
    await offer(api, { agentId }),
  ];
  const bundle = (agentId: string, datasets: string[]) =>
    writeBundle(api, { agentId, priceCents: 1500, datasets });
  openId = await bundle(seller.agentId, await pair(seller.agentId));
  const sold = await pair(seller.agentId);
  const unavailable = await bundle(seller.agentId, sold);
  endingAgentId = (await newPaidSeller(api, money.provider)).agentId;
  const kept = await pair(endingAgentId);
  [ofEnded] = kept;
  const ended = await bundle(endingAgentId, kept);
  await db.execute(sql`alter table bundle_items disable trigger user`);
  const changes = { ended_at: sql`case when original.id = ${ended} then now() end` };
  const where = sql`original.id in (${ended}, ${unavailable})`;
  await copyRows(db, "bundles", { where, count: bundlesMade, changes });
  await db.execute(sql`insert into bundle_items (bundle_id, position, listing_id)
    select made.id, item.position, item.listing_id from bundles made
      join bundles original using (agent_id)
      join bundle_items item on item.bundle_id = original.id
    where original.id in (${ended}, ${unavailable})
      and made.id not in (select bundle_id from bundle_items)`);
  await db
    .update(listings)
    .set({ status: "withdrawn", withdrawnAt: ctx.now() })
    .where(eq(listings.id, sold[0]));
  await db.execute(sql`vacuum analyze`);
});

/** Rows that `read` fetched of all tables. */
async function rowsRead(read: (tx: Database) => Promise<unknown>): Promise<number> {
  return await db.transaction(async (tx) => {
    const before = await countRead(tx);
    await read(tx);
    return (await countRead(tx)) - before;
  });
}

/** Also of earlier transactions of the connection. */
async function countRead(tx: Database): Promise<number> {
  const [row] = await tx.execute<{ rows: number }>(
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables`,
  );
  return row?.rows ?? 0;
}

test.each([
  ["open ones", () => ({ status: "open" as const })],
  ["one agent's", () => ({ of: { agentId: endingAgentId } })],
  [
    "open ones of an agent with many ended ones",
    () => ({ status: "open" as const, of: { agentId: endingAgentId } }),
  ],
  [
    "open ones with a dataset of many ended ones",
    () => ({ status: "open" as const, listingId: ofEnded }),
  ],
])("a page of %s reads few rows", async (_name, filter) => {
  const rows = await rowsRead((tx) => pageBundles(tx, filter(), slice));
  // Computing the status of all would fetch twelve rows for each; one pass over the table is a good plan.
  expect(rows).toBeLessThan(6 * bundlesMade);
});

test("a dataset's open bundles are found among many ended ones by few rows", async () => {
  const found: { id: string }[] = [];
  const rows = await rowsRead(async (tx) => found.push(...(await findBundlesWith(tx, ofEnded, 5))));
  expect(found.length).toBe(1);
  expect(rows).toBeLessThan(6 * bundlesMade);
});

test("whoever follows the cursors finds the only open bundle behind all others", async () => {
  const found: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await listBundles(ctx, { limit: 20, offset: 0, cursor, status: "open" });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.pagination.next_cursor ?? undefined;
    expect(page.pagination.has_more).toBe(cursor !== undefined);
    if (pages === 0) expect(page.pagination.total_is_exact).toBe(false);
    pages += 1;
  } while (cursor !== undefined);
  expect(found).toContain(openId);
  expect(new Set(found).size).toBe(found.length);
  expect(pages).toBeGreaterThan(5);
});
