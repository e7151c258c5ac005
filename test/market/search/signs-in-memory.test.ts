/**
 * Semantic searches with the vectors' sign bits in memory: they find what the database holds, at
 * any time.
 */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { storeEmbeddings } from "../../../db/queries/search/embeddings.ts";
import type { SearchFilters } from "../../../db/queries/search/filters.ts";
import { changedMax } from "../../../db/queries/search/signs.ts";
import { findNearestHeld } from "../../../db/queries/search/vectors.ts";
import { listingEmbeddingSigns, listings } from "../../../db/schema/index.ts";
import { embedListings } from "../../../market/search/embed/embed-listings.ts";
import { findNear } from "../../../market/search/embed/find-near.ts";
import { forgetEmbeddings } from "../../../market/search/embed/forget-embeddings.ts";
import {
  EMBEDDED_TEXT_VERSION,
  packSigns,
  toBytes,
  toSigns,
} from "../../../market/search/embed/rules.ts";
import { SignRows } from "../../../market/search/embed/sign-rows.ts";
import { SignTable } from "../../../market/search/embed/sign-table.ts";
import { SignsInMemory } from "../../../market/search/embed/signs-in-memory.ts";
import { chooseSort } from "../../../market/search/rules.ts";
import { searchFilters } from "../../../market/search/search-filters.ts";
import { openEmbeddings } from "../../../platform/embeddings/open-embeddings.ts";
import { minuteMs } from "../../../platform/time.ts";
import { forFile } from "../../support/for-file.ts";
import { activeListing, dimensions, openEmbedWorld } from "./embed-support.ts";

const world = await forFile(openEmbedWorld());
const { ctx, db } = world;
const { embeddings } = ctx;
if (embeddings === null) throw new Error("there is no model");

