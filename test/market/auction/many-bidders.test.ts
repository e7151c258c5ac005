/** The end of an auction with ten thousand bidders: all are notified in a few statements. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auctionAwards, auctions, events, outbox } from "../../../db/schema/index.ts";
import { closeDueAuctions } from "../../../market/auction/closing/close-due-auctions.ts";
import { testApi } from "../../support/api.ts";
import { hourMs, newAuction, newBidder } from "../../support/auctions.ts";
import { forFile } from "../../support/for-file.ts";
import { newSeller } from "../../support/operators.ts";
import { openCountedDatabase } from "../counted-database.ts";

setDefaultTimeout(120_000);

const api = await testApi();
const biddersCount = 10_000;
/** Listing and auction are locked meanwhile, so no statement may be per bidder. */
const statementsMax = 50;

/** Copies of one bidder's account, key and card, each with a bid. */
async function seedBids(listingId: string): Promise<void> {
  const first = await newBidder(api);
  await api.db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table bidders on commit drop as
        select gen_random_uuid() as account_id, gen_random_uuid() as key_id, n
        from generate_series(2, ${biddersCount + 1}) as n`);
    await copyRows(tx, "accounts", first.accountId, {
      id: "b.account_id",
      subject: "'copy' || b.n",
      email: "'copy' || b.n || '@example.com'",
    });
    await copyRows(tx, "api_keys", first.apiKeyId, {
      id: "b.key_id",
      account_id: "b.account_id",
      secret_hash: "md5(b.n::text) || md5(b.n::text)",
    });
    await copyRows(tx, "payment_methods", first.cardId, {
      id: "'pm_copy' || b.n",
      account_id: "b.account_id",
    });
    await tx.execute(sql`
      insert into bids (id, listing_id, account_id, api_key_id, payment_method_id, bidder_number,
                        max_cents, position, price_after_cents, is_current, placed_at)
      select gen_random_uuid(), ${listingId}, account_id, key_id, 'pm_copy' || n, n, 1000 + n, n,
             1000 + n, true, now() from bidders`);
  });
}

async function copyRows(
  tx: Database,
  table: string,
  id: string,
  changed: Record<string, string>,
): Promise<void> {
  const rows = await tx.execute(sql`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`);
  const names = [...rows].map((row) => String(row.column_name));
  const columns = names.map((name) => `"${name}"`).join(", ");
  const values = names.map((name) => changed[name] ?? `t."${name}"`).join(", ");
  const source = `bidders b, "${table}" t where t.id = '${id}'`;
  await tx.execute(sql.raw(`insert into "${table}" (${columns}) select ${values} from ${source}`));
}

test("awards one, tells ten thousand by event and mail, in a few statements", async () => {
  const seller = await newSeller(api);
  const listingId = await newAuction(api, seller);
  await seedBids(listingId);
  await api.db
    .update(auctions)
    .set({ bidCount: biddersCount, lastPosition: biddersCount })
    .where(eq(auctions.listingId, listingId));

  api.clock.skewMs = 25 * hourMs;
  const { db, sent } = await forFile(openCountedDatabase(api.databaseUrl));
  expect(await closeDueAuctions({ ...api.ctx, db }, { rowsMax: 1 })).toBe(1);
  expect(sent.length).toBeLessThan(statementsMax);

  expect(await api.db.$count(auctionAwards, eq(auctionAwards.listingId, listingId))).toBe(1);
  const told = await api.db
    .select({ result: sql<string>`${events.data} ->> 'result'`, count: count() })
    .from(events)
    .where(and(eq(events.type, "auction.closed"), eq(events.subjectId, listingId)))
    .groupBy(sql`1`);
  const byResult = Object.fromEntries(told.map((row) => [row.result, row.count]));
  expect(byResult).toEqual({ won: 1, lost: biddersCount - 1, sold: 2 });
  const mailed = await api.db.$count(
    outbox,
    and(eq(outbox.subject, "jobs.mail"), sql`${outbox.payload} ->> 'notice' in ('won', 'lost')`),
  );
  expect(mailed).toBe(biddersCount);
});
