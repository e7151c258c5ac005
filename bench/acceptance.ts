/**
 * What acceptance contracts and subscriptions cost this process, with the payment stand-in: a purchase with and without
 * a contract, alternating, from the buy to the money's release, and the renewal of periods.
 *
 *   bun bench/acceptance.ts [purchases per run] [runs]
 */
import { eq } from "drizzle-orm";
import { listings, purchases, subscriptions } from "../db/schema/index.ts";
import { evaluateDueAcceptances } from "../market/query/acceptance/evaluate-due.ts";
import { openQueries } from "../platform/query/open-queries.ts";
import { dayMs } from "../platform/time.ts";
import { planned, runAll, subscribe } from "../test/market/subscription/support.ts";
import { buy, newPayingBuyer, offer, openMoney, runClock } from "../test/support/money.ts";
import { giveTwin } from "../test/workers/query/query-world.ts";

const count = Number(process.argv[2] ?? 20);
const runs = Number(process.argv[3] ?? 4);
const acceptance = { schema: [{ quality: [{ metric: "rowCount", mustBe: 7 }] }] };
/** Answers at once: what queries cost is measured elsewhere. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json({ rows: [[7]] }),
});

const QUERY_URL = `http://127.0.0.1:${server.port}`;
const money = await openMoney({ webhooks: false, env: { QUERY_URL } });
const { api, provider, seller } = money;
const queries = openQueries(api.config);

async function cpuMsEach(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

async function makeOffers(): Promise<string[]> {
  const ids = [];
  for (let made = 0; made < count; made += 1) {
    const id = await offer(api, seller);
    await giveTwin(api, id, import.meta.path);
    await api.db.update(listings).set({ rowCount: 200, columnCount: 4 }).where(eq(listings.id, id));
    ids.push(id);
  }
  return ids;
}

async function buyAll(ids: string[], given: object): Promise<void> {
  const buyer = await newPayingBuyer(api, provider);
  for (const id of ids) {
    const { status, text, body: bought } = await buy(api, buyer, id, { body: given });
    if (status !== 201) throw new Error(text);
    const path = `/purchases/${bought.id}/confirm`;
    if (bought.acceptance === null) await api.send("POST", path, { token: buyer.token });
    else await evaluateDueAcceptances(api.ctx, queries, { rowsMax: 1 });
  }
  await runClock(api);
  const released = await api.db.$count(purchases, eq(purchases.state, "released"));
  if (released === 0) throw new Error("nothing was released");
}

async function renewAll(): Promise<void> {
  await api.db.update(subscriptions).set({ nextStepAt: new Date(api.ctx.now()) });
  await runAll(api);
}

const buyer = await newPayingBuyer(api, provider);
for (let made = 0; made < count; made += 1) {
  const { status, text } = await subscribe(api, buyer, await planned(money));
  if (status !== 201) throw new Error(text);
}
for (let run = 1; run <= runs; run += 1) {
  const [plainOffers, checkedOffers] = [await makeOffers(), await makeOffers()];
  const plain = await cpuMsEach(() => buyAll(plainOffers, {}));
  const checked = await cpuMsEach(() => buyAll(checkedOffers, { acceptance }));
  api.clock.skewMs = run * 31 * dayMs;
  const renewal = await cpuMsEach(renewAll);
  api.clock.skewMs = 0;
  const shown = { plain, checked, renewal };
  const figures = Object.entries(shown).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
  console.log(`run ${run}: ${figures.join(", ")} of processor time each`);
}
await money.close();
await server.stop(true);
process.exit(0);
