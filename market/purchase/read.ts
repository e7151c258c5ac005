/** Buyers' reads of purchases, and owners' reads of their agents' sales. */
import { type DebtRow, readDebts } from "../../db/queries/purchases/chargeback-lists.ts";
import {
  findPurchaseDetail,
  type PurchaseDetail,
  pagePurchases,
  readLatestOfKey,
} from "../../db/queries/purchases/purchase-lists.ts";
import { findPurchase, type PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { pageSales, type SaleRow, sumSales } from "../../db/queries/purchases/sales.ts";
import type { AccountActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { idShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { boughtStates } from "../vocabulary.ts";
import { requireOwnPurchase } from "./own-purchase.ts";
import { viewPurchase } from "./purchase-view.ts";
import type { PurchasesQuery, PurchaseView } from "./schemas.ts";

/** Errors: purchase_not_found, purchase_not_yours. */
export async function getPurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseView> {
  const detail = await findPurchaseDetail(ctx.db, purchaseId);
  if (detail === null) throw new MarketError("purchase_not_found", "No purchase has this id.");
  requireOwnPurchase(detail.purchase, actor);
  return viewPurchase(ctx.config, detail);
}

/** The latest purchases by one of the caller's keys. */
export async function listLatestOfKey(
  ctx: Context,
  { accountId }: OwnerActor,
  { apiKeyId, rowsMax }: { apiKeyId: string; rowsMax: number },
): Promise<PurchaseView[]> {
  const rows = await readLatestOfKey(
    ctx.db,
    { accountId, apiKeyId },
    {
      states: boughtStates,
      rowsMax,
    },
  );
  return rows.map((row) => viewPurchase(ctx.config, row));
}

/** A purchase of the caller's account. Errors: purchase_not_found, purchase_not_yours. */
export async function findOwnPurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseRow> {
  const purchase = await findPurchase(ctx.db, purchaseId);
  requireOwnPurchase(purchase, actor);
  return purchase;
}

/**
 * The account's purchases by any of its keys, newest first, in one state or in all.
 * Errors: invalid_request (a foreign cursor).
 */
export async function listPurchases(
  ctx: Context,
  actor: AccountActor,
  query: PurchasesQuery,
): Promise<{ items: PurchaseView[]; pagination: Pagination }> {
  const { items, pagination } = await readPurchases(ctx, actor, query, {});
  return { items, pagination };
}

/**
 * What a person bought: the purchases in one state, or in every state in which something was
 * bought, with the sum of the whole list. Errors: invalid_request (a foreign cursor).
 */
export function listBought(
  ctx: Context,
  owner: OwnerActor,
  { titlePart, ...query }: PurchasesQuery & { titlePart?: string | undefined },
): Promise<{ items: PurchaseView[]; pagination: Pagination; totalCents: number }> {
  return readPurchases(ctx, owner, query, { statesOfNone: boughtStates, titlePart });
}

async function readPurchases(
  ctx: Context,
  { accountId }: AccountActor,
  query: PurchasesQuery,
  more: { statesOfNone?: readonly PurchaseState[]; titlePart?: string | undefined },
) {
  const filters = {
    listingId: query.dataset_id,
    purseId: query.bundle_purchase_id,
    version: query.version,
    sha256: query.sha256,
    since: query.since === undefined ? undefined : new Date(query.since),
    titlePart: more.titlePart,
  };
  const states = query.status === undefined ? more.statesOfNone : [query.status];
  const of = { accountId, states, ...filters };
  const list = {
    name: "purchases",
    shape: idShape,
    keyOf: ({ purchase }: PurchaseDetail) => purchase.id,
  };
  let totalCents = 0;
  const { rows, pagination } = await readPage(query, list, async (slice) => {
    const page = await pagePurchases(ctx.db, { ...of, ...slice });
    totalCents = page.totalCents;
    return page;
  });
  return { items: rows.map((row) => viewPurchase(ctx.config, row)), pagination, totalCents };
}

/** One sale; `soldAt` is when it was paid. It does not identify the buyer. */
export type Sale = Omit<SaleRow, "paidAt"> & { soldAt: Date };

/** Sales of this owner's agents, newest first, with the total count. */
export async function listSales(
  ctx: Context,
  owner: OwnerActor,
  page: { limit: number; offset: number },
): Promise<{ items: Sale[]; total: number }> {
  const { rows, total } = await pageSales(ctx.db, { sellerAccountId: owner.accountId, ...page });
  return { items: rows.map(viewSale), total };
}

function viewSale({ paidAt, ...sale }: SaleRow): Sale {
  if (paidAt === null) throw new Error(`sale ${sale.id} was never paid`);
  return { ...sale, soldAt: paidAt };
}

/**
 * Ledger sums of an owner's sales, in cents. Held and disputed are full prices with the fee;
 * owed (released, not yet transferred) and paid out are without it.
 */
export type SalesSummary = {
  heldCents: number;
  disputedCents: number;
  owedCents: number;
  paidOutCents: number;
  refundedCents: number;
  feeCents: number;
  currency: string;
};

export async function summarizeSales(ctx: Context, owner: OwnerActor): Promise<SalesSummary> {
  const currency = ctx.config.CURRENCY;
  const sums = await sumSales(ctx.db, { sellerAccountId: owner.accountId, currency });
  return { ...sums, currency };
}

/** The open debt for one lost chargeback, in cents; at most `debtCents`, the debt after the loss. */
export type Debt = Omit<DebtRow, "writtenOffCents"> & { owedCents: number };

const debtsMax = 50;

/** This owner's debts for payments that banks took back, oldest first; at most 50. */
export async function listDebts(ctx: Context, owner: OwnerActor): Promise<Debt[]> {
  const page = { sellerAccountId: owner.accountId, rowsMax: debtsMax };
  const rows = await readDebts(ctx.db, page);
  return rows.map(({ writtenOffCents, ...debt }) => {
    const owedCents = debt.debtCents - debt.recoveredCents - writtenOffCents;
    return { ...debt, owedCents };
  });
}
