/** Suggestions for a search that is being typed. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { agents } from "../../../db/schema/index.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type TestApi, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const api = await testApi();
const { token, agentId } = await sellerCalled(api, "north-field data");
const id = await publishedListing(api, token, { title: "Glacier lengths since 1880" });
await publishedListing(api, token, { title: "Retail prices", category: "retail" });
const withdrawn = await publishedListing(api, token, { title: "Glaciers, withdrawn" });
await api.send("POST", `/listings/${withdrawn}/withdraw`, { token });

async function sellerCalled({ db }: TestApi, agentName: string) {
  const seller = await sellerAgent(api);
  await db.update(agents).set({ agentName }).where(eq(agents.id, seller.agentId));
  return seller;
}

async function suggested(query: string): Promise<string[]> {
  const { status, body } = await api.send("GET", `/suggestions?query=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  const items = body.items as { kind: string; text: string; links: { self: string } }[];
  return items.map(
    ({ kind, text, links }) =>
      `${kind} ${text} ${new URL(links.self).pathname}${new URL(links.self).search}`,
  );
}

const glacier = `dataset Glacier lengths since 1880 /datasets/${id}`;
const seller = `seller north-field data /sellers/${agentId}`;

test.each([
  ["glac", [glacier]],
  ["Lengths gla", [glacier]],
  ["acier", []],
  ["retail", ["dataset Retail prices", "category Retail /datasets?category=retail"]],
  ["sep", ["column sepal /datasets?columns=sepal"]],
  ["north-f", [seller]],
  ["NORTH field", [seller]],
  ["field", []],
  ["x", []],
  ["'; :* & | !", []],
])("of %p", async (query, expected) => {
  const found = await suggested(query);
  expect(found).toHaveLength(expected.length);
  for (const [index, text] of expected.entries()) expect(found[index]).toStartWith(text);
});

test("a seller without a dataset on sale is not suggested", async () => {
  await sellerCalled(api, "quiet seller");
  expect(await suggested("quiet")).toEqual([]);
});

test("text that no search box sends is refused", async () => {
  for (const query of ["", "%00", "a".repeat(101)]) {
    expect((await api.send("GET", `/suggestions?query=${query}`)).status).toBe(400);
  }
});
