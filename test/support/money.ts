/**
 * A market with real payments at the stand-in: sellers with payout accounts and buyers with valid
 * cards.
 */

import { expect } from "bun:test";
import { createHash } from "node:crypto";
import { eq, lte } from "drizzle-orm";
import type Stripe from "stripe";
import { v7 } from "uuid";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import {
  accounts,
  ledgerEntries,
  listings,
  paymentMethods,
  purchases,
  uploads,
} from "../../db/schema/index.ts";
import type { OperatorActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ListingStatus, PricingType } from "../../db/vocabulary/listing.ts";
import type { ApiKeyInput } from "../../market/account/schemas.ts";
import { openPurchase as open } from "../../market/purchase/open-purchase.ts";
import { summarizeSales } from "../../market/purchase/read.ts";
import { settleDuePurchases } from "../../market/purchase/settlement/settle-due-purchases.ts";
import { expectExactEarnings } from "../market/earnings/exact-sums.ts";
import { openTestApi, type TestApi } from "./api.ts";
import { forFile } from "./for-file.ts";
import { silentLog } from "./log-lines.ts";
import { newKey, newOwner, newSellerAgent } from "./operators.ts";
import { uploadRow } from "./rows.ts";
import { freePort } from "./stack.ts";
import { addFault, onboardedAccount, type Submit, startOwn } from "./stripe.ts";

export type Provider = Awaited<ReturnType<typeof startOwn>>;
export type Money = Awaited<ReturnType<typeof openMoney>>;
export type MoneySeller = { owner: OwnerActor; agentId: string; payoutAccountId: string };
export type MoneyBuyer = {
  owner: OwnerActor;
  operator: OperatorActor;
  token: string;
  customerId: string;
  cardId: string;
};

export const priceCents = 1000;
export const feeCents = 50;

/** An API with its own payment provider, whose webhooks reach it unless `webhooks` is false. */
export async function openMoney({
  webhooks = true,
  env = {},
}: {
  webhooks?: boolean;
  env?: Record<string, string>;
} = {}) {
  const apiPort = String(await freePort());
  const webhookUrl = `http://127.0.0.1:${apiPort}/webhooks/stripe`;
  const provider = await startOwn(webhooks ? { webhookUrl } : {});
  const api = await openTestApi({
    API_PORT: apiPort,
    STRIPE_API_BASE_URL: provider.url,
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
    ...env,
  });
  const seller = await newPaidSeller(api, provider);
  const buyer = await newPayingBuyer(api, provider);
  return {
    api,
    provider,
    seller,
    buyer,
    fault: (fault: object) => addFault(provider.url, fault),
    clearFaults: () => fetch(`${provider.url}/_faults`, { method: "DELETE" }),
    async close() {
      await api.close();
      await provider.started.stop();
    },
  };
}

/** For the top of a test file: a market with payments that is closed after the file's last test. */
export function testMoney(options: { webhooks?: boolean } = {}): Promise<Money> {
  return forFile(openMoney(options));
}

/** A seller who can receive transfers, unless `payouts` is false. */
export async function newPaidSeller(
  api: TestApi,
  { stripe, submit }: Pick<Provider, "stripe"> & { submit?: Submit },
  { payouts = true }: { payouts?: boolean } = {},
): Promise<MoneySeller> {
  const owner = await newOwner(api);
  const payoutAccountId = await onboardedAccount(stripe, submit);
  const now = api.ctx.now();
  await api.db
    .update(accounts)
    .set({ payoutAccountId, payoutsEnabledAt: payouts ? now : null })
    .where(eq(accounts.id, owner.accountId));
  return { owner, agentId: await newSellerAgent(api, owner), payoutAccountId };
}

/** An operator with a key and a card that the provider knows. */
export async function newPayingBuyer(
  api: Pick<TestApi, "ctx" | "db">,
  { stripe }: Pick<Provider, "stripe">,
  { card = "pm_card_visa", key = {} }: { card?: string; key?: Partial<ApiKeyInput> } = {},
): Promise<MoneyBuyer> {
  const owner = await newOwner(api);
  const { accountId, email } = owner;
  const customer = await stripe.customers.create({ email });
  await api.db.update(accounts).set({ customerId: customer.id }).where(eq(accounts.id, accountId));
  const cardId = await addCard(api, stripe, { accountId, customerId: customer.id, card });
  const made = await newKey(api, owner, key);
  const operator = { kind: "operator" as const, accountId, apiKeyId: made.key.id };
  return { owner, operator, token: made.secret, customerId: customer.id, cardId };
}

