/**
 * Semantic searches on a database without pgvector: nearest listings, filters, and a failing model.
 */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { SearchFilters } from "../../../db/queries/search/filters.ts";
import { listings } from "../../../db/schema/index.ts";
import { embedListings } from "../../../market/search/embed/embed-listings.ts";
import { findNear } from "../../../market/search/embed/find-near.ts";
import { similarity, toBytes } from "../../../market/search/embed/rules.ts";
import { chooseSort } from "../../../market/search/rules.ts";
import { searchQuery } from "../../../market/search/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import { searchFilters } from "../../../market/search/search-filters.ts";
import { forFile } from "../../support/for-file.ts";
import { activeListing, openEmbedWorld } from "./embed-support.ts";

const world = await forFile(openEmbedWorld());
const { ctx, endpoint } = world;
const rain = await activeListing(world, {
  title: "Precipitation in Portugal",
  category: "scientific",
});
const gold = await activeListing(world, {
  title: "Gold coins",
  description: "Prices.",
  category: "financial",
});
const others: string[] = [];
for (let at = 0; at < 40; at += 1) {
  const title = `Precipitation record ${at}`;
  others.push(await activeListing(world, { title, category: at === 7 ? "legal" : "scientific" }));
}
if (ctx.embeddings === null) throw new Error("there is no model");
await embedListings(ctx, ctx.embeddings, {
  listingIds: [rain, gold, ...others],
  mayIsolate: false,
});

const noFilters: SearchFilters = searchFilters({ limit: 20, offset: 0 }, chooseSort({}));
const near = async (query: string, filters: Partial<SearchFilters> = {}) =>
  await findNear(ctx, query, { ...noFilters, ...filters });

describe("a search by meaning", () => {
  test("finds datasets without a common word, nearest first, and no distant ones", async () => {
    const hits = (await near("niederschlag in portugal")) ?? [];
    expect(hits[0]?.id).toBe(rain);
    expect(hits.map(({ id }) => id)).not.toContain(gold);
    const alike = hits.map((hit) => hit.similarity);
    expect(alike).toEqual([...alike].sort((one, other) => other - one));
  });

  test("keeps to the filters, also where these leave one among many", async () => {
    const hits = (await near("rainfall", { category: ["legal"] })) ?? [];
    expect(hits.map(({ id }) => id)).toEqual([others[7] ?? ""]);
    expect(await near("rainfall", { min_price_cents: 1 })).toEqual([]);
  });

  test("shows nothing that is not active", async () => {
    const [first = ""] = others;
    await world.db
      .update(listings)
      .set({ status: "withdrawn", withdrawnAt: new Date() })
      .where(eq(listings.id, first));
    const hits = (await near("precipitation record 0")) ?? [];
    expect(hits.map(({ id }) => id)).not.toContain(first);
  });

  test("is null where no model is, and where the endpoint gives no vector", async () => {
    expect(await findNear({ ...ctx, embeddings: null }, "rain", noFilters)).toBeNull();
    endpoint.state.behaviour = () => new Response("", { status: 500 });
    expect(await near("a text that nobody asked before")).toBeNull();
    endpoint.state.behaviour = null;
  });

  test("is null where an endpoint answers with vectors of another length", async () => {
    endpoint.state.dimensions = 128;
    expect(await near("another text that is new")).toBeNull();
    endpoint.state.dimensions = 256;
  });

  test("is null without pgvector where there are too many vectors to look at each", async () => {
    await world.db.execute(sql`
      update pg_class set reltuples = 50001 where oid = 'listing_embedding_signs'::regclass`);
    expect(await near("rainfall")).toBeNull();
    await world.db.execute(sql`analyze listing_embedding_signs`);
    expect((await near("rainfall"))?.length).toBeGreaterThan(30);
  });
});

test("only words decide once the vector search has used up its time", async () => {
  const hurried = { ...ctx, config: { ...ctx.config, EMBEDDINGS_QUERY_MS_MAX: 150 } };
  const ask = async () =>
    await searchDatasets(hurried, searchQuery.parse({ query: "gold coins" }), findNear);
  await near("gold coins");
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = world.db.transaction(async (tx) => {
    await tx.execute(sql`lock table listing_embedding_signs in access exclusive mode`);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const { items, meaning, match } = await ask();
  held.resolve();
  await holder;
  expect({ meaning, match }).toEqual({ meaning: "unavailable", match: "exact" });
  expect(items.map(({ id }) => id)).toEqual([gold]);
});

test("bytes keep a cosine to its second digit", () => {
  for (let round = 0; round < 20; round += 1) {
    const [one, other] = [randomUnit(), randomUnit()];
    const mixed = unit(one.map((value, at) => value + (other[at] ?? 0)));
    const exact = one.reduce((sum, value, at) => sum + value * (mixed[at] ?? 0), 0);
    const bytes = new Uint8Array(toBytes(mixed).buffer);
    expect(Math.abs(similarity(one, bytes) - exact)).toBeLessThan(0.01);
  }
});

const randomUnit = () => unit(Float32Array.from({ length: 384 }, () => Math.random() - 0.5));

function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / norm);
}
