/** How buyers of an earlier version learn about a newer one. */
import { expect, test } from "bun:test";
import type { Json } from "../../support/api.ts";
import {
  newBuyer,
  paidListing,
  publishVersion,
  purchaseOf,
  testMarket,
} from "../../support/market.ts";

const market = await testMarket();
const { api, buyer } = market;

const eventsOf = async (token: string) => {
  const { body } = await api.send("GET", "/events?types=listing.version_published", { token });
  return (body.items as { data: Json }[]).map(({ data }) => data);
};

test("the purchase of an earlier version names the newer one and its changes", async () => {
  const listingId = await paidListing(market);
  const id = await purchaseOf(market, listingId, "released");
  const read = () => api.send("GET", `/purchases/${id}`, { token: buyer.token });
  expect((await read()).body).toMatchObject({ dataset_version: 1, newer_version: null });
  await publishVersion(market, listingId, "sepal,species\n4.9,setosa\n");
  await publishVersion(market, listingId, "sepal,species\n5.0,setosa\n");
  const { body } = await read();
  expect(body.newer_version).toMatchObject({ version: 3, changes: { from_version: 1 } });
  const { changes } = body.links as Record<string, string>;
  expect(changes).toEndWith(`/datasets/${listingId}/changes?from=1`);
  const told = await api.send("GET", `/datasets/${listingId}/changes?from=1`);
  expect(told.body).toMatchObject({ from: { version: 1 }, to: { version: 3 } });
  await api.send("POST", `/listings/${listingId}/withdraw`, { token: market.seller.token });
  expect((await read()).body.newer_version).toBeNull();
});

test("each buyer of an earlier version is notified of the newer one, once", async () => {
  const listingId = await paidListing(market);
  const [kept, refunded] = [await newBuyer(api), await newBuyer(api)];
  await purchaseOf({ ...market, buyer: kept }, listingId, "released");
  await purchaseOf({ ...market, buyer: refunded }, listingId, "refunded");
  await publishVersion(market, listingId, "sepal,species\n4.9,setosa\n");
  expect(await eventsOf(kept.token)).toEqual([
    expect.objectContaining({
      dataset_id: listingId,
      dataset_version: 2,
      your_version: 1,
      rows_added: null,
      columns_added: 0,
    }),
  ]);
  expect(await eventsOf(refunded.token)).toEqual([]);
});
