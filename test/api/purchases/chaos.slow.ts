/** Buyers at work while the API, the clocks and the payment provider are killed again and again. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { purchases } from "../../../db/schema/index.ts";
import type { Fault } from "../../../dev/stripe/faults.ts";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { MarketError } from "../../../market/errors.ts";
import { addFault } from "../../support/stripe.ts";
import { type Chaos, type ChaosBuyer, findFaults, openChaos, runOut } from "./chaos-support.ts";

setDefaultTimeout(120_000);

/** A longer run is for finding rare failures. */
const chaosMs = Number(process.env.CHAOS_SECONDS ?? 12) * 1000;
/** Runs longer on a busy machine: a run with hardly any purchase proves little. */
const chaosMsMax = chaosMs + 60_000;
const toldMin = 10;
const clientsPerBuyer = 3;
// The intervals below are part of the test: agents who retry, while processes are killed and faults
// injected.
const askAgainMs = 100;
const killEveryMs = 600;
const faultEveryMs = 120;
const triesMax = 8;

let startedMs = 0;
/** Answers that neither a kill nor a fault explains. */
const oddities: string[] = [];
/** Purchases that a buyer was told are paid. */
const told = new Set<string>();

// Not at the top of the file: a run that skips these tests would leave its processes behind.
let chaos: Chaos;
beforeAll(async () => {
  chaos = await openChaos();
});
afterAll(() => chaos.close());

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}

function isOver(): boolean {
  const ms = Date.now() - startedMs;
  return ms > chaosMsMax || (ms > chaosMs && told.size >= toldMin);
}

type Answer = { status: number; state: string; id: string };
type Given = { body?: object; idempotencyKey?: string };

/** Null: the API was down, or died before it answered. */
async function call({ token }: ChaosBuyer, path: string, given: Given): Promise<Answer | null> {
  const { body, idempotencyKey = v7() } = given;
  try {
    const response = await fetch(`${chaos.url}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(25_000),
    });
    const text = await response.text();
    const { status: state = "", id = "" } = JSON.parse(text) as Record<string, string>;
    if (response.status >= 500) oddities.push(`${path}: ${text}`);
    return { status: response.status, state: String(state), id };
  } catch {
    return null;
  }
}

/**
 * Buys one dataset as an agent would: repeats the same request with the same key until it is
 * answered.
 */
async function shop(buyer: ChaosBuyer): Promise<void> {
  const idempotencyKey = v7();
  const datasetId = pick(chaos.datasetIds);
  const body = { payment_method_id: pick(buyer.cardIds) };
  for (let tries = 0; tries < triesMax && !isOver(); tries += 1) {
    const answer = await call(buyer, `/datasets/${datasetId}/buy`, { body, idempotencyKey });
    if (answer === null || answer.status === 409) {
      await Bun.sleep(askAgainMs);
      continue;
    }
    if (answer.state !== "in_escrow") return;
    told.add(answer.id);
    return decide(buyer, answer.id);
  }
}

async function decide(buyer: ChaosBuyer, purchaseId: string): Promise<void> {
  const path = `/purchases/${purchaseId}`;
  const dispute = { reason: "other", detail: "It is not what I wanted." };
  const decisions = [
    () => call(buyer, `${path}/confirm`, {}),
    () => call(buyer, `${path}/dispute`, { body: dispute }),
    async () => null,
  ];
  await pick(decisions)();
}

/**
 * An administrator decides disputes while clocks, buyers and the provider's webhooks are active.
 */
async function resolveSomething(): Promise<void> {
  const { api, admin } = chaos;
  const open = await api.db
    .select()
    .from(purchases)
    .where(eq(purchases.state, "disputed"))
    .limit(5);
  for (const { id } of open) {
    const resolution = { decision: pick(["release", "refund"] as const), detail: "It is decided." };
    await resolveDispute(api.ctx, admin, id, resolution).catch((error: unknown) => {
      if (!(error instanceof MarketError)) oddities.push(`resolving ${id}: ${error}`);
    });
  }
  await Bun.sleep(Math.random() * 1000);
}

async function untilOver(act: () => Promise<void>): Promise<void> {
  while (!isOver()) await act();
}

async function killSomething(): Promise<void> {
  const part = pick(Object.values(chaos.parts));
  await part.kill();
  // The outage lasts a random time.
  await Bun.sleep(Math.random() * 300);
  part.start();
  // If starting takes longer than that, nothing would ever be bought.
  const lastsLonger = (Date.now() - startedMs) / chaosMs;
  await Bun.sleep(killEveryMs * Math.max(1, lastsLonger));
}

const faultKinds: readonly Fault["kind"][] = [
  "refuse_connection_before",
  "drop_answer",
  "late_answer",
  "status_500_before",
  "status_500_after",
  "rate_limit",
  "processing",
  "webhook_before_answer",
  "webhook_dropped",
  "webhook_twice",
  "webhook_late",
];

async function breakSomething(): Promise<void> {
  const delay_ms = Math.floor(Math.random() * 1500);
  await addFault(chaos.providerUrl, { kind: pick(faultKinds), delay_ms }).catch(() => null);
  await Bun.sleep(faultEveryMs);
}

test("whatever dies and whatever breaks: no money is lost, made, or moved twice", async () => {
  startedMs = Date.now();
  const clients = chaos.buyers.flatMap((buyer) =>
    Array.from({ length: clientsPerBuyer }, () => untilOver(() => shop(buyer))),
  );
  const others = [killSomething, breakSomething, resolveSomething, resolveSomething];
  await Promise.all([...others.map(untilOver), ...clients]);
  await chaos.settleDown();
  await runOut(chaos);

  const rows = await chaos.api.db.select().from(purchases);
  const states = Map.groupBy(rows, ({ state }) => state);
  expect(oddities).toEqual([]);
  expect(told.size).toBeGreaterThan(0);
  // Which final states a short run reaches is random; every purchase must reach one.
  const ends = new Set(["payment_failed", "refunded", "released"]);
  expect([...states.keys()].filter((state) => !ends.has(state))).toEqual([]);
  const paid = new Set(rows.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id));
  expect([...told].filter((id) => !paid.has(id))).toEqual([]);
  expect(await findFaults(chaos)).toEqual([]);
});
