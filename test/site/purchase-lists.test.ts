/** The purchases that pages list: none whose payment failed, was cancelled or expired. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { purchaseStates } from "../../db/vocabulary/purchase.ts";
import { newBuyer, paidListing, purchaseOf, testMarket } from "../support/market.ts";
import { visitorOf } from "./visitor.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const unpaid = new Set(["payment_failed", "cancelled", "expired"]);

test("a payment that failed is not listed as bought, and is found under its state", async () => {
  const buyer = await newBuyer(market.api);
  const ids = new Map<string, string>();
  for (const state of purchaseStates) {
    // A buyer has one live purchase of a file.
    const listingId = await paidListing(market);
    ids.set(state, await purchaseOf({ ...market, buyer }, listingId, state));
  }
  const person = await visitorOf(market.api, buyer.owner);
  const listed = async (path: string) => {
    const { text } = await person.open(path);
    return purchaseStates.filter((state) => text.includes(`/account/purchases/${ids.get(state)}`));
  };
  const bought = purchaseStates.filter((state) => !unpaid.has(state));
  expect(await listed("/account/purchases")).toEqual(bought);
  expect((await listed("/account")).filter((state) => unpaid.has(state))).toEqual([]);
  for (const state of purchaseStates) {
    expect(await listed(`/account/purchases?status=${state}`)).toEqual([state]);
  }
});

test("an account with only failed payments shows them", async () => {
  const buyer = await newBuyer(market.api);
  await purchaseOf({ ...market, buyer }, await paidListing(market), "payment_failed");
  const { text } = await (await visitorOf(market.api, buyer.owner)).open("/account/purchases");
  expect(text).toContain("No purchases yet");
  expect(text).toContain("/account/purchases?status=payment_failed");
});
