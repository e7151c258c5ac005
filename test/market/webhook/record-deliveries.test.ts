/**
 * Accepted deliveries are recorded in batches: none is lost when another's webhook is deleted, and
 * none ends twice.
 */
import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { webhookEndpoints } from "../../../db/schema/index.ts";
import { claimDeliveries } from "../../../market/webhook/deliver-event.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import { recordDeliveries } from "../../../market/webhook/record-deliveries.ts";
import { testApi } from "../../support/api.ts";
import {
  deliveriesOf,
  readWebhook,
  startReceiver,
  subscribe,
  tell,
} from "../../support/webhooks.ts";

const api = await testApi();
const receiver = await startReceiver();
afterAll(() => receiver.stop());

const fail = (id: string) =>
  api.db
    .update(webhookEndpoints)
    .set({ failingSince: new Date() })
    .where(eq(webhookEndpoints.id, id));

/** Claims this many deliveries of each webhook. */
async function claimed(webhooks: readonly Subscriber[], each: number) {
  for (let n = 0; n < each; n += 1) {
    for (const { principal } of webhooks) await tell(api.db, principal);
  }
  await fanOutEvents(api.ctx);
  const due = await claimDeliveries(api.ctx, 1000);
  return due.map(({ delivery, endpoint }, n) => ({
    id: delivery.id,
    endpointId: endpoint.id,
    status: 200 + (n % 5),
    excerpt: n % 2 === 0 ? `it's "${n}" \\ 😀` : null,
  }));
}
type Subscriber = Awaited<ReturnType<typeof subscribe>>;

const statesOf = async ({ webhookId }: Subscriber) =>
  (await deliveriesOf(api.db, webhookId)).map(({ state }) => state);

test("each keeps its own answer; a webhook that failed is well again, one that is gone takes none along", async () => {
  const [well, failing, gone] = [
    await subscribe(api, receiver),
    await subscribe(api, receiver),
    await subscribe(api, receiver),
  ];
  const taken = await claimed([well, failing, gone], 4);
  expect(taken.length).toBe(12);
  await fail(failing.webhookId);
  await api.send("DELETE", `/webhooks/${gone.webhookId}`, { token: gone.token });
  await recordDeliveries(api.ctx, taken);
  for (const one of [well, failing]) {
    const rows = await deliveriesOf(api.db, one.webhookId);
    expect(rows.map(({ state }) => state)).toEqual(Array(4).fill("delivered"));
    for (const row of rows) {
      const own = taken.find(({ id }) => id === row.id);
      expect(row).toMatchObject({
        lastStatus: own?.status,
        lastResponse: own?.excerpt,
        lastError: null,
        dueAt: null,
        leasedUntil: null,
      });
    }
  }
  expect(await statesOf(gone)).toEqual([]);
  expect((await readWebhook(api.db, failing.webhookId)).failingSince).toBeNull();
});

test("processes that record the same ones at once, in different orders, all finish; final results stay", async () => {
  const webhooks = [await subscribe(api, receiver), await subscribe(api, receiver)];
  const taken = await claimed(webhooks, 20);
  const held = new Set(taken.map(({ id }) => id));
  for (const { webhookId } of webhooks) await fail(webhookId);
  const again = taken.map((one) => ({ ...one, status: 299, excerpt: "late" })).toReversed();
  const orders = [taken, taken.toReversed(), taken.toSorted(() => Math.random() - 0.5)];
  await Promise.all(orders.map((order) => recordDeliveries(api.ctx, order)));
  await recordDeliveries(api.ctx, again);
  for (const one of webhooks) {
    const rows = (await deliveriesOf(api.db, one.webhookId)).filter(({ id }) => held.has(id));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.state).toBe("delivered");
    for (const row of rows) expect(row.lastStatus).not.toBe(299);
    expect((await readWebhook(api.db, one.webhookId)).failingSince).toBeNull();
  }
});
