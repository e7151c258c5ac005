/**
 * The embedding role over the real bus: from a publication to its vector, and through a SIGKILL.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, isNull, sql } from "drizzle-orm";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { listingEmbeddingSigns, listings, outbox } from "../../db/schema/index.ts";
import {
  activeListing,
  openEmbedWorld,
  storedRow,
  unknownId,
} from "../market/search/embed-support.ts";
import { eventually } from "../support/stack.ts";
import { countStored, runScript } from "../support/workers.ts";

setDefaultTimeout(60_000);

const world = await openEmbedWorld();
afterAll(() => world.close());
await world.work(["relay"]);

const enqueue = async (...listingIds: string[]) =>
  await enqueueJob(world.db, "jobs.embed", { listing_ids: listingIds }, new Date());

const isDrained = () =>
  eventually(async () => {
    const owed = await world.db.$count(outbox, isNull(outbox.publishedAt));
    return owed === 0 && (await countStored(world.config)) === 0;
  });

test("a worker killed between the model's answer and its row loses nothing: the next one stores it", async () => {
  const id = await activeListing(world);
  await enqueue(id);
  const worker = runScript(world, "workers/main.ts", ["embed"]);
  await world.db.transaction(async (tx) => {
    await tx.select().from(listings).where(eq(listings.id, id)).for("update");
    await eventually(async () => await isWaitingForRow(), { timeoutMs: 30_000 });
    expect(world.endpoint.calls.length).toBe(1);
    worker.kill("SIGKILL");
    await worker.exited;
  });
  expect(await storedRow(world, id)).toBeNull();
  const next = await world.work(["embed"]);
  await eventually(async () => await storedRow(world, id), { timeoutMs: 30_000 });
  await isDrained();
  expect(await world.db.$count(listingEmbeddingSigns)).toBe(1);
  await next.stop();
});

async function isWaitingForRow(): Promise<boolean> {
  const [row] = await world.db.execute<{ waiting: boolean }>(sql`
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%for share%') as waiting`);
  return row?.waiting === true;
}

test("messages for the same listing, for none and for nobody's are settled, with one call", async () => {
  const worker = await world.work(["embed"]);
  const id = await activeListing(world, { title: "Delivered twice" });
  const before = world.endpoint.calls.length;
  await enqueue(id);
  await eventually(async () => await storedRow(world, id));
  await enqueue(id);
  await enqueue(id, unknownId());
  await enqueueJob(world.db, "jobs.embed", { listing_ids: ["no id"] }, new Date());
  await isDrained();
  expect(world.endpoint.calls.length).toBe(before + 1);
  await worker.stop();
});

test("an endpoint that is away holds the messages; when it is back they go on", async () => {
  const worker = await world.work(["embed"]);
  const id = await activeListing(world, { title: "Later" });
  const before = world.endpoint.calls.length;
  world.endpoint.state.behaviour = () => new Response("", { status: 401 });
  await enqueue(id);
  await eventually(() => world.endpoint.calls.length > before);
  expect(await storedRow(world, id)).toBeNull();
  world.endpoint.state.behaviour = null;
  await eventually(async () => await storedRow(world, id), { timeoutMs: 30_000 });
  await worker.stop();
});