const noFilters: SearchFilters = searchFilters({ limit: 20, offset: 0 }, chooseSort({}));
const key = { name: embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
const clock = { ms: 0 };
const bytesMax = {
  EMBEDDINGS_MEMORY_BYTES_MAX: 1024 * 1024,
  EMBEDDINGS_VECTORS_BYTES_MAX: 1024 * 1024,
};

async function embed(...listingIds: string[]): Promise<void> {
  if (embeddings === null) throw new Error("there is no model");
  await embedListings(ctx, embeddings, { listingIds, mayIsolate: false });
}

async function listed(title: string, category = "scientific"): Promise<string> {
  const id = await activeListing(world, { title, category, description: title });
  await embed(id);
  return id;
}

const rain = await listed("Precipitation in Portugal");
const gold = await listed("Gold coins", "financial");
for (let at = 0; at < 5; at += 1) await listed(`Precipitation record ${at}`);
const [firstModel] = await db.execute<{ id: number }>(sql`select id from embedding_models`);
const modelId = firstModel?.id ?? 0;

/** The state of one searching process; each process has its own. */
async function openProcess(limits = bytesMax) {
  const signsInMemory = new SignsInMemory(limits, { nowMs: () => clock.ms });
  await signsInMemory.follow(db, key);
  await signsInMemory.loaded();
  return signsInMemory;
}
const one = await openProcess();
/** Holds only the sign bits. */
const other = await openProcess({ ...bytesMax, EMBEDDINGS_VECTORS_BYTES_MAX: 0 });

async function near(query: string, filters: Partial<SearchFilters> = {}, memory = one) {
  const hits = await findNear({ ...ctx, signsInMemory: memory }, query, {
    ...noFilters,
    ...filters,
  });
  return hits?.map(({ id }) => id) ?? null;
}
/** Uses only the sign bits: a search that finds too few of them asks the database instead. */
async function nearestHeld(memory: SignsInMemory, text: string) {
  const [vector] = await vectorsOf(text);
  const followed = await memory.follow(db, key);
  return followed?.signs?.nearest(packSigns(toSigns(vector ?? new Float32Array())), 1)[0];
}
const isHeld = async (memory: SignsInMemory) => (await memory.follow(db, key))?.signs != null;

describe("signs in memory", () => {
  test("find what looking at all of them in the database finds, also behind filters", async () => {
    expect(await isHeld(one)).toBe(true);
    const text = "niederschlag in portugal";
    const inDatabase = await findNear(ctx, text, noFilters);
    expect(inDatabase?.length).toBeGreaterThan(3);
    expect([one.held.vectors, other.held]).toEqual([
      one.held.signs,
      { signs: one.held.signs, vectors: 0 },
    ]);
    for (const memory of [one, other]) {
      const inMemory = await findNear({ ...ctx, signsInMemory: memory }, text, noFilters);
      expect(inMemory).toEqual(inDatabase);
      expect(await near("gold coins", { category: ["financial"] }, memory)).toEqual([gold]);
      expect(await near("gold coins", { category: ["legal"] }, memory)).toEqual([]);
    }
  });

  test("contain in each process everything committed before the search, and no older text", async () => {
    const id = await listed("Opera singers");
    for (const memory of [one, other]) expect((await near("opera", {}, memory))?.[0]).toBe(id);
    const title = "Volcano ashes";
    await db.update(listings).set({ title, description: title }).where(eq(listings.id, id));
    await embed(id);
    for (const memory of [one, other]) {
      expect((await near("volcano", {}, memory))?.[0]).toBe(id);
      expect(await near("opera singers", {}, memory)).not.toContain(id);
      expect(await nearestHeld(memory, "volcano ashes")).toBe(id);
      expect(await nearestHeld(memory, "opera singers")).not.toBe(id);
    }
  });

  test("miss no transaction that commits after a later one", async () => {
    const [early, late] = await Promise.all([
      activeListing(world, { title: "Tulips", description: "Tulips" }),
      activeListing(world, { title: "Gravel", description: "Gravel" }),
    ]);
    const [vector] = await vectorsOf("tulips");
    const open = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await storeEmbeddings(tx, modelId, [rowOf(early, vector)], ctx.now());
      written.resolve();
      await open.promise;
    });
    await written.promise;
    await embed(late);
    expect((await near("gravel"))?.[0]).toBe(late);
    expect(await near("tulips")).not.toContain(early);
    open.resolve();
    await slow;
    for (const memory of [one, other]) expect((await near("tulips", {}, memory))?.[0]).toBe(early);
  });

  test("show nothing that was withdrawn or deleted, and what came back", async () => {
    const id = await listed("Lighthouse positions");
    expect((await near("lighthouse"))?.[0]).toBe(id);
    const withdrawn = { status: "withdrawn", withdrawnAt: new Date() } as const;
    await db.update(listings).set(withdrawn).where(eq(listings.id, id));
    for (const memory of [one, other]) {
      expect(await near("lighthouse", {}, memory)).not.toContain(id);
    }
    expect(await forgetEmbeddings(ctx)).toBe(1);
    await db
      .update(listings)
      .set({ status: "active", withdrawnAt: null })
      .where(eq(listings.id, id));
    for (const memory of [one, other]) {
      expect(await near("lighthouse", {}, memory)).not.toContain(id);
    }
    await embed(id);
    for (const memory of [one, other]) expect((await near("lighthouse", {}, memory))?.[0]).toBe(id);
  });

  test("of one filter's listings the nearest are found among thousands", async () => {
    const memory = await openProcess();
    await fillOthers(1500, "gold coins");
    expect((await near("gold coins", { category: ["financial"] }, memory))?.[0]).toBe(gold);
    await clearOthers();
  });
});

test("of those that memory names the first ones that pass are taken, and no more looked up", async () => {
  const followed = await one.follow(db, key);
  if (followed === null) throw new Error("there are no vectors");
  const rows = await db.execute<{ id: string }>(sql`
    select listing_id as id from listing_embedding_signs join listings on id = listing_id
    where status = 'active' order by listing_id`);
  const [first = "", ...others] = rows.map(({ id }) => id);
  const named = [crypto.randomUUID(), ...others.toReversed(), first];
  const signs = { size: named.length, nearest: () => named, vectorOf: () => new Uint8Array() };
  const query = { model: followed.model, signs: "", filters: noFilters, weighedMax: 3 };
  const taken = await findNearestHeld(db, query, { signs, asked: new Uint8Array() });
  expect(others.length).toBeGreaterThan(4);
  expect(taken.map(({ id }) => id)).toEqual(named.slice(1, 4));
});

