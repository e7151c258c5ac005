/** A seller with files on sale, a buyer with a key, and purchases that need no payment provider. */
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { lockPurchase } from "../../db/queries/purchases/purchases.ts";
import {
  auditLog,
  ledgerEntries,
  listings,
  outbox,
  purchases,
  uploads,
} from "../../db/schema/index.ts";
import type { OperatorActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { movePurchase } from "../../market/purchase/move-purchase.ts";
import { type SellerAgent, sellerAgent } from "./agents.ts";
import { openTestApi, type TestApi } from "./api.ts";
import { forFile } from "./for-file.ts";
import { attachFile, createDraft, endJob, exampleCsv } from "./listings.ts";
import { newCard, newKey, newOwner } from "./operators.ts";
import { purchaseRow } from "./rows.ts";

export type Buyer = {
  owner: OwnerActor;
  operator: OperatorActor;
  token: string;
  cardId: string;
};
export type Market = { api: TestApi; seller: SellerAgent; buyer: Buyer };
type Selling = { api: TestApi; seller: Pick<SellerAgent, "token"> };

export const dayMs = 86_400_000;
export const priceCents = 1000;
export const feeCents = 50;

export async function openMarket(overrides: Record<string, string> = {}): Promise<Market> {
  const api = await openTestApi(overrides);
  return { api, seller: await sellerAgent(api), buyer: await newBuyer(api) };
}

/** For the top of a test file: a market that is closed after the file's last test. */
export async function testMarket(overrides: Record<string, string> = {}): Promise<Market> {
  const market = openMarket(overrides);
  await forFile(market.then(({ api }) => api));
  return market;
}

export async function newBuyer(api: TestApi): Promise<Buyer> {
  const owner = await newOwner(api);
  const { key, secret } = await newKey(api, owner);
  const operator: OperatorActor = {
    kind: "operator",
    accountId: owner.accountId,
    apiKeyId: key.id,
  };
  return { owner, operator, token: secret, cardId: await newCard(api, owner) };
}

/** A paid listing whose file has a known hash; returns the listing's id. */
export async function paidListing({ api, seller }: Selling, content = exampleCsv): Promise<string> {
  const draftId = await createDraft(api, seller.token, { price_cents: priceCents });
  await publishFile(api, seller.token, draftId, content);
  return draftId;
}

/** Publishes a new version. */
export async function publishVersion(
  { api, seller }: Selling,
  listingId: string,
  content: string,
): Promise<void> {
  await api.send("POST", `/listings/${listingId}/versions`, { token: seller.token });
  await publishFile(api, seller.token, listingId, content);
}

async function publishFile(api: TestApi, token: string, listingId: string, content: string) {
  const path = await attachFile(api, token, listingId, content);
  await endJob(api, path);
  await api.db
    .update(uploads)
    .set({ sha256: sha256Of(content) })
    .where(eq(uploads.storagePath, path));
  const answer = await api.send("POST", `/listings/${listingId}/publish`, { token });
  if (answer.status !== 200) throw new Error(`the publication failed: ${answer.text}`);
}

export const sha256Of = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("hex");

/** A purchase of the listing's current file in the given state, with matching ledger entries. */
export async function purchaseOf(
  { api, seller, buyer }: Market,
  listingId: string,
  state: PurchaseState = "in_escrow",
): Promise<string> {
  const now = api.ctx.now();
  const [listing] = await api.db.select().from(listings).where(eq(listings.id, listingId));
  if (listing === undefined || listing.currentUploadId === null) throw new Error("no such listing");
  const id = v7();
  await api.db.insert(purchases).values(
    purchaseRow({
      id,
      accountId: buyer.owner.accountId,
      apiKeyId: buyer.operator.apiKeyId,
      paymentMethodId: buyer.cardId,
      listingId,
      uploadId: listing.currentUploadId,
      version: listing.version,
      title: listing.title,
      license: listing.license,
      sellerAgentId: seller.agentId,
      sellerAccountId: seller.owner.accountId,
      priceCents,
      feeCents,
      createdAt: now,
      paymentIntentId: `pi_${id}`,
    }),
  );
  for (const step of stepsTo[state]) await step(api, id, now);
  return id;
}

type Step = (api: TestApi, id: string, now: Date) => Promise<void>;
type Move = Parameters<typeof movePurchase>;

const step =
  (change: (id: string, now: Date) => Move[2], posting?: "captured" | "released" | "refund_owed") =>
  (api: TestApi, id: string, now: Date): Promise<void> =>
    api.db.transaction(async (tx) => {
      const purchase = await lockPurchase(tx, id);
      if (purchase === null) throw new Error(`no purchase ${id}`);
      const options = posting === undefined ? { now } : { now, posting };
      await movePurchase(tx, purchase, change(id, now), options);
    });

const paid = step(
  (id, now) => ({
    state: "in_escrow",
    paidAt: now,
    chargeId: `ch_${id}`,
    releaseDueAt: new Date(now.getTime() + 7 * dayMs),
  }),
  "captured",
);
const disputed = step((_id, now) => ({
  state: "disputed",
  releaseDueAt: null,
  disputedAt: now,
  disputeReason: "other",
  disputeDetail: "It is empty.",
}));
const ended = { releaseDueAt: null };

const stepsTo: Record<PurchaseState, Step[]> = {
  payment_pending: [],
  in_escrow: [paid],
  disputed: [paid, disputed],
  released: [
    paid,
    step(
      (_id, now) => ({
        ...ended,
        state: "released",
        releasedAt: now,
        releaseCause: "buyer_confirmed",
      }),
      "released",
    ),
  ],
  refunded: [
    paid,
    step(
      (_id, now) => ({
        ...ended,
        state: "refunded",
        refundedAt: now,
        refundCause: "dispute_resolved",
      }),
      "refund_owed",
    ),
  ],
  payment_failed: [
    step(() => ({
      state: "payment_failed",
      failureCode: "card_declined",
      declineCode: "insufficient_funds",
      failureDetail: "Your card has insufficient funds.",
    })),
  ],
  cancelled: [step(() => ({ state: "cancelled", failureCode: "cancelled_by_buyer" }))],
  expired: [step(() => ({ state: "expired" }))],
};

export async function readPurchase(api: TestApi, id: string) {
  const [row] = await api.db.select().from(purchases).where(eq(purchases.id, id));
  if (row === undefined) throw new Error(`no purchase ${id}`);
  return row;
}

/** The balance of each of the purchase's accounts, in cents; they sum to zero. */
export async function balances(api: TestApi, id: string): Promise<Record<string, number>> {
  const rows = await api.db
    .select({
      account: ledgerEntries.account,
      cents: sql<number>`sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.purchaseId, id))
    .groupBy(ledgerEntries.account);
  const sum = rows.reduce((total, row) => total + row.cents, 0);
  if (sum !== 0) throw new Error(`the ledger of ${id} sums to ${sum}`);
  return Object.fromEntries(rows.filter((row) => row.cents !== 0).map((r) => [r.account, r.cents]));
}

/** The notices enqueued for the mail job about a purchase, sorted. */
export async function noticesOf(api: TestApi, id: string): Promise<string[]> {
  const rows = await api.db
    .select({ notice: sql<string>`${outbox.payload}->>'notice'` })
    .from(outbox)
    .where(sql`${outbox.payload}->>'purchase_id' = ${id}`);
  return rows.map((row) => row.notice).sort();
}

/** The subject's audit log, oldest first. */
export async function auditOf(api: TestApi, subjectId: string): Promise<string[]> {
  const rows = await api.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subjectId, subjectId))
    .orderBy(auditLog.id);
  return rows.map((row) => row.action);
}
