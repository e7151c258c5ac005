/** The figures of the account's first page. */
import { listApiKeys } from "../../db/queries/accounts/api-keys.ts";
import { countCards } from "../../db/queries/accounts/payment-methods.ts";
import { countFailedListings, countOwnAgents } from "../../db/queries/listings/owner-listings.ts";
import {
  countDisputedPurchases,
  readLatestPurchases,
} from "../../db/queries/purchases/purchase-lists.ts";
import { sumSales } from "../../db/queries/purchases/sales.ts";
import type { Context, OwnerActor } from "../context.ts";
import { API_KEYS_PER_ACCOUNT_MAX } from "../limits.ts";
import { viewPurchase } from "../purchase/purchase-view.ts";
import type { PurchaseView } from "../purchase/schemas.ts";
import { apiKeyState } from "./rules.ts";

/** What an account has, counted whole: nothing of it is listed to be counted. Money is in cents. */
export type OwnerOverview = {
  cards: number;
  activeKeys: number;
  /** Bought, and held until an administrator decides. */
  disputedPurchases: number;
  disputedSalesCents: number;
  /** Released to the owner's agents and not transferred yet. */
  owedCents: number;
  verifiedAgents: number;
  /** Listings, neither withdrawn nor sold, whose present or next file could not be read. */
  failedListings: number;
  recentPurchases: PurchaseView[];
};

const recentPurchasesMax = 5;

/** What the account's first page shows. */
export async function viewOverview(ctx: Context, owner: OwnerActor): Promise<OwnerOverview> {
  const { db, config } = ctx;
  const { accountId } = owner;
  const sold = { sellerAccountId: accountId, currency: config.CURRENCY };
  const [cards, keys, disputedPurchases, sales, agents, failedListings, recent] = await Promise.all(
    [
      countCards(db, accountId),
      listApiKeys(db, accountId, 2 * API_KEYS_PER_ACCOUNT_MAX),
      countDisputedPurchases(db, accountId),
      sumSales(db, sold),
      countOwnAgents(db, { accountId, email: null }),
      countFailedListings(db, accountId),
      readLatestPurchases(db, accountId, recentPurchasesMax),
    ],
  );
  const now = ctx.now();
  return {
    cards,
    activeKeys: keys.filter((key) => apiKeyState(key, now) === "active").length,
    disputedPurchases,
    disputedSalesCents: sales.disputedCents,
    owedCents: sales.owedCents,
    verifiedAgents: agents.verified,
    failedListings,
    recentPurchases: recent.map((row) => viewPurchase(config, row)),
  };
}