describe("signs are reloaded", () => {
  test("when more has changed than is followed, and the database is asked until then", async () => {
    const memory = await openProcess();
    await fillOthers(changedMax, "others");
    clock.ms += minuteMs;
    expect(await isHeld(memory)).toBe(false);
    expect((await near("niederschlag in portugal", {}, memory))?.[0]).toBe(rain);
    clock.ms += minuteMs;
    await isHeld(memory);
    await memory.loaded();
    expect(await isHeld(memory)).toBe(true);
    await clearOthers();
  });

  test("after ten minutes, which mends what nothing tells: deletions, and releases before", async () => {
    await db.update(listingEmbeddingSigns).set({ changedIn: "1" });
    const memory = await openProcess();
    const before = (await memory.follow(db, key))?.signs?.size ?? 0;
    await db.delete(listingEmbeddingSigns).where(eq(listingEmbeddingSigns.listingId, gold));
    expect((await memory.follow(db, key))?.signs?.size).toBe(before);
    clock.ms += 10 * minuteMs;
    await memory.follow(db, key);
    await memory.loaded();
    expect((await memory.follow(db, key))?.signs?.size).toBe(before - 1);
  });

  test("for another model only", async () => {
    const next = openEmbeddings({ ...world.config, EMBEDDINGS_MODEL: "next" });
    if (next === null) throw new Error("there is no model");
    await embedListings(ctx, next, { listingIds: [rain], mayIsolate: false });
    const memory = await openProcess();
    const nextKey = { ...key, name: "next" };
    clock.ms += minuteMs;
    expect((await memory.follow(db, nextKey))?.signs).toBeNull();
    await memory.loaded();
    expect((await memory.follow(db, nextKey))?.signs?.size).toBe(1);
  });
});

test("future transaction ids from another server's dump are not reread forever", async () => {
  await db.update(listingEmbeddingSigns).set({ changedIn: "999999999999" });
  const memory = await openProcess();
  const followed = await memory.follow(db, key);
  expect(followed?.model.changed).toBeNull();
  expect(followed?.signs?.size).toBeGreaterThan(5);
});

test("no more is kept than the bytes that are allowed: the database is asked instead", async () => {
  for (const EMBEDDINGS_MEMORY_BYTES_MAX of [0, 500]) {
    const memory = await openProcess({ ...bytesMax, EMBEDDINGS_MEMORY_BYTES_MAX });
    expect(await isHeld(memory)).toBe(false);
    expect((await near("niederschlag in portugal", {}, memory))?.[0]).toBe(rain);
  }
});

test("beyond the allowed vectors only signs are kept, also for later changes", async () => {
  const room = { ...bytesMax, EMBEDDINGS_VECTORS_BYTES_MAX: 12 * dimensions };
  const memory = await openProcess(room);
  const { signs } = memory.held;
  expect(signs).toBeGreaterThan(5);
  expect(memory.held.vectors).toBe(signs <= 12 ? signs : 0);
  for (let at = 0; at < 12; at += 1) await listed(`Gravel pits ${at}`);
  const wanted = await listed("Lighthouse keepers");
  expect((await near("lighthouse keepers", {}, memory))?.[0]).toBe(wanted);
  expect(memory.held).toEqual({ signs: signs + 13, vectors: 0 });
});

