import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { listApiKeys } from "../../db/queries/accounts/api-keys.ts";
import { countCards } from "../../db/queries/accounts/payment-methods.ts";
import { countFailedListings, countOwnAgents } from "../../db/queries/listings/owner-listings.ts";
import { pageEarnings } from "../../db/queries/purchases/earnings.ts";
import {
  countDisputedPurchases,
  readLatestPurchases,
} from "../../db/queries/purchases/purchase-lists.ts";
import { sumSales } from "../../db/queries/purchases/sales.ts";
import {
  type DueConfirmation,
  readDueConfirmations,
  sumHeldForBuyer,
  sumSpendingByMonth,
} from "../../db/queries/purchases/spending.ts";
import { countStoppedSearches } from "../../db/queries/saved-searches/owner-searches.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { API_KEYS_PER_ACCOUNT_MAX } from "../account/limits.ts";
import { apiKeyState } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { viewPurchase } from "../purchase/purchase-view.ts";
import type { PurchaseView } from "../purchase/schemas.ts";
import { boughtStates } from "../vocabulary.ts";
import { ATTENTION_ROWS_MAX, OVERVIEW_MONTHS } from "./limits.ts";
import { lastMonths, type MoneyMonth, moneyByMonth } from "./rules.ts";

/**
 * Totals of an account, counted by queries of their own instead of from lists. Money is in cents.
 */
export type OwnerOverview = {
  cards: number;
  /** Without the built-in one. */
  activeKeys: number;
  /** Purchases that are held until an administrator decides. */
  disputedPurchases: number;
  disputedSalesCents: number;
  /** Released, but not paid out because there is no payout account. */
  waitingPayoutCents: number;
  verifiedAgents: number;
  /** Listings, neither withdrawn nor sold, whose current or next file could not be read. */
  failedListings: number;
  /** Saved searches that the marketplace has paused. */
  stoppedSearches: number;
  recentPurchases: PurchaseView[];
  /** The soonest end of escrow first. */
  dueConfirmations: DueConfirmation[];
  /** The account's own purchases that the marketplace holds, disputed or not. */
  heldCents: number;
  /** Earned and not paid out yet. */
  payableCents: number;
  /** From the ledger, oldest first; the last one is the current month. */
  months: MoneyMonth[];
};

const recentPurchasesMax = 5;

/** The data of the account's first page. */
export async function viewOverview(ctx: Context, owner: OwnerActor): Promise<OwnerOverview> {
  const { accountId } = owner;
  const [money, buying, selling, months] = await Promise.all([
    readMoney(ctx, accountId),
    readBuying(ctx, accountId),
    readSelling(ctx, accountId),
    readMonths(ctx, accountId),
  ]);
  return { ...money, ...buying, ...selling, months };
}

async function readMonths({ db, config, now }: Context, accountId: string): Promise<MoneyMonth[]> {
  const months = lastMonths(now(), OVERVIEW_MONTHS);
  const sinceDay = `${months[0]}-01`;
  const currency = config.CURRENCY;
  const [spending, earnings] = await Promise.all([
    sumSpendingByMonth(db, { accountId, currency, since: new Date(`${sinceDay}T00:00:00Z`) }),
    pageEarnings(
      db,
      { accountId },
      { by: "month", days: { sinceDay }, after: null, rowsMax: 4 * OVERVIEW_MONTHS },
    ),
  ]);
  const earned = earnings
    .filter((row) => row.currency === currency)
    .map(({ key, releasedCents }) => ({ month: key, earnedCents: releasedCents }));
  return moneyByMonth(months, spending, earned);
}

async function readMoney({ db, config }: Context, accountId: string) {
  const { CURRENCY: currency } = config;
  const [account, sales, heldCents] = await Promise.all([
    findAccount(db, accountId),
    sumSales(db, { sellerAccountId: accountId, currency }),
    sumHeldForBuyer(db, { accountId, currency }),
  ]);
  const hasPayouts = (account?.payoutsEnabledAt ?? null) !== null;
  return {
    disputedSalesCents: sales.disputedCents,
    waitingPayoutCents: hasPayouts ? 0 : sales.owedCents,
    payableCents: sales.owedCents,
    heldCents,
  };
}

async function readBuying({ db, config, now }: Context, accountId: string) {
  const [cards, keys, disputedPurchases, stoppedSearches, recent, due] = await Promise.all([
    countCards(db, accountId),
    listApiKeys(db, accountId, 2 * API_KEYS_PER_ACCOUNT_MAX),
    countDisputedPurchases(db, accountId),
    countStoppedSearches(db, accountId),
    readLatestPurchases(db, accountId, {
      states: boughtStates,
      rowsMax: recentPurchasesMax,
    }),
    readDueConfirmations(db, accountId, ATTENTION_ROWS_MAX),
  ]);
  const at = now();
  return {
    cards,
    activeKeys: keys.filter((key) => !key.isBuiltIn && apiKeyState(key, at) === "active").length,
    disputedPurchases,
    stoppedSearches,
    recentPurchases: recent.map((row) => viewPurchase(config, row)),
    dueConfirmations: due,
  };
}

async function readSelling({ db }: Context, accountId: string) {
  const [agents, failedListings] = await Promise.all([
    countOwnAgents(db, { accountId, email: null }),
    countFailedListings(db, accountId),
  ]);
  return { verifiedAgents: agents.verified, failedListings };
}
