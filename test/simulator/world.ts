/** A market in one process with a virtual clock: three sellers, five buyers and their listings. */
import { setSystemTime } from "bun:test";
import { eq } from "drizzle-orm";
import { pingDatabase } from "../../db/client.ts";
import { accounts, listings as listingsTable, twinJobs, twins } from "../../db/schema/index.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { ApiKeyInput } from "../../market/account/schemas.ts";
import type { Op } from "../../market/contract/contract.ts";
import type { Payments } from "../../platform/payments/port.ts";
import { hourMs } from "../../platform/time.ts";
import { giveTrialFile } from "../market/trial/rows.ts";
import { adminEmail, administrator } from "../support/administrators.ts";
import { agentTokenOf } from "../support/agents.ts";
import { type Json, openTestApi } from "../support/api.ts";
import { newAuction, setDefaultCard } from "../support/auctions.ts";
import {
  addCard,
  type MoneyBuyer,
  type MoneySeller,
  newPaidSeller,
  newPayingBuyer,
  offer,
} from "../support/money.ts";
import { eventually } from "../support/stack.ts";
import { type Bank, bankKeys, openBank } from "./bank.ts";
import { openInspector } from "./inspector.ts";
import { createRandom } from "./random.ts";
import { type Camera, openCamera } from "./snapshot.ts";

export type Buyer = MoneyBuyer & { cardIds: string[] };
export type Reply = { status: number; body: Json; text: string; isReplayed: boolean };
export type BuyerRequest = {
  operation: Op;
  path: string;
  token: string;
  body?: object;
  key?: string;
};

/** Long ago, so that ids made elsewhere in this process sort later. */
const begin = Date.UTC(2025, 0, 6, 8);

const keys: Partial<ApiKeyInput>[] = [
  { budget_cents: 12_000, budget_period: "day" },
  { budget_cents: 30_000, budget_period: "week" },
  { budget_cents: 90_000, budget_period: "total" },
  { max_per_purchase_cents: 6_000 },
  { budget_cents: 40_000, budget_period: "month", confirm_above_cents: 3_000 },
];
const cards = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_chargeCustomerFail",
  "pm_card_authenticationRequired",
  "pm_card_pendingRefund",
  "pm_card_refundFail",
  "pm_card_createDispute",
];

/** Services that no act calls, so none is started. */
const nobodyThere = {
  NATS_URL: "nats://127.0.0.1:9",
  RESEND_BASE_URL: "http://127.0.0.1:9",
  RESEND_API_KEY: "re_simulator",
  OIDC_ISSUER: "http://127.0.0.1:9",
  OIDC_CLIENT_ID: "simulator",
  OIDC_CLIENT_SECRET: "simulator",
};

/** Simulates the death of a process: no code of the marketplace handles it. */
export class ProcessDied extends Error {}

/** A driver of a purchase whose process stands still with a provider's answer that it has not read yet. */
type Frozen = { purchase: string; goOn: () => void; work: Promise<unknown> };