test("a failed reload is reported with its cause, and the database is asked meanwhile", async () => {
  const told: [string, string][] = [];
  const onLoad = (outcome: string, error?: unknown) => told.push([outcome, String(error)]);
  const memory = new SignsInMemory(bytesMax, { nowMs: () => clock.ms, onLoad });
  await db.execute(sql`alter function varbit_send(varbit) rename to varbit_sent`);
  try {
    expect(await isHeld(memory)).toBe(false);
    await memory.loaded();
  } finally {
    await db.execute(sql`alter function varbit_sent(varbit) rename to varbit_send`);
  }
  expect(told).toEqual([["failed", expect.stringContaining("varbit_send")]]);
  expect((await near("niederschlag in portugal", {}, memory))?.[0]).toBe(rain);
  clock.ms += minuteMs;
  await isHeld(memory);
  await memory.loaded();
  expect(told.at(-1)).toEqual(["loaded", "undefined"]);
});

test("the table's nearest are those that counting bit by bit finds, of any length", () => {
  for (const bits of [8, 100, 512]) {
    const table = new SignTable(bits, { vectorBytesMax: 0 });
    const all = Array.from({ length: 400 }, (_, at) => ({ id: `${at}`, signs: randomSigns(bits) }));
    for (const { id, signs } of [...all, ...all.slice(0, 100)]) {
      table.put({ id, signs: packSigns(signs), vector: null });
    }
    const asked = randomSigns(bits);
    const distance = (signs: string) => [...signs].filter((sign, at) => sign !== asked[at]).length;
    const exact = all.map(({ signs }) => distance(signs)).sort((a, b) => a - b);
    const found = table.nearest(packSigns(asked), 70);
    const distances = found.map((id) => distance(all[Number(id)]?.signs ?? ""));
    expect(distances).toEqual(exact.slice(0, 70));
    expect(new Set(found).size).toBe(70);
    expect(table.size).toBe(400);
  }
});

test("the rows' nearest are those of a plain count, of equal ones the first, whatever their bytes", () => {
  for (const [bytes, count, max] of [
    [1, 3, 200],
    [64, 40_000, 2000],
    [512, 300, 30],
  ] as const) {
    const table = new SignRows(bytes);
    const asked = crypto.getRandomValues(new Uint8Array(bytes));
    const others = Array.from({ length: count - 2 }, () => {
      return crypto.getRandomValues(new Uint8Array(bytes));
    });
    // One identical row, and one that differs in every bit.
    const rows = [asked.map((byte) => ~byte), ...others, asked];
    for (const [place, row] of rows.entries()) table.put(place, row);
    const plain = rows
      .map((row, place) => ({ place, differing: differingBits(row, asked) }))
      .sort((one, other) => one.differing - other.differing || one.place - other.place);
    const nearest = [...table.nearest(asked, count, max)];
    expect(nearest).toEqual(plain.slice(0, max).map(({ place }) => place));
    expect(plain.at(-1)?.differing).toBe(8 * bytes);
  }
});

function differingBits(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) {
    for (let bits = (one[at] ?? 0) ^ (other[at] ?? 0); bits > 0; bits &= bits - 1) count += 1;
  }
  return count;
}

function randomSigns(bits: number): string {
  return Array.from({ length: bits }, () => (Math.random() < 0.5 ? "1" : "0")).join("");
}

async function vectorsOf(...texts: string[]) {
  const result = await embeddings?.embedDocuments(texts);
  return result?.kind === "embedded" ? result.vectors : [];
}

function rowOf(listingId: string, vector: Float32Array | undefined) {
  if (vector === undefined) throw new Error("a text has no vector");
  const result = { vector: toBytes(vector), signs: toSigns(vector) };
  return { listingId, textHash: "", result };
}

/** Adds the sign bits of a text for listings that do not exist, so that none can be shown. */
async function fillOthers(count: number, text: string): Promise<void> {
  const [vector] = await vectorsOf(text);
  const signs = toSigns(vector ?? new Float32Array(dimensions));
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into listing_embedding_signs (model_id, listing_id, signs)
      select ${modelId}::int, gen_random_uuid(), ${signs}::varbit from generate_series(1, ${count}::int)`);
  });
}

async function clearOthers(): Promise<void> {
  await db.execute(sql`
    delete from listing_embedding_signs where listing_id not in (select id from listings)`);
}
