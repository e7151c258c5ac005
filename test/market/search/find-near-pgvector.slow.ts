/**
 * Semantic searches on a Postgres with pgvector: PGlite, which is Postgres and pgvector in
 * WebAssembly, since the other tests' Postgres has no third-party extensions.
 */
import { afterAll, expect, test } from "bun:test";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../../db/migrate.ts";
import { findSearchedModel } from "../../../db/queries/search/vectors.ts";
import { embedListings } from "../../../market/search/embed/embed-listings.ts";
import { findNear } from "../../../market/search/embed/find-near.ts";
import { forgetEmbeddings } from "../../../market/search/embed/forget-embeddings.ts";
import { indexVectors } from "../../../market/search/embed/index-vectors.ts";
import { EMBEDDED_TEXT_VERSION } from "../../../market/search/embed/rules.ts";
import { chooseSort } from "../../../market/search/rules.ts";
import { searchFilters } from "../../../market/search/search-filters.ts";
import { openEmbeddings } from "../../../platform/embeddings/open-embeddings.ts";
import { freePort } from "../../support/stack.ts";
import { activeListing, openEmbedWorld } from "./embed-support.ts";

const pglite = await PGlite.create({ extensions: { vector, pg_trgm } });
const port = await freePort();
const server = new PGLiteSocketServer({ db: pglite, port, maxConnections: 20 });
await server.start();
const DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/postgres`;
await migrateDatabase(DATABASE_URL);
const world = await openEmbedWorld({ DATABASE_URL });
afterAll(async () => {
  await world.close();
  await server.stop();
  await pglite.close();
});

const { ctx } = world;
const rain = await activeListing(world, { title: "Precipitation", category: "financial" });
const others: string[] = [];
for (let at = 0; at < 60; at += 1) {
  others.push(await activeListing(world, { title: `Gold rainfall ${at}`, tags: [`tag ${at}`] }));
}
const listingIds = [rain, ...others];

async function embedAll(context: typeof ctx): Promise<void> {
  if (context.embeddings === null) throw new Error("there is no model");
  await embedListings(context, context.embeddings, { listingIds, mayIsolate: false });
}
await embedAll(ctx);

const filters = searchFilters({ limit: 20, offset: 0 }, chooseSort({}));
const key = { name: "stand-in", textVersion: EMBEDDED_TEXT_VERSION };

const indexNames = async () => {
  const rows = await world.db.execute<{ name: string }>(sql`
    select indexname as name from pg_indexes where indexdef like '%hnsw%' order by 1`);
  return rows.map(({ name }) => name);
};

test("the index finds what looking at all of them finds, and keeps to the filters", async () => {
  const scanned = await findNear(ctx, "niederschlag", filters);
  expect(await indexVectors(ctx)).toBe(1);
  expect(await indexVectors(ctx)).toBe(0);
  expect((await findSearchedModel(world.db, key))?.isIndexed).toBe(true);
  const indexed = await findNear(ctx, "niederschlag", filters);
  expect(indexed?.length).toBeGreaterThan(30);
  expect(indexed).toEqual(scanned);
  const only = await findNear(ctx, "niederschlag", { ...filters, category: ["financial"] });
  expect(only?.map(({ id }) => id)).toEqual([rain]);
});

test("the planner takes the index for the search's own order", async () => {
  await world.db.execute(sql`set enable_seqscan = off`);
  const signs = "01".repeat(128);
  const plan = await world.db.execute(sql`
    explain select listing_id from listing_embedding_signs where model_id = 1
    order by signs::bit(256) <~> ${signs}::bit(256) limit 300`);
  await world.db.execute(sql`reset enable_seqscan`);
  expect(JSON.stringify(plan)).toContain("listing_embedding_signs_near_1");
});

test("another model has an index of its own, and that of the earlier one goes with its vectors", async () => {
  const embeddings = openEmbeddings({ ...world.config, EMBEDDINGS_MODEL: "next" });
  const next = { ...ctx, embeddings, now: () => new Date(Date.now() + 90_000_000) };
  await embedAll({ ...ctx, embeddings });
  await indexVectors(next);
  expect(await indexNames()).toEqual([
    "listing_embedding_signs_near_1",
    "listing_embedding_signs_near_2",
  ]);
  await world.db.execute(sql`update embedding_models set filled_at = now() where id = 2`);
  expect(await forgetEmbeddings(next)).toBe(listingIds.length);
  await indexVectors(next);
  expect(await indexNames()).toEqual(["listing_embedding_signs_near_2"]);
});
