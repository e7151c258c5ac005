/** An account does not buy bytes twice by accident, whatever the listing. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { insertAwards } from "../../../db/queries/auctions/awards.ts";
import { accounts, auctions, listings, purchases, uploads } from "../../../db/schema/index.ts";
import type { AwardState } from "../../../db/vocabulary/auction.ts";
import type { Answer } from "../../support/api.ts";
import { bid, hourMs, newAuction, setDefaultCard } from "../../support/auctions.ts";
import { sha256Of } from "../../support/market.ts";
import {
  buy,
  countEntries,
  type MoneyBuyer,
  newPayingBuyer,
  offer,
  readRow,
  testMoney,
} from "../../support/money.ts";
import { newKey, newSellerAgent } from "../../support/operators.ts";
import { uploadRow } from "../../support/rows.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const { api, provider, seller } = await testMoney();
const newBytes = () => sha256Of(v7());
const again = { body: { allow_duplicate: true } };
const codeOf = ({ status, body }: Answer) => [status, body.code];
const duplicate = [409, "identical_file_owned"];

async function bought(buyer: MoneyBuyer, datasetId: string, more = {}): Promise<string> {
  const answer = await buy(api, buyer, datasetId, more);
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

async function newBuyer(): Promise<MoneyBuyer> {
  const buyer = await newPayingBuyer(api, provider);
  await setDefaultCard(api, buyer.owner.accountId, buyer.cardId);
  return buyer;
}

/** The number of connections to this suite's database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await api.db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
}

/** A buyer who has bought the bytes of one listing. */
async function ownerOfBytes() {
  const [buyer, sha256] = [await newBuyer(), newBytes()];
  const datasetId = await offer(api, seller, { sha256 });
  return { buyer, sha256, datasetId, purchaseId: await bought(buyer, datasetId) };
}

describe("a buy of bytes that the account has", () => {
  test("is refused with the purchase and the listing that have them, and charges nobody", async () => {
    const { buyer, sha256, datasetId, purchaseId } = await ownerOfBytes();
    const twin = await offer(api, seller, { sha256 });
    const entries = await countEntries(api);
    const answer = await buy(api, buyer, twin);
    expect(codeOf(answer)).toEqual(duplicate);
    expect(answer.body.resolution).toBe("none");
    const detail = String(answer.body.detail);
    for (const part of [purchaseId, datasetId]) expect(detail).toContain(part);
    expect(answer.body.purchase_id).toBe(purchaseId);
    expect([
      await countEntries(api),
      await api.db.$count(purchases, eq(purchases.listingId, twin)),
    ]).toEqual([entries, 0]);
    const { secret: token } = await newKey(api, buyer.owner);
    expect(codeOf(await buy(api, { ...buyer, token }, twin))).toEqual(duplicate);
  });

  test("goes through with allow_duplicate, and for every other account", async () => {
    const { buyer, sha256 } = await ownerOfBytes();
    const twin = await offer(api, seller, { sha256 });
    await bought(await newBuyer(), twin);
    await bought(buyer, twin, again);
    expect(codeOf(await buy(api, buyer, twin, again))).toEqual([400, "already_purchased"]);
  });

  test("is refused while the other purchase's payment is under way", async () => {
    const { buyer, sha256, purchaseId } = await ownerOfBytes();
    await api.db
      .update(purchases)
      .set({ state: "payment_pending", releaseDueAt: null, paidAt: null, chargeId: null })
      .where(eq(purchases.id, purchaseId));
    const answer = await buy(api, buyer, await offer(api, seller, { sha256 }));
    expect(codeOf(answer)).toEqual(duplicate);
    expect(String(answer.body.detail)).toContain("in progress");
  });

  const ended: [name: string, change: Partial<typeof purchases.$inferInsert>][] = [
    [
      "was refunded",
      {
        state: "refunded",
        releaseDueAt: null,
        refundedAt: new Date(),
        refundCause: "file_changed",
      },
    ],
    ["has expired", { state: "expired", releaseDueAt: null }],
    ["was declined", { state: "payment_failed", releaseDueAt: null }],
    ["is disputed at the bank", { chargeback: "open", chargebackAt: new Date() }],
    ["was charged back", { chargeback: "lost", chargebackAt: new Date() }],
  ];
  test.each(ended)("goes through when the other purchase %s", async (_, change) => {
    const { buyer, sha256, purchaseId } = await ownerOfBytes();
    await api.db.update(purchases).set(change).where(eq(purchases.id, purchaseId));
    await bought(buyer, await offer(api, seller, { sha256 }));
  });

  test("is refused of a later version with the same bytes, not of one with others", async () => {
    const { buyer, sha256, datasetId } = await ownerOfBytes();
    const publish = async (version: number, of: string) => {
      const id = v7();
      const now = api.ctx.now();
      await api.db.insert(uploads).values(
        uploadRow({
          id,
          listingId: datasetId,
          state: "generated",
          storagePath: id,
          issuedAt: now,
          byteSize: 10,
          objectEtag: "etag",
          sha256: of,
          samplePath: `samples/${id}`,
          version,
        }),
      );
      await api.db
        .update(listings)
        .set({ currentUploadId: id, version, sha256: of })
        .where(eq(listings.id, datasetId));
    };
    await publish(2, sha256);
    expect(codeOf(await buy(api, buyer, datasetId))).toEqual(duplicate);
    await publish(3, newBytes());
    await bought(buyer, datasetId);
  });

  test("is refused for files that the account itself sells, and only while it does", async () => {
    const [buyer, sha256] = [await newBuyer(), newBytes()];
    const agentId = await newSellerAgent(api, buyer.owner);
    const own = await offer(api, { agentId }, { sha256 });
    const datasetId = await offer(api, seller, { sha256 });
    const answer = await buy(api, buyer, datasetId);
    expect(codeOf(answer)).toEqual(duplicate);
    expect(String(answer.body.detail)).toContain(own);
    await api.db.update(listings).set({ status: "withdrawn" }).where(eq(listings.id, own));
    await bought(buyer, datasetId);
  });

  test("made twice at once, by two keys and of two listings, passes once", async () => {
    const [buyer, sha256] = [await newBuyer(), newBytes()];
    const { accountId } = buyer.owner;
    const { secret } = await newKey(api, buyer.owner);
    const twins = [await offer(api, seller, { sha256 }), await offer(api, seller, { sha256 })];
    // Both are held right before they write their purchase, after they have looked for others.
    const buying = await api.db.transaction(async (tx) => {
      await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
      const sent = [buyer.token, secret].map((token, at) =>
        buy(api, { ...buyer, token }, twins[at] ?? ""),
      );
      await eventually(async () => (await countWaiting()) === sent.length);
      return sent;
    });
    const codes = (await Promise.all(buying)).map(codeOf);
    expect(codes.toSorted()).toEqual([[201, undefined], duplicate].toSorted());
    expect(await api.db.$count(purchases, eq(purchases.accountId, accountId))).toBe(1);
  });
});