/** Attaches one of the documented test cards. */
export async function addCard(
  api: Pick<TestApi, "ctx" | "db">,
  stripe: Stripe,
  { accountId, customerId, card }: { accountId: string; customerId: string; card: string },
): Promise<string> {
  const { id } = await stripe.paymentMethods.attach(card, { customer: customerId });
  const values = { id, accountId, brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 };
  await api.db.insert(paymentMethods).values({ ...values, addedAt: api.ctx.now() });
  return id;
}

type Offer = {
  priceCents?: number;
  pricingType?: PricingType;
  status?: ListingStatus;
  category?: string;
  /** The file's hash, for tests that compare files with the same bytes. */
  sha256?: string;
};

/** A listing inserted as rows; its file is in the store but was never profiled. Returns its id. */
export async function offer(
  api: TestApi,
  seller: Pick<MoneySeller, "agentId">,
  given: Offer = {},
): Promise<string> {
  const now = api.ctx.now();
  const [id, uploadId] = [v7(), v7()];
  await api.ctx.storage.write(uploadId, new TextEncoder().encode("price\n1.5\n"), "text/csv");
  const stored = await api.ctx.storage.head(uploadId);
  // Each file has different bytes unless the test passes a hash.
  const sha256 = given.sha256 ?? createHash("sha256").update(uploadId).digest("hex");
  const status = given.status ?? "active";
  const suspended = { suspendedAt: now, suspendedReason: "test", suspendedBy: "listing" as const };
  await api.db.insert(listings).values({
    id,
    agentId: seller.agentId,
    status: "draft",
    title: "Prices",
    description: "Prices of a year.",
    category: given.category ?? "pricing",
    tags: [],
    columnNames: [],
    pricingType: given.pricingType ?? "buy_it_now",
    priceCents: given.priceCents ?? priceCents,
    version: 1,
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
    sha256,
  });
  await api.db.insert(uploads).values(
    uploadRow({
      id: uploadId,
      listingId: id,
      state: "generated",
      storagePath: uploadId,
      issuedAt: now,
      finishedAt: now,
      byteSize: 10,
      objectEtag: stored?.etag,
      sha256,
      samplePath: `samples/${uploadId}`,
      version: 1,
    }),
  );
  await api.db
    .update(listings)
    .set({ currentUploadId: uploadId, status, ...(status === "suspended" ? suspended : {}) })
    .where(eq(listings.id, id));
  return id;
}

/** Opens a purchase without charging it; fails if the purchase waits for its owner's approval. */
export async function openPurchase(...given: Parameters<typeof open>): Promise<PurchaseRow> {
  const opened = await open(...given);
  if (opened.kind === "waiting") throw new Error("the purchase waits for its person");
  return opened.purchase;
}

/** `POST /datasets/{id}/buy` with the buyer's key and card. */
export function buy(
  api: TestApi,
  { token, cardId }: Pick<MoneyBuyer, "token" | "cardId">,
  datasetId: string,
  { body = {}, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
) {
  return api.send("POST", `/datasets/${datasetId}/buy`, {
    token,
    headers,
    body: { payment_method_id: cardId, ...body },
  });
}

/** Runs the clock, `seconds` from now, until nothing is due. */
export async function runClock(api: TestApi, seconds = 0): Promise<number> {
  const now = () => new Date(Date.now() + api.clock.skewMs + seconds * 1000);
  return settleDuePurchases({ ctx: { ...api.ctx, now }, log: silentLog });
}

/** Runs the clock one hour later each time, until nothing is due within another hour. */
export async function runClockOut(
  api: TestApi,
  { fromHour = 0, hoursMax = 12 }: { fromHour?: number; hoursMax?: number } = {},
): Promise<void> {
  for (let hour = fromHour + 1; hour <= fromHour + hoursMax; hour += 1) {
    const taken = await runClock(api, hour * 3600);
    // The clock skips rows that a webhook has locked at this moment; they stay due.
    const at = new Date(Date.now() + api.clock.skewMs + hour * 3_600_000);
    const left = await api.db.$count(purchases, lte(purchases.settleDueAt, at));
    if (taken === 0 && left === 0) return;
  }
}

export async function readRow(api: TestApi, purchaseId: string) {
  const [row] = await api.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  if (row === undefined) throw new Error(`no purchase ${purchaseId}`);
  return row;
}

/** Whether it is due for something other than the last check before its release, days from now. */
export function isDueSoon({ settleDueAt }: { settleDueAt: Date | null }): boolean {
  return settleDueAt !== null && settleDueAt.getTime() < Date.now() + 3 * 86_400_000;
}

export const countEntries = (api: TestApi) => api.db.$count(ledgerEntries);

/** The purchase's postings in the order in which they were made. */
export async function postingsOf(api: TestApi, purchaseId: string): Promise<string[]> {
  const rows = await api.db
    .select({ posting: ledgerEntries.posting })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.purchaseId, purchaseId))
    .orderBy(ledgerEntries.id);
  return [...new Set(rows.map((row) => row.posting))];
}

