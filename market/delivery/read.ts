import {
  type BucketDeliveryRow,
  findTarget,
  pageBucketDeliveries,
} from "../../db/queries/deliveries/deliveries.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { idShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import type { BucketDeliveriesQuery, BucketDeliveriesView } from "./schemas.ts";
import { viewBucketDelivery } from "./views.ts";

/** Newest first. Errors: delivery_target_not_found, invalid_request (a foreign cursor). */
export async function listBucketDeliveries(
  ctx: Context,
  actor: AccountActor,
  targetId: string,
  query: BucketDeliveriesQuery,
): Promise<BucketDeliveriesView> {
  if ((await findTarget(ctx.db, { accountId: actor.accountId, targetId })) === null) {
    throw new MarketError("delivery_target_not_found", "You have no bucket with this id.");
  }
  const list = {
    name: `bucket deliveries ${targetId}`,
    shape: idShape,
    keyOf: ({ id }: BucketDeliveryRow) => id,
  };
  const { rows, pagination } = await readPage(query, list, (slice) =>
    pageBucketDeliveries(ctx.db, { targetId, ...slice }),
  );
  return { items: rows.map(viewBucketDelivery), pagination };
}
