/** The role `matching`: each saved search reports a new listing once, whatever dies in between. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { count, eq, sql } from "drizzle-orm";
import { events, listingsToMatch, savedSearchMatches } from "../../db/schema/index.ts";
import { newSaver, newWord, onSale, saveSearch, toldBy } from "../market/saved-search/support.ts";
import { sellerAgent } from "../support/agents.ts";
import { openTestApi } from "../support/api.ts";
import { forFile } from "../support/for-file.ts";
import { eventually } from "../support/stack.ts";
import { runScript, testSuite, type WorkerProcess } from "../support/workers.ts";

setDefaultTimeout(120_000);

const suite = await testSuite();
const api = await forFile(openTestApi({ DATABASE_URL: suite.config.DATABASE_URL }));
const seller = await sellerAgent(api);
const saver = await newSaver(api);

const children: WorkerProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

function start(role: string): WorkerProcess {
  const child = runScript(suite, "workers/main.ts", [role]);
  children.push(child);
  return child;
}

const waiting = async () => {
  const [row] = await suite.db.select({ total: count() }).from(listingsToMatch);
  return row?.total ?? 0;
};

test("a publication is reported within seconds", async () => {
  const word = newWord();
  const search = await saveSearch(api, saver, { query: word });
  const worker = await suite.work(["relay", "matching"]);
  const id = await onSale(api, seller.token, `Of ${word}`);
  await eventually(async () => (await toldBy(suite, search)).length === 1, { timeoutMs: 10_000 });
  expect(await toldBy(suite, search)).toEqual([[id, 1]]);
  await worker.stop();
});

test("publications while no worker ran are reported when one does", async () => {
  const word = newWord();
  const search = await saveSearch(api, saver, { query: word });
  const ids = [await onSale(api, seller.token, `A ${word}`), await onSale(api, seller.token, word)];
  const hoursAgo = sql`now() - interval '9 hours'`;
  await suite.db.update(listingsToMatch).set({ createdAt: hoursAgo });
  // The bus has also lost its message: the clock finds the rows.
  await suite.db.execute(sql`update outbox set published_at = now() where subject = 'jobs.match'`);
  const worker = await suite.work(["clock"]);
  await eventually(async () => (await waiting()) === 0, { timeoutMs: 20_000 });
  expect((await toldBy(suite, search)).map(([id]) => id).sort()).toEqual(ids.sort());
  await worker.stop();
});

test("workers that are killed again and again lose nothing and tell nothing twice", async () => {
  const word = newWord();
  const searches = await Promise.all(
    Array.from({ length: 20 }, () => saveSearch(api, saver, { query: word })),
  );
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, n) => onSale(api, seller.token, `${word} ${n}`)),
  );
  // Each match is slowed down, so that kills hit half-finished transactions.
  await suite.db.execute(sql`
    create function slow_match() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as
    $$ begin perform pg_sleep(0.02); return null; end $$`);
  await suite.db.execute(sql`create trigger slow_match after insert on saved_search_matches
    for each row execute function slow_match()`);
  const relay = await suite.work(["relay"]);
  for (let round = 0; round < 4; round += 1) {
    const worker = start("matching");
    await eventually(async () => (await sleepers()) > 0 || (await waiting()) === 0, {
      timeoutMs: 30_000,
      everyMs: 20,
    });
    worker.kill("SIGKILL");
    await worker.exited;
  }
  await suite.db.execute(sql`drop trigger slow_match on saved_search_matches`);
  const last = await suite.work(["matching", "clock"]);
  await eventually(async () => (await waiting()) === 0, { timeoutMs: 60_000 });
  for (const search of searches) {
    expect((await toldBy(suite, search)).map(([id]) => id).sort()).toEqual([...ids].sort());
  }
  const [matches, told] = await Promise.all([
    suite.db.select({ total: count() }).from(savedSearchMatches),
    suite.db.select({ total: count() }).from(events).where(eq(events.type, "saved_search.matched")),
  ]);
  expect(told).toEqual(matches);
  await Promise.all([relay.stop(), last.stop()]);
});

async function sleepers(): Promise<number> {
  const rows = await suite.db.execute(sql`select from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`);
  return rows.length;
}