/** Runs before or after one of the next provider calls. */
type Hook = { callsUntil: number; when: "before" | "after"; run: () => Promise<void> };

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The caller resets the clock with `setSystemTime()`. */
export async function openWorld(seed: number, note: (line: string) => void) {
  setSystemTime(new Date(begin));
  const random = createRandom(seed, 0);
  const bank = openBank(createRandom(seed, 1), note);
  let inspect = async () => {};
  const queries = openInspector(createRandom(seed, 2), () => inspect());
  // One connection makes concurrent queries run in the order in which they were sent.
  const api = await openTestApi(
    {
      ADMIN_EMAILS: adminEmail,
      DATABASE_POOL_MAX: "1",
      DATABASE_READ_POOL_MAX: "1",
      STRIPE_SECRET_KEY: bankKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: bankKeys.webhookSecret,
      STRIPE_API_BASE_URL: "http://bank.test",
      ...nobodyThere,
    },
    { payments: bank.client, queries },
  );
  // A connection for requests has 2 s to open. A machine that stalls for longer would fail the first insert.
  await eventually(() => pingDatabase(api.db).then(() => true), { timeoutMs: 60_000 });
  const hooks: Hook[] = [];
  api.ctx.payments = hooked(api.ctx.payments, hooks);
  inspect = async () => {
    const [hook] = hooks;
    if (hook === undefined || hook.callsUntil > 0) return;
    hooks.shift();
    await hook.run();
  };
  const names = new Map<string, string>();
  const name = (kind: string, id: string) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = [...names.values()].filter((one) => one.startsWith(kind)).length;
    const given = `${kind}${count + 1}`;
    names.set(id, given);
    return given;
  };
  const world = {
    api,
    bank,
    queries,
    random,
    hooks,
    name,
    note,
    camera: openCamera(api.databaseUrl, bank) as Camera,
    admin: (await administrator(api)) as AdminActor,
    sellers: [] as MoneySeller[],
    buyers: [] as Buyer[],
    listings: [] as string[],
    /** Calls with an Idempotency-Key, to be repeated. */
    sent: [] as { request: BuyerRequest; reply: Reply }[],
    /** Webhooks that are not delivered yet. */
    mailbag: [] as ReturnType<Bank["newEvents"]>,
    /** Whether this step's process has died; its answer is ignored then. */
    hasDied: false,
    frozen: [] as Frozen[],
    /** Purchases that a buyer was told are paid. */
    toldPaid: new Set<string>(),
    /** Answers that no injected fault explains. */
    oddities: [] as string[],
    now: () => Date.now(),
    advance(byMs: number) {
      setSystemTime(new Date(Date.now() + byMs));
      bank.wake();
    },
    async call(request: BuyerRequest): Promise<Reply> {
      const { operation, path, token, body, key } = request;
      const response = await api.fetch(
        new Request(`http://localhost:${api.config.API_PORT}${path}`, {
          method: operation.method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(key === undefined ? {} : { "idempotency-key": key }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") === true;
      const isReplayed = response.headers.get("idempotent-replayed") === "true";
      const parsed = isJson && text !== "" ? (JSON.parse(text) as Json) : {};
      if (parsed.status === "in_escrow") world.toldPaid.add(String(parsed.id));
      if (response.status >= 500 && !world.hasDied) {
        world.oddities.push(`${operation.id} was answered ${response.status}: ${text}`);
      }
      return { status: response.status, body: parsed, text, isReplayed };
    },
    agentToken: ({ agentId }: MoneySeller) => agentTokenOf(api, agentId),
    async close() {
      world.camera.close();
      await api.close();
      bank.close();
    },
  };
  try {
    await furnish(world);
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}

async function furnish(
  world: Pick<World, "api" | "bank" | "random" | "sellers" | "buyers" | "listings">,
) {
  const { api, bank, random, sellers, buyers, listings } = world;
  for (const payouts of [true, true, false]) {
    sellers.push(await newPaidSeller(api, bank, { payouts }));
  }
  for (const key of keys) {
    const buyer = await newPayingBuyer(api, bank, { key });
    const { accountId } = buyer.owner;
    const cardIds = [buyer.cardId];
    for (let extra = 0; extra < 2; extra += 1) {
      const card = random.pick(cards) ?? "pm_card_visa";
      const { customerId } = buyer;
      cardIds.push(await addCard(api, bank.stripe, { accountId, customerId, card }));
    }
    await setDefaultCard(api, accountId, random.pick(cardIds) ?? buyer.cardId);
    buyers.push({ ...buyer, cardIds });
  }
  // Few listings make acts meet on one purchase, many keep the market busy.
  const count = random.pick([4, 8, 14]) ?? 8;
  while (listings.length < count) listings.push(await putOnSale(world));
  // A bundle needs several at a price by one seller.
  const bundler = random.pick(sellers);
  for (let more = 3; more > 0; more -= 1) {
    listings.push(await putOnSale(world, { kind: "price", seller: bundler }));
  }
}

type Wanted = { kind?: "price"; seller?: MoneySeller | undefined };

/** Publishes a listing: at a price, free, by auction or hybrid. */
export async function putOnSale(
  world: Pick<World, "api" | "random" | "sellers">,
  wanted: Wanted = {},
): Promise<string> {
  const listingId = await publish(world, wanted);
  await makeQueryable(world, listingId);
  return listingId;
}

/** Gives the file a table, which the inspector reads. */
export async function makeQueryable({ api }: Pick<World, "api">, listingId: string): Promise<void> {
  const [row] = await api.db.select().from(listingsTable).where(eq(listingsTable.id, listingId));
  const uploadId = row?.currentUploadId;
  if (!uploadId) throw new Error(`listing ${listingId} has no file`);
  const createdAt = api.ctx.now();
  await api.db
    .insert(twinJobs)
    .values({ uploadId, dueAt: null, finishedAt: createdAt, positions: 1 });
  await api.db.insert(twins).values({
    ...{ uploadId, position: 0, tableName: null, isDefault: true, createdAt },
    ...{ objectKey: `twins/${uploadId}`, byteSize: 1, sha256: "0", rowCount: 7, columns: [] },
  });
}

async function publish(
  { api, random, sellers }: Pick<World, "api" | "random" | "sellers">,
  wanted: Wanted,
): Promise<string> {
  const seller = wanted.seller ?? random.pick(sellers);
  if (seller === undefined) throw new Error("there are no sellers");
  const drawn = random.weighted([
    { kind: "price", weight: 6 },
    { kind: "free", weight: 1 },
    { kind: "auction", weight: 4 },
    { kind: "hybrid", weight: 4 },
  ]);
  const kind = wanted.kind ?? drawn.kind;
  if (kind === "price") {
    const id = await offer(api, seller, { priceCents: random.between(50, 7_000) });
    const plan = { interval: "month", price_cents: random.between(50, 3_000) } as const;
    const trial_days = random.pick([0, 0, 9]) ?? 0;
    const plans = random.happens(70) ? [{ ...plan, trial_days }] : [];
    const trial = random.happens(60) ? { rows: 20, price_cents: random.between(50, 900) } : null;
    await api.db.update(listingsTable).set({ plans, trial }).where(eq(listingsTable.id, id));
    if (trial !== null) await giveTrialFile(api, id);
    return id;
  }
  if (kind === "free") return offer(api, seller, { priceCents: 0 });
  const start = random.between(100, 1_500);
  const reserve = random.happens(40) ? start + random.between(1, 1_500) : null;
  return newAuction(api, seller, {
    endsAt: new Date(Date.now() + random.between(2, 90) * hourMs),
    startPriceCents: start,
    reservePriceCents: reserve,
    licenses: random.between(1, 3),
    ...(kind === "hybrid"
      ? {
          pricingType: "hybrid" as const,
          priceCents: (reserve ?? start) + random.between(50, 4_000),
        }
      : {}),
  });
}

/** Enables the seller's payouts. */
export async function enablePayouts({ api }: Pick<World, "api">, { owner }: MoneySeller) {
  await api.db
    .update(accounts)
    .set({ payoutsEnabledAt: api.ctx.now() })
    .where(eq(accounts.id, owner.accountId));
}

/** Runs the due hook before and after each provider call. */
function hooked(payments: Payments, hooks: Hook[]): Payments {
  const due = (when: Hook["when"]) => {
    const [hook] = hooks;
    if (hook === undefined || hook.callsUntil > 0 || hook.when !== when) return null;
    hooks.shift();
    return hook;
  };
  return new Proxy(payments, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== "function" || name === "readWebhook") return value;
      return async (...given: unknown[]) => {
        await due("before")?.run();
        const answer = await value.apply(target, given);
        const after = due("after");
        const [next] = hooks;
        if (next !== undefined) next.callsUntil -= 1;
        await after?.run();
        return answer;
      };
    },
  });
}
