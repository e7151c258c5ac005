/** Following on the website: the public forms, and the page of what is followed. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { testMarket } from "../../support/market.ts";
import { newOwner } from "../../support/operators.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const { api, seller } = await testMarket();
const list = "/account/following";
const html = { accept: "text/html" };

const post = (headers: Record<string, string>, fields: Record<string, string>) =>
  api.send("POST", `${list}/save`, {
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

test("a person follows a seller from its page, sees it, and ends it", async () => {
  const person = await visitorOf(api, await newOwner(api));
  const page = await api.send("GET", `/sellers/${seller.agentId}`, { headers: html });
  expect(page.text).toContain(`name="seller" value="${seller.agentId}"`);
  const followed = await post(person.headers, { seller: seller.agentId });
  expect(followed.headers.get("location")).toBe(`${list}?done=followed`);
  await post(person.headers, { seller: seller.agentId });
  const { text } = await person.open(list);
  expect(text.match(/href="\/sellers\//g)).toHaveLength(1);
  const [, end = ""] = /action="([^"]+\/end)"/.exec(text) ?? [];
  const stranger = await visitorOf(api, await newOwner(api));
  expect((await stranger.submit(end)).status).toBe(404);
  expect((await person.submit(end)).headers.get("location")).toBe(`${list}?done=unfollowed`);
  expect((await person.open(list)).text).toContain("You follow nothing yet");
  expect((await person.open("/account/audit")).text).toContain(
    "Seller, dataset or collection followed",
  );
});

test("a signed-out person signs in and returns; other sites' forms and wrong ids are refused", async () => {
  const out = await post({ "sec-fetch-site": "same-origin" }, { seller: seller.agentId });
  expect([out.status, out.text]).toEqual([
    403,
    expect.stringContaining(encodeURIComponent(`/sellers/${seller.agentId}`)),
  ]);
  const person = await visitorOf(api, await newOwner(api));
  const { cookie } = person.headers;
  const cross = await post({ cookie, "sec-fetch-site": "cross-site" }, { seller: seller.agentId });
  expect(cross.status).toBe(403);
  expect((await post(person.headers, { dataset: "x" })).status).toBe(400);
  expect((await post(person.headers, { dataset: seller.agentId })).status).toBe(404);
});
