/**
 * Embeddings of listings: what is embedded, how often, and what happens when the endpoint
 * misbehaves.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { listingEmbeddingSigns, listings } from "../../../db/schema/index.ts";
import { embedListings } from "../../../market/search/embed/embed-listings.ts";
import { fillEmbeddings } from "../../../market/search/embed/fill-embeddings.ts";
import { forgetEmbeddings } from "../../../market/search/embed/forget-embeddings.ts";
import { openEmbeddings } from "../../../platform/embeddings/open-embeddings.ts";
import { embeddingsAnswer } from "../../support/embeddings.ts";
import {
  activeListing,
  dimensions,
  type EmbedWorld,
  openEmbedWorld,
  queuedMessages,
  storedRow,
  unknownId,
} from "./embed-support.ts";

let world: EmbedWorld;
beforeEach(async () => {
  world = await openEmbedWorld();
});
afterEach(() => world.close());

async function embed(listingIds: string[], mayIsolate = false) {
  const { ctx } = world;
  if (ctx.embeddings === null) throw new Error("there is no model");
  return await embedListings(ctx, ctx.embeddings, { listingIds, mayIsolate });
}

/** The same database with another model's name, or at a later time. */
function contextOf(changes: { model?: string; afterMs?: number }) {
  const { ctx, config } = world;
  const { model = "stand-in", afterMs = 0 } = changes;
  const embeddings = openEmbeddings({ ...config, EMBEDDINGS_MODEL: model });
  return { ...ctx, embeddings, now: () => new Date(Date.now() + afterMs) };
}

describe("embedding", () => {
  test("the model gets title, description, tags and columns with their meaning", async () => {
    const id = await activeListing(world, { title: "Rain of Lisbon", tags: ["weather", "rain"] });
    expect(await embed([id])).toEqual({ kind: "done", stored: 1, refused: 0, unchanged: 0 });
    expect(world.endpoint.calls[0]?.body.input).toEqual([
      "Rain of Lisbon\nDaily rainfall.\nTags: weather, rain.\nColumns: station Id, lat (latitude).",
    ]);
    expect((await storedRow(world, id))?.vector?.byteLength).toBe(dimensions);
  });

  test("inactive listings are left out, and a known text is not embedded again", async () => {
    const id = await activeListing(world);
    const draft = await activeListing(world, { status: "draft", publishedAt: null });
    await embed([id, draft, unknownId()]);
    expect(await embed([id, draft])).toMatchObject({ stored: 0, unchanged: 1 });
    expect(world.endpoint.calls.map(({ body }) => body.input.length)).toEqual([1]);
  });

  test("a message that is worked on twice at once leaves one vector", async () => {
    const ids = [await activeListing(world), await activeListing(world)];
    const outcomes = await Promise.all([embed(ids), embed([...ids].reverse()), embed(ids)]);
    expect(outcomes.every(({ kind }) => kind === "done")).toBe(true);
    expect(await world.db.$count(listingEmbeddingSigns)).toBe(2);
  });

  test("a text that changes while the model is asked gets no vector of the old one", async () => {
    const id = await activeListing(world);
    world.endpoint.state.behaviour = async () => {
      world.endpoint.state.behaviour = null;
      await world.db.update(listings).set({ title: "Gold" }).where(eq(listings.id, id));
      return null as never;
    };
    expect(await embed([id])).toMatchObject({ kind: "done", stored: 0 });
    expect(await storedRow(world, id)).toBeNull();
    expect(await embed([id])).toMatchObject({ stored: 1 });
  });
});