describe("an auction of bytes that the account has", () => {
  test("takes no bid unless confirmed; the earlier leader stays", async () => {
    const { buyer, sha256, purchaseId } = await ownerOfBytes();
    const lot = await newAuction(api, seller, { sha256 });
    const refused = await bid(api, buyer, lot, 2_000);
    expect(codeOf(refused)).toEqual(duplicate);
    expect(String(refused.body.detail)).toContain(purchaseId);
    const body = { max_amount: 20, allow_duplicate: true };
    const sent = await api.send("POST", `/datasets/${lot}/bids`, { token: buyer.token, body });
    expect([sent.status, sent.body.is_leading]).toEqual([201, true]);

    const early = await newBuyer();
    const other = newBytes();
    const otherLot = await newAuction(api, seller, { sha256: other });
    expect((await bid(api, early, otherLot, 2_000)).status).toBe(201);
    await bought(early, await offer(api, seller, { sha256: other }));
    expect(codeOf(await bid(api, early, otherLot, 3_000))).toEqual(duplicate);
    const { body: seen } = await api.send("GET", `/datasets/${otherLot}/bids`, {
      token: early.token,
    });
    expect(seen.your_position).toMatchObject({ is_leading: true, max_amount_cents: 2_000 });
  });

  /** An auction award for a buyer who has meanwhile bought the same bytes elsewhere. */
  async function awardOf(state: AwardState) {
    const [buyer, sha256] = [await newBuyer(), newBytes()];
    const listingId = await newAuction(api, seller, { sha256 });
    const placed = await bid(api, buyer, listingId, 2_000);
    await bought(buyer, await offer(api, seller, { sha256 }));
    const now = api.ctx.now();
    await api.db.update(auctions).set({ closedAt: now }).where(eq(auctions.listingId, listingId));
    await api.db.update(listings).set({ status: "sold" }).where(eq(listings.id, listingId));
    const [award] = await insertAwards(api.db, [
      {
        listingId,
        accountId: buyer.owner.accountId,
        bidId: String(placed.body.id),
        rank: 1,
        priceCents: 1_000,
        state,
        createdAt: now,
        updatedAt: now,
        dueAt: new Date(now.getTime() + 24 * hourMs),
      },
    ]);
    const accept = (more = {}) =>
      api.send("POST", `/offers/${award?.id}/accept`, {
        token: buyer.token,
        body: { payment_method_id: buyer.cardId, ...more },
      });
    return accept;
  }

  test("is paid by its winner; a second bidder has to accept the offer", async () => {
    const won = await (await awardOf("unpaid"))();
    expect(won.status).toBe(201);
    expect((await readRow(api, String(won.body.id))).state).toBe("in_escrow");

    const accept = await awardOf("offered");
    expect(codeOf(await accept())).toEqual(duplicate);
    expect((await accept(again.body)).status).toBe(201);
  });
});
