/** A person's export contains everything stored about them, however much it is. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { exportSectionNames } from "../../../db/queries/leaving/export-sections.ts";
import { accounts, auditLog } from "../../../db/schema/index.ts";
import { exportAccount } from "../../../market/leaving/export-account.ts";
import {
  ACCOUNT_EXPORT_PAGE_ROWS_MAX,
  ACCOUNT_EXPORT_PAUSE_MINUTES,
} from "../../../market/leaving/limits.ts";
import { visitorOf } from "../../site/visitor.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { buy, newPaidSeller, newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { newKey, newOwner, refusalOf } from "../../support/operators.ts";
import { openCountedDatabase } from "../counted-database.ts";

setDefaultTimeout(60_000);

const { api, provider } = await testMoney();

type Row = Record<string, unknown>;
type Download = Record<string, Row[]> & { complete: boolean; format: string };

async function download(owner: Awaited<ReturnType<typeof newOwner>>): Promise<Download> {
  const visitor = await visitorOf(api, owner);
  const answer = await visitor.submit("/account/leave/export");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain(owner.accountId);
  return JSON.parse(answer.text);
}

describe("the download of an account", () => {
  test("has the sections of docs/leaving.md, in their order", async () => {
    const text = await readFile(new URL("../../../docs/leaving.md", import.meta.url), "utf8");
    const rows = text.slice(text.indexOf("| Section |")).split("\n\n")[0] ?? "";
    const named = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => String(name));
    expect(named).toEqual([...exportSectionNames]);
  });

  test("holds each kind of its own rows, and nothing of anybody else", async () => {
    const seller = await newPaidSeller(api, provider);
    const buyer = await newPayingBuyer(api, provider);
    const datasetId = await offer(api, seller);
    const bought = await buy(api, buyer, datasetId);
    const letter = { message: "Is 2019 complete?" };
    const written = await api.send("POST", `/datasets/${datasetId}/messages`, {
      token: buyer.token,
      body: letter,
    });
    expect(written.status).toBe(201);
    const auctionId = await newAuction(api, seller);
    const bidder = await newBidder(api);
    expect((await bid(api, bidder, auctionId, 2000)).status).toBe(201);

    const ofBuyer = await download(buyer.owner);
    expect(Object.keys(ofBuyer)).toEqual([
      "format",
      "from",
      "at",
      ...exportSectionNames,
      "complete",
    ]);
    expect(ofBuyer.complete).toBe(true);
    expect(ofBuyer.account?.[0]?.email).toBe(buyer.owner.email);
    expect(ofBuyer.api_keys).toHaveLength(1);
    expect(ofBuyer.purchases?.[0]).toMatchObject({ id: bought.body.id, price_cents: 1000 });
    expect(ofBuyer.messages?.map(({ body, by_you }) => [body, by_you])).toEqual([
      [letter.message, true],
    ]);
    expect(ofBuyer.sales).toEqual([]);

    const ofSeller = await download(seller.owner);
    expect(ofSeller.listings?.map(({ id }) => id).sort()).toEqual([datasetId, auctionId].sort());
    expect(ofSeller.sales?.[0]).toMatchObject({ id: bought.body.id, fee_cents: 50 });
    expect(ofSeller.messages?.[0]).toMatchObject({ body: letter.message, by_you: false });
    const text = JSON.stringify(ofSeller);
    for (const secret of [buyer.owner.email, buyer.owner.accountId, buyer.cardId, buyer.token]) {
      expect(text).not.toContain(secret);
    }
    expect((await download(bidder.owner)).bids?.[0]).toMatchObject({ max_cents: 2000 });
  });

  test("shows no secret, and no hash of one", async () => {
    const owner = await newOwner(api);
    const { secret, key } = await newKey(api, owner);
    const text = JSON.stringify(await download(owner));
    expect(text).toContain(key.prefix);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(key.secretHash);
  });

  test("is available once an hour, is audited, and only for its own person", async () => {
    const owner = await newOwner(api);
    await download(owner);
    const visitor = await visitorOf(api, owner);
    const again = await visitor.submit("/account/leave/export");
    expect([again.status, Number(again.headers.get("retry-after")) > 3000]).toEqual([429, true]);
    const pauseMs = ACCOUNT_EXPORT_PAUSE_MINUTES * 60_000;
    const later = { ...api.ctx, now: () => new Date(Date.now() + pauseMs) };
    await (await exportAccount(later, owner)).return(undefined);
    const noted = eq(auditLog.action, "account.exported");
    expect(await api.db.$count(auditLog, sql`${noted} and subject_id = ${owner.accountId}`)).toBe(
      2,
    );
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const forged = { headers: { ...visitor.headers, ...type }, body: "form_token=guessed" };
    expect((await api.send("POST", "/account/leave/export", forged)).status).toBe(403);
  });

  test("asked for twice at once is made once", async () => {
    const owner = await newOwner(api);
    const asked = await Promise.allSettled([
      exportAccount(api.ctx, owner),
      exportAccount(api.ctx, owner),
    ]);
    expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("of 4,000 rows is read a page at a time, and no page before it is wanted", async () => {
    const owner = await newOwner(api);
    const rowCount = 4_000;
    await api.db.execute(sql`
      insert into audit_log (id, at, actor_kind, actor_id, action, subject_kind, subject_id, detail)
      select gen_random_uuid(), now(), 'owner', ${owner.accountId}, 'test.noted', 'account',
        ${owner.accountId}, '{}' from generate_series(1, ${rowCount})`);
    const counted = await openCountedDatabase(api.config.DATABASE_URL);
    const pieces = await exportAccount({ ...api.ctx, db: counted.db }, owner);
    counted.sent.length = 0;
    let rows = 0;
    let longest = 0;
    let ahead = 0;
    let pages = 0;
    for await (const piece of pieces) {
      const found = piece.split('"test.noted"').length - 1;
      rows += found;
      if (found > 0) pages += 1;
      longest = Math.max(longest, found);
      ahead = Math.max(ahead, counted.sent.length);
      counted.sent.length = 0;
    }
    await counted.close();
    expect(rows).toBe(rowCount);
    expect(longest).toBeLessThanOrEqual(ACCOUNT_EXPORT_PAGE_ROWS_MAX);
    expect(pages).toBeGreaterThanOrEqual(rowCount / ACCOUNT_EXPORT_PAGE_ROWS_MAX);
    expect(ahead).toBe(1);
  });

  test("is refused to an account that is closed", async () => {
    const owner = await newOwner(api);
    await api.db
      .update(accounts)
      .set({ closedAt: new Date() })
      .where(eq(accounts.id, owner.accountId));
    expect((await refusalOf(exportAccount(api.ctx, owner))).code).toBe("account_closed");
  });
});
