/**
 * Concurrent bids, purchases, endings, offers, acceptances and lapses: nobody pays twice, and the
 * books balance.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { bid, hourMs, newAuction } from "../../support/auctions.ts";
import { balancesOf, buy, heldFor, type MoneyBuyer, testMoney } from "../../support/money.ts";
import { newPayingBidder, purchasesOf, readAwards, runOut } from "../../support/paid-auctions.ts";

setDefaultTimeout(180_000);

const roundsMin = 3;
/** On a busy machine every bidder may decline first, round after round. */
const roundsMax = 30;
const paid = new Set(["in_escrow", "released"]);
const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const cards = ["pm_card_chargeCustomerFail", undefined, undefined, undefined] as const;
const buyers = await Promise.all(
  cards.map((card) => newPayingBidder(api, provider, card === undefined ? {} : { card })),
);

/** A refusal is a valid answer; a server error is not. */
async function answered(call: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await call;
  if (status >= 500) throw new Error(text);
}

/** Returns how often it was sold. */
async function expectSound(listingId: string): Promise<number> {
  const all = await purchasesOf(api, listingId);
  for (const { id, state, priceCents } of all) {
    const { charges, refunds } = await heldFor(provider, id);
    const kept = paid.has(state) ? [priceCents] : refunds;
    expect([state, charges]).toEqual([state, kept]);
    const sum = Object.values(await balancesOf(api, id)).reduce((all, cents) => all + cents, 0);
    expect(sum).toBe(0);
  }
  const sold = all.filter(({ state }) => paid.has(state));
  expect(sold.length).toBeLessThanOrEqual(1);
  expect(all.filter(({ state }) => state === "payment_pending")).toEqual([]);
  const won = (await readAwards(api, listingId)).filter(({ state }) => state === "paid");
  const soldIds = sold.map(({ id }) => id);
  for (const { purchaseId } of won) expect(soldIds).toContain(String(purchaseId));
  return sold.length;
}

/**
 * Each recipient of an offer accepts twice and declines once, while clocks let it lapse or charge
 * it.
 */
async function answerOffers(listingId: string, hours: number): Promise<void> {
  const awards = await readAwards(api, listingId);
  const calls = buyers.flatMap((buyer: MoneyBuyer) => {
    const { token, cardId, owner } = buyer;
    const mine = awards.filter(({ accountId }) => accountId === owner.accountId);
    const body = { payment_method_id: cardId };
    return mine.flatMap(({ id }) => [
      answered(api.send("POST", `/offers/${id}/accept`, { token, body })),
      answered(api.send("POST", `/offers/${id}/decline`, { token })),
      answered(api.send("POST", `/offers/${id}/accept`, { token, body })),
    ]);
  });
  await Promise.all([...calls, runOut(api, hours), runOut(api, 0)]);
}

test("a hybrid that is bought, bid on and ended at once is sold once, and paid once", async () => {
  let sold = 0;
  for (let round = 0; round < roundsMin || (sold === 0 && round < roundsMax); round += 1) {
    const endsAt = new Date(api.ctx.now().getTime() + hourMs);
    const given = { pricingType: "hybrid", priceCents: 20_00, endsAt } as const;
    const id = await newAuction(api, seller, given);
    const acts = buyers.flatMap((buyer, index) => [
      answered(bid(api, buyer, id, 1_100 + 100 * index)),
      answered(buy(api, buyer, id)),
      answered(bid(api, buyer, id, 1_500 + 100 * index)),
      answered(buy(api, buyer, id)),
    ]);
    const ended = Promise.race(acts).then(() => Promise.all([runOut(api, 1.1), runOut(api, 1.1)]));
    await Promise.all([...acts, ended, runOut(api, 0)]);
    await runOut(api, 1.2);
    await answerOffers(id, 1.3);
    await runOut(api, 100);
    sold += await expectSound(id);
  }
  expect(sold).toBeGreaterThan(0);
});

test("an offer that is taken, turned down and lapses at once is paid by one bidder at most", async () => {
  let sold = 0;
  for (let round = 0; round < roundsMin || (sold === 0 && round < roundsMax); round += 1) {
    const id = await newAuction(api, seller);
    const bids = buyers.map((buyer, index) => answered(bid(api, buyer, id, 4_000 - 500 * index)));
    await Promise.all(bids);
    // The best bidder's card is declined, and the award goes to the next bidder.
    await runOut(api, 24.1);
    for (const hours of [24.2, 48.3, 48.4, 72.5, 72.6]) await answerOffers(id, hours);
    await runOut(api, 200);
    sold += await expectSound(id);
  }
  expect(sold).toBeGreaterThan(0);
});
