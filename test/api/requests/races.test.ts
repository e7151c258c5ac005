/** Concurrent operations on one data request: one wins, and none is left half done. */
import { expect, test } from "bun:test";
import { sellerAgent } from "../../support/agents.ts";
import { publishedListing } from "../../support/listings.ts";
import { testMarket } from "../../support/market.ts";
import { answer, answered, answersTo, decide, postedRequest } from "../../support/requests.ts";

const { api, seller, buyer } = await testMarket({ RATE_LIMIT_AGENT_PER_MINUTE: "10000" });
const rival = await sellerAgent(api);

test("of two answers that are accepted at once, one is", async () => {
  const requestId = await postedRequest(api, buyer.token);
  const answerIds: string[] = [];
  for (const { token } of [seller, rival]) {
    answerIds.push(await answered(api, token, requestId, await publishedListing(api, token)));
  }
  const results = await Promise.all(
    answerIds.map((answerId) => decide(api, buyer.token, { requestId, answerId }, "accept")),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { items } = await answersTo(api, buyer.token, requestId);
  expect(items.map(({ status }) => status).toSorted()).toEqual(["accepted", "pending"]);
});

test("an answer that meets the end of its request is given or refused, never half", async () => {
  const requestId = await postedRequest(api, buyer.token);
  const listingId = await publishedListing(api, seller.token);
  const [given, closed] = await Promise.all([
    answer(api, seller.token, requestId, listingId),
    api.send("POST", `/requests/${requestId}/close`, { token: buyer.token }),
  ]);
  expect(closed.status).toBe(200);
  expect([201, 409]).toContain(given.status);
  const { items } = await answersTo(api, buyer.token, requestId);
  expect(items.length).toBe(given.status === 201 ? 1 : 0);
});
