/** Searches by words and meaning together, as the API answers them. */
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { embedListings } from "../../../market/search/embed/embed-listings.ts";
import { startEmbeddings } from "../../support/embeddings.ts";
import { forFile } from "../../support/for-file.ts";
import { paidListing, testMarket } from "../../support/market.ts";

// Swedish and Finnish: words that the thesaurus of the word search does not know.
const concepts = { blommor: "flowers", kukkia: "flowers", iris: "flowers" };
const endpoint = startEmbeddings({ dimensions: 256, concepts });
await forFile(Promise.resolve({ close: async () => await endpoint.stop() }));
const market = await testMarket({
  EMBEDDINGS_URL: endpoint.url,
  EMBEDDINGS_MODEL: "stand-in",
  EMBEDDINGS_QUERY_MS_MAX: "4000",
});
const { api } = market;
const listingId = await paidListing(market);
const { embeddings } = api.ctx;
if (embeddings === null) throw new Error("there is no model");
await embedListings(api.ctx, embeddings, { listingIds: [listingId], mayIsolate: false });

type Item = { id: string; missing_words: string[]; score: { coverage: number; vectors: number } };

async function search(query: string) {
  const { body } = await api.send("GET", `/datasets?query=${encodeURIComponent(query)}`);
  return body as unknown as { items: Item[]; match: string; meaning: string };
}

test("a dataset that shares no word is found by its meaning, and the answer says so", async () => {
  const { items, match, meaning } = await search("blommor kukkia");
  expect(meaning).toBe("searched");
  expect(match).toBe("partial");
  expect(items.map(({ id }) => id)).toEqual([listingId]);
  expect(items[0]?.missing_words).toEqual(["blommor", "kukkia"]);
  expect(items[0]?.score).toMatchObject({ coverage: 0 });
  expect(items[0]?.score.vectors).toBeGreaterThan(0);
});

test("filters, phrases and exclusions apply to it as well", async () => {
  expect((await search("blommor kukkia -iris")).items).toEqual([]);
  expect((await search('"blommor kukkia"')).items).toEqual([]);
  const { body } = await api.send("GET", "/datasets?query=blommor&free=true");
  expect(body.items).toEqual([]);
});

test("only words decide if the model or its table is unavailable, and the answer says so", async () => {
  endpoint.state.behaviour = () => new Response("", { status: 503 });
  const { items, match, meaning } = await search("Iris flowers measures");
  expect({ match, meaning }).toEqual({ match: "exact", meaning: "unavailable" });
  expect(items.map(({ id }) => id)).toEqual([listingId]);
  endpoint.state.behaviour = null;
  await api.db.execute(sql`delete from listing_embedding_signs`);
  await api.db.execute(sql`delete from listing_embeddings`);
  const gone = await search("blommor");
  expect(gone.items).toEqual([]);
  expect(gone.meaning).toBe("searched");
});
