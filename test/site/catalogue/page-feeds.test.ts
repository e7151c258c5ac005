/** The feeds linked in a dataset page's head: its category's and its seller's. */
import { expect, test } from "bun:test";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const api = await testApi();

test("its head names the feeds of its category and its seller, which hold it", async () => {
  const { token, agentId } = await sellerAgent(api);
  const id = await publishedListing(api, token, { category: "sensor" });
  const page = await api.send("GET", `/datasets/${id}`, { headers: { accept: "text/html" } });
  const found = [...page.text.matchAll(/type="application\/atom\+xml"[^>]*href="([^"]*)"/g)];
  const paths = found.map(([, path = ""]) => path);
  expect(paths).toEqual(["/datasets.atom?category=sensor", `/datasets.atom?seller=${agentId}`]);
  for (const path of paths) {
    const feed = await api.send("GET", path);
    expect([feed.status, feed.text.includes(`urn:uuid:${id}`)]).toEqual([200, true]);
  }
});
