/** A process is killed with SIGKILL while it charges a bundle: there is one charge, and all is paid. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { readPurchasesOfPurse } from "../../../db/queries/purchases/purses.ts";
import { purses } from "../../../db/schema/index.ts";
import { forFile } from "../../support/for-file.ts";
import { newPayingBuyer, offer, openMoney } from "../../support/money.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { atProvider, readPurse, settleAll } from "../purchase/purse/support.ts";
import { openFindings, reconcile } from "../reconciliation/books.ts";
import { orderBundle, writeBundle } from "./support.ts";

setDefaultTimeout(120_000);

const money = await openMoney({ webhooks: false });
await forFile(Promise.resolve({ close: () => money.close() }));
const { api, provider, seller } = money;
const { storage } = api.config;
if (storage.kind !== "disk") throw new Error("the tests store on disk");
const env = await testEnv({
  DATABASE_URL: api.databaseUrl,
  STRIPE_API_BASE_URL: provider.url,
  STRIPE_SECRET_KEY: provider.secretKey,
  STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
  STORAGE_DIR: storage.rootDir,
});
const { start, kill } = killableProcesses(env);
afterEach(() => money.clearFaults());

const slowly = { timeoutMs: 60_000 };

/** The provider's calls at which the clock dies, and what has happened there by then. */
const steps = [
  ["POST /v1/payment_intents", "intents"],
  ["POST /v1/payment_intents/:id/confirm", "charges"],
] as const;

test.each(steps)("during %s: one charge pays every purchase", async (operation, what) => {
  const buyer = await newPayingBuyer(api, provider);
  const datasets = [await offer(api, seller), await offer(api, seller)];
  const bundleId = await writeBundle(api, { agentId: seller.agentId, priceCents: 1500, datasets });
  const body = { payment_method_id: buyer.cardId };
  const { id } = await orderBundle(api, buyer.operator, bundleId, body);
  await money.fault({ operation, kind: "late_answer", times: 100, delay_ms: 6000 });
  await api.db.update(purses).set({ settleDueAt: new Date() }).where(eq(purses.id, id));
  const clock = start("workers/main.ts", "clock");
  await eventually(async () => {
    if (what === "charges") return (await atProvider(money, id)).charges.length === 1;
    const { data } = await provider.stripe.paymentIntents.list({ customer: buyer.customerId });
    return data.length > 0;
  }, slowly);
  await kill(clock);
  expect((await readPurse(money, id)).state).toBe("payment_pending");
  await money.clearFaults();
  let hours = 0;
  await eventually(async () => {
    hours += 1;
    await settleAll(money, hours * 3600);
    return (await readPurse(money, id)).state !== "payment_pending";
  }, slowly);
  expect(await readPurse(money, id)).toMatchObject({ state: "released", allottedCents: 1500 });
  const parts = await readPurchasesOfPurse(api.db, id, 10);
  expect(parts.map(({ state, priceCents }) => [state, priceCents])).toEqual([
    ["in_escrow", 750],
    ["in_escrow", 750],
  ]);
  expect((await atProvider(money, id)).charges).toEqual([1500]);
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
});
