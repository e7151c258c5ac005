/** A clock process is killed with SIGKILL while it moves a bounty's money: nothing is lost or doubled. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purses } from "../../../db/schema/index.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { postDataRequest } from "../../../market/request/post-data-request.ts";
import { dataRequestBody } from "../../../market/request/schemas.ts";
import { answerBank, goToBankForPurse } from "../../market/purchase/holder/support.ts";
import { atProvider, booksOf, readPurse } from "../../market/purchase/purse/support.ts";
import { forFile } from "../../support/for-file.ts";
import { newPayingBuyer, openMoney } from "../../support/money.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { serveQueries } from "../../workers/query/query-world.ts";
import {
  bountyRequest,
  deliver,
  deliveriesOf,
  evaluate,
  funded,
  irisListing,
  newDeliverer,
  paidOf,
  postBounty,
  readBounty,
  runMoney,
  settle,
} from "./bounty-support.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const money = await openMoney({ webhooks: false, env: { QUERY_URL } });
await forFile(Promise.resolve({ close: () => money.close() }));
const { api, provider } = money;
await forFile(serveQueries(api, { children: 1 }));
const { storage } = api.config;
if (storage.kind !== "disk") throw new Error("the tests store on disk");
const env = await testEnv({
  DATABASE_URL: api.databaseUrl,
  STRIPE_API_BASE_URL: provider.url,
  STRIPE_SECRET_KEY: provider.secretKey,
  STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
  QUERY_URL,
  STORAGE_DIR: storage.rootDir,
});
const { start, kill } = killableProcesses(env);
afterEach(() => money.clearFaults());

const hold = (operation: string) =>
  money.fault({ operation, kind: "late_answer", times: 100, delay_ms: 6000 });
const poster = () =>
  newPayingBuyer(api, provider, { key: { scopes: ["purchase", "message", "read"] } });
const net = (cents: number) => cents - Math.floor(cents * 0.05);
const slowly = { timeoutMs: 60_000 };

async function makeDue(purseId: string): Promise<Date> {
  const now = new Date();
  await api.db.update(purses).set({ settleDueAt: now }).where(eq(purses.id, purseId));
  return now;
}

/** Until every claim of the dead process has ended. */
const later = { hours: 1 };

test("after it charged the card, before it knows: there is one charge", async () => {
  await hold("POST /v1/payment_intents/:id/confirm");
  const by = await poster();
  // The use case alone, without the API that charges while its caller waits.
  const { id } = await postDataRequest(
    api.ctx,
    by.operator,
    dataRequestBody.parse(bountyRequest(by)),
  );
  const { purse } = await readBounty(money, id);
  await makeDue(purse.id);
  const clock = start("workers/main.ts", "clock");
  await eventually(async () => (await atProvider(money, purse.id)).charges.length === 1, slowly);
  await kill(clock);
  expect((await readBounty(money, id)).purse.state).toBe("payment_pending");
  await money.clearFaults();
  await runMoney(money, later);
  expect((await readBounty(money, id)).purse.state).toBe("in_escrow");
  expect((await atProvider(money, purse.id)).charges).toEqual([2000]);
});

test("while winners are paid: each is awarded and paid once", async () => {
  const id = await funded(money, await poster(), { winners: 2 });
  for (let at = 0; at < 3; at += 1) {
    const one = await newDeliverer(money);
    await deliver(money, one, id, { dataset_id: await irisListing(money, one.seller) });
  }
  await evaluate(money);
  await hold("POST /v1/transfers");
  const { purse } = await readBounty(money, id);
  const clock = start("workers/main.ts", "clock");
  await eventually(async () => (await atProvider(money, purse.id)).transfers.length > 0, slowly);
  await kill(clock);
  await money.clearFaults();
  await settle(money);
  await runMoney(money, later);
  await runMoney(money, { hours: 2 });
  expect((await deliveriesOf(money, id)).map(({ state }) => state)).toEqual(["won", "won", "lost"]);
  expect(await paidOf(money, purse.id)).toHaveLength(2);
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [4000],
    refunds: [],
    transfers: [net(2000), net(2000)],
  });
});

test("after it refunded the rest, before it knows: there is one refund", async () => {
  const by = await poster();
  const id = await funded(money, by);
  await hold("POST /v1/refunds");
  await api.send("POST", `/requests/${id}/close`, { token: by.token });
  const { purse } = await readBounty(money, id);
  const clock = start("workers/main.ts", "clock");
  await eventually(async () => (await atProvider(money, purse.id)).refunds.length === 1, slowly);
  await kill(clock);
  expect((await readBounty(money, id)).purse.refundPaidAt).toBeNull();
  await money.clearFaults();
  await runMoney(money, later);
  expect((await atProvider(money, purse.id)).refunds).toEqual([2000]);
  expect((await booksOf(money, purse.id)).balances).toEqual({});
});

const askedBounty = async () => {
  const by = await newPayingBuyer(api, provider, {
    card: "pm_card_authenticationRequired",
    key: { scopes: ["purchase", "message", "read"] },
  });
  const id = String((await postBounty(money, by)).body.id);
  const { purse } = await readBounty(money, id);
  return { by, id, purse };
};

/** A clock claims the purse, and is killed while the provider delays its answer. */
async function dieWhileLooking(purseId: string, operation: string): Promise<void> {
  await hold(operation);
  const clock = start("workers/main.ts", "clock");
  const now = await makeDue(purseId);
  await eventually(async () => {
    const { settleDueAt } = await readPurse(money, purseId);
    return (settleDueAt?.getTime() ?? 0) > now.getTime() + 1_000;
  }, slowly);
  await kill(clock);
  await money.clearFaults();
}

test("while it looks after the holder has confirmed: there is one charge, and the bounty opens", async () => {
  const { by, id, purse } = await askedBounty();
  await answerBank(String(await goToBankForPurse(money, by, purse.id)), "complete");
  await dieWhileLooking(purse.id, "GET /v1/payment_intents/:id");
  expect((await readBounty(money, id)).purse.state).toBe("payment_pending");
  await runMoney(money, later);
  expect((await readBounty(money, id)).purse.state).toBe("in_escrow");
  expect((await atProvider(money, purse.id)).charges).toEqual([2000]);
});

test("while it gives up a charge that nobody confirmed: nothing is charged, and the request closes", async () => {
  const { id, purse } = await askedBounty();
  await api.db.update(purses).set({ actionDueAt: new Date() }).where(eq(purses.id, purse.id));
  await dieWhileLooking(purse.id, "POST /v1/payment_intents/:id/cancel");
  await runMoney(money, later);
  await settle(money, later);
  const now = await readBounty(money, id);
  expect([now.purse.state, now.bounty.endCause, now.request.state]).toEqual([
    "expired",
    "unfunded",
    "closed",
  ]);
  expect((await atProvider(money, purse.id)).charges).toEqual([]);
});
