/** A dataset's page pages through all of its reviews, twenty at a time. */
import { expect, test } from "bun:test";
import { confirmedBuyer, putReview } from "../../api/reviews/support.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";

const market = await testMarket();
const { api } = market;

const see = async (path: string) => {
  const answer = await api.send("GET", path, { headers: { accept: "text/html" } });
  expect(answer.status).toBe(200);
  return answer.text;
};
const wordsIn = (html: string) =>
  [...html.matchAll(/Said no\. (\d+)/g)].map(([, at]) => Number(at));
const linkTo = (html: string, label: string) =>
  new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;

test("all reviews are reached by links, the latest first, and the way back leads to them", async () => {
  const id = await paidListing(market);
  const count = 23;
  for (let at = 1; at <= count; at += 1) {
    const { token } = await confirmedBuyer(market, id);
    const body = { stars: 4, text: `Said no. ${at}` };
    expect((await putReview(api, token, id, body)).status).toBeLessThan(300);
  }
  const first = await eventually(async () => {
    const text = await see(`/datasets/${id}/reviews`);
    return wordsIn(text)[0] === count ? text : null;
  });
  expect(linkTo(first, "Latest reviews")).toBeNull();
  const older = linkTo(first, "Older reviews") ?? "";
  const second = await see(older);
  const all = [...wordsIn(first), ...wordsIn(second)];
  expect(all).toEqual(Array.from({ length: count }, (_, at) => count - at));
  expect(linkTo(second, "Older reviews")).toBeNull();
  expect(linkTo(second, "Latest reviews")).toBe(`/datasets/${id}/reviews`);
});

test("a cursor that is none of this list shows the latest reviews", async () => {
  const id = await paidListing(market);
  for (const cursor of ["x", "%00", "a".repeat(600), "'--"]) {
    expect(await see(`/datasets/${id}/reviews?reviews=${encodeURIComponent(cursor)}`)).toContain(
      "No buyer has reviewed it yet.",
    );
  }
});
