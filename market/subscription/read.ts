import {
  findSubscription,
  pageSubscriptions,
  type SubscriptionDetail,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { idShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { requireOwnSubscription } from "./own-subscription.ts";
import type { SubscriptionsQuery, SubscriptionView } from "./schemas.ts";
import { loadSubscriptionView, viewSubscription } from "./subscription-view.ts";

/** With its periods and versions. Errors: subscription_not_found. */
export async function getSubscription(
  ctx: Context,
  actor: AccountActor,
  id: string,
): Promise<SubscriptionView> {
  requireOwnSubscription(await findSubscription(ctx.db, id), actor);
  return loadSubscriptionView(ctx, id);
}

/** The account's subscriptions by any key, newest first. */
export async function listSubscriptions(
  ctx: Context,
  { accountId }: AccountActor,
  { status, ...page }: SubscriptionsQuery,
): Promise<{ items: SubscriptionView[]; pagination: Pagination }> {
  const list = {
    name: "subscriptions",
    shape: idShape,
    keyOf: ({ subscription }: SubscriptionDetail) => subscription.id,
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageSubscriptions(ctx.db, { accountId, status, ...slice }),
  );
  return { items: rows.map((row) => viewSubscription(ctx, row)), pagination };
}
