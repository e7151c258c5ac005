/** Shared charges for tests: a purse with purchases of several sellers. */
import { eq, lte } from "drizzle-orm";
import { holdOffer } from "../../../../db/queries/purchases/buying.ts";
import type { PurseRow } from "../../../../db/queries/purchases/charged.ts";
import { markPurchaseDue } from "../../../../db/queries/purchases/payment-events.ts";
import type { PurchaseRow } from "../../../../db/queries/purchases/purchases.ts";
import { lockPurse, markPurseDue } from "../../../../db/queries/purchases/purses.ts";
import { ledgerEntries, purses } from "../../../../db/schema/index.ts";
import { endPurse, openPurse } from "../../../../market/purchase/purse/open-purse.ts";
import { fundPurchase } from "../../../../market/purchase/purse/pending.ts";
import { settler } from "../../../../market/purchase/settlement/outcome.ts";
import {
  settleDuePurchases,
  settleDuePurses,
} from "../../../../market/purchase/settlement/settle-due-purchases.ts";
import { settlePayment } from "../../../../market/purchase/settlement/settle-payment.ts";
import { writePurchase } from "../../../../market/purchase/write-purchase.ts";
import { silentLog } from "../../../support/log-lines.ts";
import { type Money, type MoneyBuyer, offer } from "../../../support/money.ts";
import { eventually } from "../../../support/stack.ts";

/** Opens a purse and, with it, one purchase for each price; nothing is charged. */
export async function openShared(
  { api, seller, buyer: own }: Pick<Money, "api" | "seller" | "buyer">,
  { priceCents, prices, buyer = own }: { priceCents: number; prices: number[]; buyer?: MoneyBuyer },
): Promise<{ purse: PurseRow; ids: string[] }> {
  const datasets: string[] = [];
  for (const cents of prices) datasets.push(await offer(api, seller, { priceCents: cents }));
  const now = api.ctx.now();
  return api.db.transaction(async (tx) => {
    const of = { actor: buyer.operator, buyer: buyer.operator, now, settleDueAt: now };
    const purse = await openPurse(tx, {
      kind: "bounty",
      actor: of.actor,
      buyer: { accountId: buyer.operator.accountId, apiKeyId: buyer.operator.apiKeyId },
      paymentMethodId: buyer.cardId,
      title: "Two datasets",
      priceCents,
      currency: "usd",
      now,
      settleDueAt: now,
    });
    const ids: string[] = [];
    for (const [at, datasetId] of datasets.entries()) {
      const held = await holdOffer(tx, datasetId);
      if (held === null) throw new Error("no such dataset");
      const purchase = await writePurchase(tx, api.ctx.config, {
        offer: held,
        actor: buyer.operator,
        buyer: { accountId: buyer.operator.accountId, apiKeyId: buyer.operator.apiKeyId },
        paymentMethodId: buyer.cardId,
        priceCents: prices[at] ?? 0,
        now,
        settleDueAt: now,
        purse,
      });
      ids.push(String(purchase?.id));
    }
    return { purse, ids };
  });
}

/** Pays one more purchase out of a charged purse as a bounty pays a prize: not while the bank disputes it. */
export async function award(
  { api, seller, buyer: own }: Pick<Money, "api" | "seller" | "buyer">,
  {
    purseId,
    priceCents,
    buyer = own,
    seconds = 0,
  }: { purseId: string; priceCents: number; buyer?: MoneyBuyer; seconds?: number },
): Promise<PurchaseRow> {
  const datasetId = await offer(api, seller, { priceCents });
  const now = new Date(Date.now() + seconds * 1000);
  const { accountId, apiKeyId } = buyer.operator;
  return api.db.transaction(async (tx) => {
    const held = await holdOffer(tx, datasetId);
    const purse = await lockPurse(tx, purseId);
    if (held === null || purse === null || purse.chargeback === "open") {
      throw new Error("nothing to award");
    }
    const purchase = await writePurchase(tx, api.ctx.config, {
      offer: held,
      actor: buyer.operator,
      buyer: { accountId, apiKeyId },
      paymentMethodId: buyer.cardId,
      priceCents,
      now,
      settleDueAt: now,
      purse,
    });
    if (purchase === null) throw new Error("not written");
    return fundPurchase(tx, api.ctx, { purse, purchase, now });
  });
}

export async function charge({ api }: Pick<Money, "api">, purse: PurseRow): Promise<PurseRow> {
  return (await settlePayment(api.ctx, purse)).purchase;
}

export async function readPurse({ api }: Pick<Money, "api">, id: string): Promise<PurseRow> {
  const [row] = await api.db.select().from(purses).where(eq(purses.id, id));
  if (row === undefined) throw new Error(`no purse ${id}`);
  return row;
}

export async function endShared({ api }: Pick<Money, "api">, id: string): Promise<PurseRow> {
  return api.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(purses).where(eq(purses.id, id)).for("update");
    if (locked === undefined) throw new Error(`no purse ${id}`);
    return endPurse(tx, locked, { actor: settler, now: api.ctx.now() });
  });
}

/** Runs the clock for purses and purchases until no purse is due. */
export async function settleAll({ api }: Pick<Money, "api">, seconds = 0): Promise<void> {
  const now = () => new Date(Date.now() + seconds * 1000);
  const deps = { ctx: { ...api.ctx, now }, log: silentLog };
  await eventually(async () => {
    await settleDuePurses(deps);
    await settleDuePurchases(deps);
    return (await api.db.$count(purses, lte(purses.settleDueAt, now()))) === 0;
  });
}

/** Lets the clock look at one purse or purchase at the provider, as a webhook would. */
export async function notice(money: Pick<Money, "api">, id: string, seconds = 1): Promise<void> {
  const keys = { paymentIntentId: null, purchaseId: id };
  const how = { now: new Date(), isEnded: true, isPaid: true };
  await markPurseDue(money.api.db, keys, how);
  await markPurchaseDue(money.api.db, keys, how);
  await settleAll(money, seconds);
}

/** The purse's postings, and its balance per account without zeros, in cents. */
export async function booksOf({ api }: Pick<Money, "api">, id: string) {
  const rows = await api.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.purseId, id))
    .orderBy(ledgerEntries.id);
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row.account] = (sums[row.account] ?? 0) + row.amountCents;
  return {
    postings: [...new Set(rows.map(({ posting }) => posting))],
    balances: Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0)),
  };
}

/** The provider's own records for a shared charge, in cents. */
export async function atProvider({ provider: { stripe } }: Pick<Money, "provider">, id: string) {
  const { data: intents } = await stripe.paymentIntents.list({ limit: 100 });
  const own = intents.filter(
    ({ metadata, status }) => metadata.purchase_id === id && status === "succeeded",
  );
  const refunds = await Promise.all(
    own.map(({ id: payment_intent }) => stripe.refunds.list({ payment_intent, limit: 100 })),
  );
  const transfers = await stripe.transfers.list({ transfer_group: id, limit: 100 });
  return {
    charges: own.map(({ amount_received }) => amount_received),
    refunds: refunds
      .flatMap(({ data }) => data)
      .filter(({ status }) => status !== "failed")
      .map(({ amount }) => amount)
      .sort((one, other) => one - other),
    transfers: transfers.data.map(({ amount }) => amount).sort((one, other) => one - other),
  };
}
