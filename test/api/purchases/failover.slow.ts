/** The Postgres primary dies while buyers buy, and its standby takes over at the same address. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { v7 } from "uuid";
import { purchases } from "../../../db/schema/index.ts";
import { type CuttingProxy, startCuttingProxy } from "../../support/programs/cutting-proxy.ts";
import { killServer } from "../../support/programs/own-postgres.ts";
import { type Cluster, type Standby, startCluster } from "../../support/programs/standby.ts";
import { eventually } from "../../support/stack.ts";
import { type Chaos, type ChaosBuyer, findFaults, openChaos, runOut } from "./chaos-support.ts";

setDefaultTimeout(120_000);

const clientsPerBuyer = 3;
/** The interval at which agents retry is part of the test. */
const askAgainMs = 100;
const boughtMin = 6;

let cluster: Cluster;
let standby: Standby;
let address: CuttingProxy;
let chaos: Chaos;
/** The purchase that each Idempotency-Key was answered with. */
const told = new Map<string, string>();
/** Answers that a lost database does not explain. */
const oddities: string[] = [];
let isOver = false;

beforeAll(async () => {
  cluster = await startCluster(1);
  [standby] = cluster.standbys as [Standby];
  await waitForStandby(cluster.primary.url);
  const primary = new URL(cluster.primary.url);
  address = await startCuttingProxy(primary);
  const moving = new URL(primary);
  moving.port = String(address.port);
  chaos = await openChaos(moving.href);
});

afterAll(async () => {
  await chaos?.close();
  await address?.close();
  await cluster?.stop();
});

/** From now on no COMMIT is answered before the standby has it. */
async function waitForStandby(url: string): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  await sql`alter system set synchronous_standby_names = '*'`;
  await sql`select pg_reload_conf()`;
  await eventually(async () => {
    const [row] = await sql`select sync_state from pg_stat_replication`;
    return row?.sync_state === "sync";
  });
  await sql.close();
}

/** Null: the API had no database, or the answer was lost. */
async function buy(buyer: ChaosBuyer, datasetId: string, key: string) {
  const response = await fetch(`${chaos.url}/datasets/${datasetId}/buy`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${buyer.token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ payment_method_id: buyer.cardIds[0] }),
    signal: AbortSignal.timeout(40_000),
  });
  const answer = (await response.json()) as { id?: string; status?: string; code?: string };
  if (response.status === 503) return null;
  if (response.status >= 500) oddities.push(JSON.stringify(answer));
  return answer;
}

/** Repeats the same request with the same key until it is answered. */
async function shop(buyer: ChaosBuyer, datasetIds: string[]): Promise<void> {
  for (const datasetId of datasetIds) {
    if (isOver) return;
    const key = v7();
    let answer = await buy(buyer, datasetId, key);
    while (answer === null || answer.code === "idempotency_in_progress") {
      await Bun.sleep(askAgainMs);
      answer = await buy(buyer, datasetId, key);
    }
    if (answer.id !== undefined) told.set(key, answer.id);
  }
}

const bought = (count: number) =>
  eventually(() => told.size >= count, { timeoutMs: 60_000, everyMs: 1 });

test("a primary that dies under buyers costs waiting: each request has one effect, the books agree", async () => {
  const shopping = chaos.buyers.flatMap((buyer) =>
    Array.from({ length: clientsPerBuyer }, (_, index) =>
      shop(
        buyer,
        chaos.datasetIds.filter((_id, at) => at % clientsPerBuyer === index),
      ),
    ),
  );
  await bought(boughtMin);
  await killServer(cluster.primary);
  const before = told.size;
  // For a while the address leads to a read-only standby, as DNS does when it moves too early.
  address.moveTo(new URL(standby.url));
  address.cut();
  const health = () => fetch(`${chaos.url}/datasets`).then(({ status }) => status);
  await eventually(async () => (await health()) === 200, { timeoutMs: 30_000 });
  await standby.promote();
  await bought(before + boughtMin).finally(() => {
    isOver = true;
  });
  await Promise.all(shopping);
  await chaos.settleDown();
  await runOut(chaos);

  expect(oddities).toEqual([]);
  const rows = await chaos.api.db.select().from(purchases);
  const paid = new Set(rows.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id));
  expect([...told.values()].filter((id) => !paid.has(id))).toEqual([]);
  expect(new Set(told.values()).size).toBe(told.size);
  expect(rows.length).toBe(told.size);
  expect(await findFaults(chaos)).toEqual([]);
});
