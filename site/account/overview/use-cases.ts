import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { type ApiKeySummary, listOwnApiKeys } from "../../../market/account/read.ts";
import { listStandingBids } from "../../../market/auction/list-own-bids.ts";
import type { OwnBidsView } from "../../../market/auction/own-bid-schemas.ts";
import type { Context } from "../../../market/context.ts";
import { listPayouts } from "../../../market/earnings/read.ts";
import type { PayoutView } from "../../../market/earnings/schemas.ts";
import { listOwnerThreads } from "../../../market/message/read.ts";
import type { ThreadView } from "../../../market/message/schemas.ts";
import { ATTENTION_ROWS_MAX } from "../../../market/overview/limits.ts";
import { type OwnerOverview, viewOverview } from "../../../market/overview/view-overview.ts";

export type Overview = OwnerOverview & {
  keys: ApiKeySummary[];
  /** Open auctions in which somebody else leads. */
  outbids: OwnBidsView["items"];
  /** Threads with unread messages, the latest first. */
  unreadThreads: ThreadView[];
  /** Payouts that the payment provider has not accepted. */
  failedPayouts: PayoutView[];
};

const page = { limit: ATTENTION_ROWS_MAX };

export function overviewUseCases(ctx: Context) {
  return {
    overview: async (owner: OwnerActor): Promise<Overview> => {
      const [overview, keys, bids, threads, payouts] = await Promise.all([
        viewOverview(ctx, owner),
        listOwnApiKeys(ctx, owner),
        listStandingBids(ctx, owner, { ...page, status: "open" }),
        listOwnerThreads(ctx, owner, { ...page, offset: 0 }),
        listPayouts(ctx, owner, { ...page, status: "waiting" }),
      ]);
      return {
        ...overview,
        keys,
        outbids: bids.items.filter(({ status }) => status === "outbid"),
        unreadThreads: threads.items.filter(({ unread_count }) => unread_count > 0),
        failedPayouts: payouts.items.filter(({ waits_for }) => waits_for?.code === "tried_again"),
      };
    },
  };
}
