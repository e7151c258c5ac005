/** Auctions on the website: a person's own bids and their results, and nobody else's. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { inArray } from "drizzle-orm";
import { paymentMethods } from "../../db/schema/index.ts";
import { newAuction, readBids } from "../support/auctions.ts";
import { testMoney } from "../support/money.ts";
import { newOwner } from "../support/operators.ts";
import { bidOrThrow, newPayingBidder, purchasesOf, runOut } from "../support/paid-auctions.ts";
import { visitorOf } from "./visitor.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });

const path = "/account/auctions";

test("an open auction shows the leader, the next minimum bid, and nobody else's maximum", async () => {
  const { api, provider, seller } = money;
  const ada = await newPayingBidder(api, provider);
  const bob = await newPayingBidder(api, provider);
  const id = await newAuction(api, seller);
  await bidOrThrow(api, ada, id, 5_011);
  await bidOrThrow(api, bob, id, 3_000);
  const leader = await (await visitorOf(api, ada.owner)).open(path);
  expect(leader.text).toMatch(/Leading.*\$31\.00.*your next bid: \$50\.12.*maximum: \$50\.11/s);
  const outbid = await (await visitorOf(api, bob.owner)).open(path);
  expect(outbid.text).toMatch(/Outbid.*\$31\.00.*your next bid: \$32\.00.*maximum: \$30\.00/s);
  expect(outbid.text).not.toContain("50.1");
  const stranger = await (await visitorOf(api, await newOwner(api))).open(path);
  expect(stranger.text).toContain("No bid yet");
  expect(await readBids(api, id)).toHaveLength(2);
});

test("after the end the winner finds the purchase, the others that they did not win", async () => {
  const { api, provider, seller } = money;
  const ada = await newPayingBidder(api, provider);
  const bob = await newPayingBidder(api, provider);
  const id = await newAuction(api, seller);
  await bidOrThrow(api, ada, id, 5_000);
  await bidOrThrow(api, bob, id, 3_000);
  await runOut(api, 24.1);
  const [purchase] = await purchasesOf(api, id);
  const winner = await (await visitorOf(api, ada.owner)).open(path);
  expect(winner.text).toContain("Won and paid");
  expect(winner.text).toContain(`href="/account/purchases/${purchase?.id}"`);
  expect((await (await visitorOf(api, bob.owner)).open(path)).text).toContain("Not won");
});

test("an uncharged winner sees the deadline and how to pay", async () => {
  const { api, provider, seller } = money;
  const declined = await newPayingBidder(api, provider, { card: "pm_card_chargeCustomerFail" });
  await bidOrThrow(api, declined, await newAuction(api, seller), 5_000);
  await runOut(api, 24.1);
  const person = await visitorOf(api, declined.owner);
  expect((await person.open("/account")).text).toContain("1 auction waits for your payment");
  const { text } = await person.open(path);
  expect(text).toMatch(/Won, not paid.*href="\/account\/offers\/[\w-]+".*Pay now.*Offered until/s);
});

test("a refusal because of an account with the same card appears next to the form", async () => {
  const { api, provider, seller } = money;
  const [ada, twin] = [await newPayingBidder(api, provider), await newPayingBidder(api, provider)];
  await api.db
    .update(paymentMethods)
    .set({ fingerprint: "one card" })
    .where(inArray(paymentMethods.id, [ada.cardId, twin.cardId]));
  const id = await newAuction(api, seller);
  await bidOrThrow(api, ada, id, 2_000);
  const person = await visitorOf(api, twin.owner);
  const refused = await person.submit(`/account/datasets/${id}/bid`, { max_amount: "50" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(
    "Another account of the same person, or with the same card, has bid",
  );
  expect(refused.text).toContain("Raise the maximum with that account.");
});
