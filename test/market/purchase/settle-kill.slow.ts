/** Real processes killed with SIGKILL while the provider delays its answer. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purchases } from "../../../db/schema/index.ts";
import {
  buy,
  feeCents,
  type Held,
  heldFor,
  offer,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { end } from "./faults.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const env = await testEnv({
  DATABASE_URL: money.api.databaseUrl,
  STRIPE_API_BASE_URL: money.provider.url,
  STRIPE_SECRET_KEY: money.provider.secretKey,
  STRIPE_WEBHOOK_SECRET: money.provider.webhookSecret,
});
const { start, kill, startApi } = killableProcesses(env);
afterEach(() => money.clearFaults());

const hold = (operation: string) =>
  money.fault({ operation, kind: "late_answer", times: 100, delay_ms: 6000 });

describe("an API that is killed", () => {
  const cases: [when: string, operation: string, held: (intents: string[]) => boolean][] = [
    [
      "after the intent is made, before it knows of it",
      "POST /v1/payment_intents",
      (intents) => intents.length === 1,
    ],
    [
      "after the card is charged, before it knows of it",
      "POST /v1/payment_intents/:id/confirm",
      (intents) => intents.includes("succeeded"),
    ],
  ];
  for (const [when, operation, isDone] of cases) {
    test(`${when}: the clock ends the purchase with one charge`, async () => {
      const { api, provider, buyer, seller } = money;
      const child = await startApi();
      const url = `http://127.0.0.1:${env.API_PORT}`;
      await hold(operation);
      const datasetId = await offer(api, seller);
      const call = fetch(`${url}/datasets/${datasetId}/buy`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${buyer.token}`,
        },
        body: JSON.stringify({ payment_method_id: buyer.cardId }),
      });
      const cut = call.then(
        () => "answered",
        () => "cut off",
      );
      const purchaseId = await eventually(async () => {
        const rows = await api.db
          .select()
          .from(purchases)
          .where(eq(purchases.listingId, datasetId));
        return rows[0]?.id;
      });
      await eventually(async () => {
        const { data } = await provider.stripe.paymentIntents.list({ limit: 100 });
        const own = data.filter((intent) => intent.metadata.purchase_id === purchaseId);
        return isDone(own.map((intent) => intent.status));
      });
      await kill(child);
      expect(await cut).toBe("cut off");
      expect(await readRow(api, purchaseId)).toMatchObject({ state: "payment_pending" });
      await money.clearFaults();
      expect(await runClock(api)).toBe(0);
      await runClock(api, 61);
      await runClockOut(api);
      expect(await readRow(api, purchaseId)).toMatchObject({ state: "in_escrow" });
      expect(await postingsOf(api, purchaseId)).toEqual(["captured"]);
      expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [priceCents] });
    });
  }
});

describe("a clock that is killed", () => {
  async function bought(): Promise<string> {
    const { api, buyer, seller } = money;
    const answer = await buy(api, buyer, await offer(api, seller));
    if (answer.status !== 201) throw new Error(answer.text);
    return String(answer.body.id);
  }

  const net = priceCents - feeCents;
  type Case = ["released" | "refunded", string, "transfers" | "refunds", Partial<Held>];
  const cases: Case[] = [
    ["released", "POST /v1/transfers", "transfers", { transfers: [net], refunds: [] }],
    ["refunded", "POST /v1/refunds", "refunds", { transfers: [], refunds: [priceCents] }],
  ];
  for (const [to, operation, effect, held] of cases) {
    test(`after it has made one of the ${effect}, before it knows: there is only one`, async () => {
      const { api, provider } = money;
      const id = await bought();
      await hold(operation);
      const child = start("workers/main.ts", "clock");
      await end(money, id, to);
      await eventually(async () => (await heldFor(provider, id))[effect].length === 1, {
        timeoutMs: 30_000,
      });
      await kill(child);
      expect(await readRow(api, id)).toMatchObject({ transferredAt: null, refundPaidAt: null });
      await money.clearFaults();
      await runClock(api, 61);
      await runClockOut(api);
      const row = await readRow(api, id);
      expect(row.transferredAt ?? row.refundPaidAt).not.toBeNull();
      expect(await heldFor(provider, id)).toMatchObject(held);
    });
  }
});
