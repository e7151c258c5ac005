/** A market in separate processes that can be killed at any moment, and the checks of its books. */
import { join } from "node:path";
import { eq, isNotNull } from "drizzle-orm";
import type Stripe from "stripe";
import { wakeTransfersOf } from "../../../db/queries/accounts/accounts.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { accounts, ledgerEntries, outbox, purchases } from "../../../db/schema/index.ts";
import { spendingStates } from "../../../market/account/rules.ts";
import { refundStaleDisputes } from "../../../market/purchase/settlement/refund-stale-disputes.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import {
  addCard,
  type MoneyBuyer,
  newPaidSeller,
  newPayingBuyer,
  offer,
  runClockOut,
} from "../../support/money.ts";
import { createTestDir, eventually, freePort, testEnv } from "../../support/stack.ts";
import { clientOf } from "../../support/stripe.ts";

const repositoryDir = join(import.meta.dir, "../../..");
const dayHours = 24;
const keys = { secretKey: "sk_test_chaos", webhookSecret: "whsec_chaos" };

export type Restartable = { kill(): Promise<void>; start(): void };
export type Chaos = Awaited<ReturnType<typeof openChaos>>;
export type ChaosBuyer = MoneyBuyer & { cardIds: string[]; budgetCents: number };

/** A process that is killed with SIGKILL and restarted. */
function restartable(script: string[], env: Record<string, string>): Restartable {
  let child: ReturnType<typeof Bun.spawn> | null = null;
  return {
    start() {
      child = Bun.spawn([process.execPath, ...script], {
        cwd: repositoryDir,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        stdin: "ignore",
        stdout: "ignore",
        stderr: "inherit",
      });
    },
    async kill() {
      child?.kill("SIGKILL");
      await child?.exited;
    },
  };
}

/**
 * An API, two clocks and a payment provider; buyers with budgets; files on sale. `databaseUrl`
 * names a migrated database that the caller closes; without it the market gets its own.
 */
export async function openChaos(databaseUrl?: string) {
  const [apiPort, providerPort] = [String(await freePort()), await freePort()];
  const url = `http://127.0.0.1:${apiPort}`;
  const providerUrl = `http://127.0.0.1:${providerPort}`;
  const provider = restartable(["dev/stripe/server.ts"], {
    PAYMENTS_PORT: String(providerPort),
    PAYMENTS_DATA_DIR: createTestDir(),
    PAYMENTS_SECRET_KEY: keys.secretKey,
    PAYMENTS_WEBHOOK_SECRET: keys.webhookSecret,
    PAYMENTS_WEBHOOK_URL: `${url}/webhooks/stripe`,
  });
  const stripeEnv = {
    STRIPE_API_BASE_URL: providerUrl,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  };
  const given: Record<string, string> =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const api = await openTestApi({ ...stripeEnv, ...given, ADMIN_EMAILS: adminEmail });
  const env = { ...stripeEnv, DATABASE_URL: api.databaseUrl, API_PORT: apiPort };
  const parts = {
    api: restartable(["api/main.ts"], await testEnv(env)),
    clock: restartable(["workers/main.ts", "clock"], await testEnv(env)),
    secondClock: restartable(["workers/main.ts", "clock"], await testEnv(env)),
    provider,
  };
  for (const part of Object.values(parts)) part.start();
  const isUp = async () => (await fetch(providerUrl)).ok && (await fetch(`${url}/health/live`)).ok;
  await eventually(isUp, { timeoutMs: 30_000 });
  const stripe = clientOf({ port: providerPort, secretKey: keys.secretKey });
  return {
    url,
    providerUrl,
    api,
    stripe,
    parts,
    admin: await administrator(api),
    ...(await openShop(api, stripe)),
    /** Kills our processes once more; the provider returns without faults. */
    async settleDown() {
      await Promise.all(Object.values(parts).map((part) => part.kill()));
      provider.start();
      await eventually(async () => (await fetch(providerUrl)).ok);
    },
    async close() {
      await Promise.all(Object.values(parts).map((part) => part.kill()));
      await api.close();
    },
  };
}

const cards = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_chargeCustomerFail",
  "pm_card_pendingRefund",
];
const budgets = [20_000, 30_000, 40_000];

async function openShop(api: TestApi, stripe: Stripe) {
  const sellers = await Promise.all([
    newPaidSeller(api, { stripe }),
    newPaidSeller(api, { stripe }, { payouts: false }),
  ]);
  const datasetIds = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const seller = sellers[index % 2];
      if (seller === undefined) throw new Error("there are two sellers");
      return offer(api, seller, { priceCents: 1000 + index * 37 });
    }),
  );
  const buyers = await Promise.all(
    budgets.map(async (budgetCents): Promise<ChaosBuyer> => {
      const key = { budget_cents: budgetCents, budget_period: "day" as const };
      const buyer = await newPayingBuyer(api, { stripe }, { key });
      const { accountId } = buyer.owner;
      const { customerId } = buyer;
      const cardIds: string[] = [];
      for (const card of cards) {
        cardIds.push(await addCard(api, stripe, { accountId, customerId, card }));
      }
      return { ...buyer, cardIds, budgetCents };
    }),
  );
  return { sellers, datasetIds, buyers };
}

