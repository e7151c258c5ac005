import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { listApiKeys } from "../../db/queries/accounts/api-keys.ts";
import { countCards } from "../../db/queries/accounts/payment-methods.ts";
import { countAwards } from "../../db/queries/auctions/awards.ts";
import { countFailedListings, countOwnAgents } from "../../db/queries/listings/owner-listings.ts";
import { countUnreadThreads } from "../../db/queries/messages/owner-threads.ts";
import {
  countDisputedPurchases,
  readLatestPurchases,
} from "../../db/queries/purchases/purchase-lists.ts";
import { sumSales } from "../../db/queries/purchases/sales.ts";
import { countStoppedSearches } from "../../db/queries/saved-searches/owner-searches.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { API_KEYS_PER_ACCOUNT_MAX } from "../account/limits.ts";
import { apiKeyState } from "../account/rules.ts";
import { payableAwardStates } from "../auction/rules.ts";
import type { Context } from "../context.ts";
import { viewPurchase } from "../purchase/purchase-view.ts";
import type { PurchaseView } from "../purchase/schemas.ts";
import { boughtStates } from "../vocabulary.ts";

/**
 * Totals of an account, counted by queries of their own instead of from lists. Money is in cents.
 */
export type OwnerOverview = {
  cards: number;
  activeKeys: number;
  /** Purchases that are held until an administrator decides. */
  disputedPurchases: number;
  disputedSalesCents: number;
  /** Released, but not paid out because there is no payout account. */
  waitingPayoutCents: number;
  verifiedAgents: number;
  /** Listings, neither withdrawn nor sold, whose current or next file could not be read. */
  failedListings: number;
  /** Won auctions and offers that have to be paid by hand. */
  openOffers: number;
  /** Threads with an unread message from the other side. */
  unreadThreads: number;
  /** Saved searches that the marketplace has paused. */
  stoppedSearches: number;
  recentPurchases: PurchaseView[];
};

const recentPurchasesMax = 5;

/** The data of the account's first page. */
export async function viewOverview(ctx: Context, owner: OwnerActor): Promise<OwnerOverview> {
  const { accountId } = owner;
  const [money, buying, selling] = await Promise.all([
    readMoney(ctx, accountId),
    readBuying(ctx, accountId),
    readSelling(ctx, accountId),
  ]);
  return { ...money, ...buying, ...selling };
}

async function readMoney({ db, config }: Context, sellerAccountId: string) {
  const [account, sales] = await Promise.all([
    findAccount(db, sellerAccountId),
    sumSales(db, { sellerAccountId, currency: config.CURRENCY }),
  ]);
  const hasPayouts = (account?.payoutsEnabledAt ?? null) !== null;
  return {
    disputedSalesCents: sales.disputedCents,
    waitingPayoutCents: hasPayouts ? 0 : sales.owedCents,
  };
}

async function readBuying({ db, config, now }: Context, accountId: string) {
  const [cards, keys, disputedPurchases, openOffers, stoppedSearches, recent] = await Promise.all([
    countCards(db, accountId),
    listApiKeys(db, accountId, 2 * API_KEYS_PER_ACCOUNT_MAX),
    countDisputedPurchases(db, accountId),
    countAwards(db, accountId, payableAwardStates),
    countStoppedSearches(db, accountId),
    readLatestPurchases(db, accountId, {
      states: boughtStates,
      rowsMax: recentPurchasesMax,
    }),
  ]);
  const at = now();
  return {
    cards,
    activeKeys: keys.filter((key) => apiKeyState(key, at) === "active").length,
    disputedPurchases,
    openOffers,
    stoppedSearches,
    recentPurchases: recent.map((row) => viewPurchase(config, row)),
  };
}

async function readSelling({ db }: Context, accountId: string) {
  const [agents, failedListings, unreadThreads] = await Promise.all([
    countOwnAgents(db, { accountId, email: null }),
    countFailedListings(db, accountId),
    countUnreadThreads(db, accountId),
  ]);
  return { verifiedAgents: agents.verified, failedListings, unreadThreads };
}