/** The sum of the purchase's entries per account, in cents, without zeros. */
export async function balancesOf(
  api: TestApi,
  purchaseId: string,
): Promise<Record<string, number>> {
  const rows = await api.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.purchaseId, purchaseId));
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row.account] = (sums[row.account] ?? 0) + row.amountCents;
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}

/**
 * Fails unless the figures shown to a seller equal the plain sum of the ledger's rows, both read at
 * the same moment.
 */
export function expectExactSums(api: TestApi, owner: OwnerActor): Promise<void> {
  return api.db.transaction(
    async (db) => {
      const rows = await db
        .select({
          state: purchases.state,
          listingId: purchases.listingId,
          agentId: purchases.sellerAgentId,
          entry: ledgerEntries,
        })
        .from(ledgerEntries)
        .innerJoin(purchases, eq(purchases.id, ledgerEntries.purchaseId))
        .where(eq(purchases.sellerAccountId, owner.accountId));
      const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
        rows.filter(isCounted).reduce((total, { entry }) => total + entry.amountCents, 0);
      const on = (account: string) => sum(({ entry }) => entry.account === account);
      const held = (state: string) =>
        sum((row) => row.entry.account === "escrow" && row.state === state);
      expect(await summarizeSales({ ...api.ctx, db }, owner)).toEqual({
        heldCents: held("in_escrow"),
        disputedCents: held("disputed"),
        owedCents: on("seller_payable"),
        paidOutCents: on("seller_paid"),
        refundedCents: sum(
          ({ entry: { posting, account } }) =>
            (posting === "refund_owed" && account === "refund_payable") ||
            (posting === "charged_back" && account === "buyer"),
        ),
        feeCents: on("platform_fee"),
        currency: "usd",
      });
      await expectExactEarnings({ ...api.ctx, db }, owner, rows);
    },
    { isolationLevel: "repeatable read" },
  );
}

export type Held = { charges: number[]; refunds: number[]; transfers: number[]; taken: number };

/** The provider's own records for a purchase, in cents: each charge, refund and transfer. */
export async function heldFor(
  { stripe }: Pick<Provider, "stripe">,
  purchaseId: string,
): Promise<Held> {
  const intents = await all(stripe.paymentIntents.list({ limit: 100 }));
  const own = intents.filter((intent) => intent.metadata.purchase_id === purchaseId);
  const paid = own.filter((intent) => intent.status === "succeeded");
  const of = async <T>(list: (payment_intent: string) => Promise<T[]>): Promise<T[]> =>
    (await Promise.all(paid.map((intent) => list(intent.id)))).flat();
  const refunds = await of((payment_intent) => all(stripe.refunds.list({ payment_intent })));
  const disputes = await of((payment_intent) => all(stripe.disputes.list({ payment_intent })));
  const transfers = await all(stripe.transfers.list({ transfer_group: purchaseId }));
  const lost = disputes.filter((dispute) => dispute.status === "lost");
  return {
    charges: paid.map((intent) => intent.amount_received),
    refunds: refunds.filter((one) => one.status !== "failed").map((one) => one.amount),
    transfers: transfers.map((transfer) => transfer.amount),
    taken: lost.reduce((total, dispute) => total + dispute.amount, 0),
  };
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