/**
 * Runs until everything that ends with time has ended: leases, escrows, disputes. The waiting
 * seller is paid out.
 */
export async function runOut({ api, sellers }: Chaos): Promise<void> {
  await runClockOut(api);
  const [, waiting] = sellers;
  if (waiting !== undefined) await enablePayouts(api, waiting.owner.accountId);
  let fromHour = 0;
  for (const days of [8, 70]) {
    fromHour = days * dayHours;
    const now = () => new Date(Date.now() + fromHour * 3_600_000);
    const ctx = { ...api.ctx, now };
    await releaseDuePurchases(ctx, { rowsMax: 1000 });
    await refundStaleDisputes(ctx, { rowsMax: 1000 });
    await runClockOut(api, { fromHour });
  }
  // The provider settles refunds of one card a little later, by its own clock.
  await eventually(async () => {
    fromHour += 1;
    await runClockOut(api, { fromHour });
    return (await api.db.$count(purchases, isNotNull(purchases.settleDueAt))) === 0;
  });
}

async function enablePayouts(api: TestApi, accountId: string): Promise<void> {
  const now = api.ctx.now();
  await api.db.transaction(async (tx) => {
    await tx.update(accounts).set({ payoutsEnabledAt: now }).where(eq(accounts.id, accountId));
    await wakeTransfersOf(tx, accountId, now);
  });
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The provider's charges, refunds and transfers for each purchase, in cents. */
async function providersBook(stripe: Stripe): Promise<Map<string, Record<string, number[]>>> {
  const limit = 100;
  const book = new Map<string, Record<string, number[]>>();
  const note = (metadata: Stripe.Metadata | null, kind: string, cents: number) => {
    const purchaseId = metadata?.purchase_id ?? "none";
    const moves = book.get(purchaseId) ?? {};
    moves[kind] = [...(moves[kind] ?? []), cents];
    book.set(purchaseId, moves);
  };
  for (const intent of await all(stripe.paymentIntents.list({ limit }))) {
    if (intent.amount_received > 0) note(intent.metadata, "charged", intent.amount_received);
  }
  for (const refund of await all(stripe.refunds.list({ limit }))) {
    if (refund.status !== "failed") note(refund.metadata, "refunded", refund.amount);
  }
  for (const transfer of await all(stripe.transfers.list({ limit }))) {
    note(transfer.metadata, "transferred", transfer.amount);
  }
  return book;
}

/** Discrepancies in the books, as sentences; empty if the books agree. */
export async function findFaults({ api, stripe, buyers }: Chaos): Promise<string[]> {
  const rows = await api.db.select().from(purchases).orderBy(purchases.createdAt);
  const entries = await api.db.select().from(ledgerEntries);
  const mails = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
  const book = await providersBook(stripe);
  const ids = new Set(rows.map(({ id }) => id));
  const strangers = [...book.keys()].filter((id) => !ids.has(id));
  const faults = strangers.map((id) => `the provider moved money of ${id}, which nobody knows`);
  for (const row of rows) {
    const own = entries.filter(({ purchaseId }) => purchaseId === row.id);
    const bought = mails.filter(
      ({ payload }) => payload.purchase_id === row.id && payload.notice === "bought",
    );
    const found = {
      settleDueAt: row.settleDueAt,
      ledger: own.reduce((total, entry) => total + entry.amountCents, 0),
      postings: [...new Set(own.map((entry) => entry.posting))].sort(),
      provider: book.get(row.id) ?? {},
      boughtMails: bought.length,
    };
    const expected = { settleDueAt: null, ledger: 0, ...expectedOf(row) };
    if (Bun.deepEquals(found, expected)) continue;
    faults.push(`${row.state} ${row.id}: ${JSON.stringify({ found, expected })}`);
  }
  return [...faults, ...buyers.flatMap((buyer) => budgetFaults(rows, buyer))];
}

function expectedOf({ state, priceCents, feeCents }: PurchaseRow) {
  if (state === "payment_failed" || state === "expired") {
    return { postings: [], provider: {}, boughtMails: 0 };
  }
  if (state === "released") {
    const provider = { charged: [priceCents], transferred: [priceCents - feeCents] };
    return { postings: ["captured", "released", "transferred"], provider, boughtMails: 1 };
  }
  const provider = { charged: [priceCents], refunded: [priceCents] };
  return { postings: ["captured", "refund_owed", "refund_paid"], provider, boughtMails: 1 };
}

/**
 * Replays the budget when each purchase was opened: purchases that had not failed or been refunded
 * count.
 */
function budgetFaults(rows: PurchaseRow[], { operator, budgetCents }: ChaosBuyer): string[] {
  const own = rows.filter(({ apiKeyId }) => apiKeyId === operator.apiKeyId);
  return own.flatMap((opened) => {
    const counted = own.filter(
      (row) =>
        row.createdAt <= opened.createdAt &&
        ((spendingStates as readonly string[]).includes(row.state) ||
          (row.refundedAt ?? row.updatedAt) > opened.createdAt),
    );
    const spent = counted.reduce((total, row) => total + row.priceCents, 0);
    return spent > budgetCents ? [`key ${operator.apiKeyId} spent ${spent} of ${budgetCents}`] : [];
  });
}
