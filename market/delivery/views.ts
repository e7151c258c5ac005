import type { BucketDeliveryRow, TargetRow } from "../../db/queries/deliveries/deliveries.ts";
import { attemptView } from "../transfer-shapes.ts";
import { leastPolicy } from "./rules.ts";
import type { BucketDeliveryView, DeliveryTargetView } from "./schemas.ts";

export function viewTarget(row: TargetRow): DeliveryTargetView {
  return {
    id: row.id,
    bucket: row.bucket,
    prefix: row.prefix,
    region: row.region,
    endpoint: row.endpoint === "" ? null : row.endpoint,
    access_key_id: row.accessKeyId,
    policy: leastPolicy(row),
    checked_at: row.checkedAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  };
}

export function viewBucketDelivery(row: BucketDeliveryRow): BucketDeliveryView {
  return {
    id: row.id,
    target_id: row.targetId,
    purchase_id: row.purchaseId,
    state: row.state,
    bytes_done: row.bytesDone,
    bytes_total: row.bytesTotal,
    ...attemptView(row),
  };
}
