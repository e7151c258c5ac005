/** Public data about a seller: no address, no account, and no statistics of a single buyer. */
import { findLinkedAccounts } from "../../db/queries/accounts/accounts.ts";
import { countFollowers } from "../../db/queries/follows/follows.ts";
import {
  countSales,
  findSeller,
  readDisputeTimes,
  readMessageTimes,
  readOffered,
  readTroubles,
} from "../../db/queries/sellers/sellers.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import {
  FOLLOWERS_COUNTED_MAX,
  SELLER_ANSWERS_READ_MAX,
  SELLER_FIGURES_HELD_SECONDS,
} from "./limits.ts";
import { isHistoryShown, ratingOf, shownTimes } from "./rules.ts";
import type { SellerView } from "./schemas.ts";

/**
 * A seller agent's statistics, computed from its rows now, and the end of their cache time. Errors:
 * seller_not_found.
 */
export async function getSeller(
  ctx: Context,
  sellerId: string,
): Promise<{ seller: SellerView; freshUntil: Date }> {
  const { db, config } = ctx;
  const row = await findSeller(db, sellerId);
  if (row === null) throw new MarketError("seller_not_found", "No seller has this id.");
  // Linked accounts may buy, but their purchases would improve the seller's statistics.
  const exceptBuyers = row.accountId === null ? [] : await findLinkedAccounts(db, row.accountId);
  const history = { agentId: sellerId, exceptBuyers };
  const [offered, followers, sales, troubles, messages, disputes] = await Promise.all([
    readOffered(db, sellerId),
    countFollowers(db, { kind: "seller", id: sellerId }, FOLLOWERS_COUNTED_MAX),
    countSales(db, history),
    readTroubles(db, history),
    readMessageTimes(db, history, SELLER_ANSWERS_READ_MAX),
    readDisputeTimes(db, history, SELLER_ANSWERS_READ_MAX),
  ]);
  const { opened, waiting: open, forSeller, forBuyer, chargebacksLost } = troubles;
  const told = { opened, open, for_seller: forSeller, for_buyer: forBuyer };
  const shownHistory = { sales, disputes: told, chargebacks_lost: chargebacksLost };
  const now = ctx.now();
  const baseUrl = config.PUBLIC_BASE_URL;
  const seller = {
    id: row.id,
    name: row.name,
    verified: row.verified,
    identity_checked: row.identityChecked,
    since: row.since.toISOString(),
    about: row.about,
    websites: row.websites,
    logo_url: row.logoId === null ? null : `${baseUrl}/sellers/${row.id}/logo`,
    datasets_on_sale: offered.onSale,
    followers,
    rating: ratingOf(offered.starCounts),
    history: isHistoryShown(sales) ? shownHistory : null,
    hash_mismatches: troubles.filesChanged,
    answer_times: { messages: shownTimes(messages), disputes: shownTimes(disputes) },
    computed_at: now.toISOString(),
    links: {
      self: `${baseUrl}/sellers/${row.id}`,
      datasets: `${baseUrl}/datasets?seller=${row.id}`,
      feed: `${baseUrl}/datasets.atom?seller=${row.id}`,
    },
  };
  return { seller, freshUntil: new Date(now.getTime() + SELLER_FIGURES_HELD_SECONDS * 1000) };
}