describe("an endpoint that misbehaves", () => {
  // A retry time of zero, so that no test waits for the retries.
  const headers = { "retry-after": "0" };
  const refusing = (word: string, status: number) => {
    world.endpoint.state.behaviour = ({ body }) =>
      body.input.some((text) => text.includes(word)) ? new Response("", { status, headers }) : null;
  };

  test("a text that it refuses stands as refused, and the others of its message are stored", async () => {
    const bad = await activeListing(world, { title: "Poison" });
    const good = await activeListing(world);
    refusing("Poison", 400);
    expect(await embed([bad, good])).toMatchObject({ stored: 1, refused: 1 });
    expect(await storedRow(world, bad)).toMatchObject({ vector: null, errorCode: "http_400" });
    expect(await storedRow(world, good)).toMatchObject({ errorCode: null });
  });

  test("a text that fails by itself is refused, but only after the tries for all", async () => {
    const bad = await activeListing(world, { title: "Poison" });
    const good = await activeListing(world);
    refusing("Poison", 501);
    expect(await embed([bad, good])).toMatchObject({ kind: "later", code: "http_501" });
    expect(await embed([bad, good], true)).toMatchObject({ stored: 1, refused: 1 });
    refusing("", 501);
    const other = await activeListing(world);
    expect(await embed([other], true)).toMatchObject({ kind: "later" });
    expect(await storedRow(world, other)).toBeNull();
  }, 30_000);

  test("vectors of another length are never stored with existing ones", async () => {
    await embed([await activeListing(world)]);
    world.endpoint.state.dimensions = 128;
    const id = await activeListing(world);
    expect(await embed([id])).toMatchObject({ kind: "later", code: "other_dimensions" });
    expect(await storedRow(world, id)).toBeNull();
  });

  test("NaN and invalid vectors store nothing", async () => {
    const id = await activeListing(world);
    world.endpoint.state.behaviour = () => embeddingsAnswer([new Array(64).fill(Number.NaN)]);
    expect(await embed([id])).toMatchObject({ kind: "later", code: "answer_invalid" });
    expect(await storedRow(world, id)).toBeNull();
  });
});

describe("filling in", () => {
  const fill = (changes = {}) => fillEmbeddings(contextOf(changes), world.bus);

  test("enqueues a message for missing vectors, once per pass, and starts again after an hour", async () => {
    const ids = [await activeListing(world), await activeListing(world)];
    await embed(ids.slice(0, 1));
    expect(await fill()).toBe(1);
    expect(await fill()).toBe(0);
    expect((await queuedMessages(world)).map(({ payload }) => payload)).toEqual([
      { listing_ids: ids.slice(1) },
    ]);
    expect(await fill({ afterMs: 3_601_000 })).toBe(1);
  });

  test("another model gets vectors of its own, and those of the earlier one go a day later", async () => {
    const id = await activeListing(world);
    await embed([id]);
    const next = contextOf({ model: "next" });
    expect(await fillEmbeddings(next, world.bus)).toBe(1);
    const what = { listingIds: [id], mayIsolate: false };
    if (next.embeddings !== null) await embedListings(next, next.embeddings, what);
    expect(await world.db.$count(listingEmbeddingSigns)).toBe(2);
    expect(await forgetEmbeddings(next)).toBe(0);
    expect(await forgetEmbeddings(contextOf({ model: "next", afterMs: 90_000_000 }))).toBe(1);
    expect(await world.db.$count(listingEmbeddingSigns)).toBe(1);
  });

  test("a listing that was withdrawn loses its vector", async () => {
    const id = await activeListing(world);
    await embed([id]);
    await world.db
      .update(listings)
      .set({ status: "withdrawn", withdrawnAt: new Date() })
      .where(eq(listings.id, id));
    expect(await forgetEmbeddings(world.ctx)).toBe(1);
    expect(await storedRow(world, id)).toBeNull();
    expect(await world.db.$count(listingEmbeddingSigns)).toBe(0);
  });

  test("without a model nothing is read, written or owed", async () => {
    await activeListing(world);
    const none = { ...world.ctx, embeddings: null };
    expect(await fillEmbeddings(none, world.bus)).toBe(0);
    expect(await forgetEmbeddings(none)).toBe(0);
    const [row] = await world.db.execute<{ rows: number }>(sql`
      select (select count(*) from embedding_models)::int
        + (select count(*) from outbox where subject = 'jobs.embed')::int as rows`);
    expect(row?.rows).toBe(0);
  });
});
