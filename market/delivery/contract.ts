import { by, contract, op } from "../contract/contract.ts";
import { deletedView, idParams } from "../text.ts";
import { DELIVERY_TARGETS_PER_ACCOUNT_MAX } from "./limits.ts";
import {
  bucketDeliveriesQuery,
  bucketDeliveriesView,
  bucketDeliveryBody,
  bucketDeliveryView,
  deliveryTargetBody,
  deliveryTargetsView,
  deliveryTargetView,
} from "./schemas.ts";

export const deliveries = contract("Deliveries", {
  putDeliveryTarget: op({
    at: "PUT /delivery-targets",
    by: by.operator("purchase"),
    summary: "Have purchases delivered to an S3 bucket",
    says:
      "Writes a test object below the prefix and reads it back; if that works, every purchase of the account " +
      "is pushed to `<prefix><dataset>/v<version>/` from then on, its SHA-256 verified. The same bucket and prefix again replaces the keys. " +
      `At most ${DELIVERY_TARGETS_PER_ACCOUNT_MAX}. A delivery counts as a download.`,
    body: deliveryTargetBody,
    example: {
      bucket: "acme-datasets",
      prefix: "market/",
      region: "eu-central-1",
      access_key_id: "AKIAIOSFODNN7EXAMPLE",
      secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
    answer: deliveryTargetView,
    gives: "The bucket, and the minimal policy for its keys.",
    refuses: ["delivery_target_refused", "limit_reached"],
  }),
  listDeliveryTargets: op({
    at: "GET /delivery-targets",
    by: by.operator("read"),
    summary: "List the account's buckets",
    says: "Without their secret keys.",
    answer: deliveryTargetsView,
    gives: "All buckets.",
  }),
  removeDeliveryTarget: op({
    at: "DELETE /delivery-targets/{id}",
    by: by.operator("purchase"),
    summary: "Stop deliveries to a bucket",
    says: "Deletes its keys and its list of deliveries here, and nothing in the bucket.",
    params: idParams,
    answer: deletedView,
    gives: "It is removed.",
    refuses: ["delivery_target_not_found"],
  }),
  listBucketDeliveries: op({
    at: "GET /delivery-targets/{id}/deliveries",
    by: by.operator("read"),
    summary: "List a bucket's deliveries",
    says: "Newest first, with their state.",
    params: idParams,
    query: bucketDeliveriesQuery,
    answer: bucketDeliveriesView,
    gives: "One page of deliveries.",
    refuses: ["delivery_target_not_found"],
  }),
  deliverPurchase: op({
    at: "PUT /delivery-targets/{id}/deliveries",
    by: by.operator("purchase"),
    summary: "Deliver a purchase to a bucket",
    says: "An earlier purchase, or an ended delivery again. One that waits or runs stays as it is.",
    params: idParams,
    body: bucketDeliveryBody,
    example: { purchase_id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b" },
    answer: bucketDeliveryView,
    gives: "The delivery.",
    refuses: [
      "delivery_target_not_found",
      "purchase_not_found",
      "purchase_not_yours",
      "payment_not_confirmed",
    ],
  }),
});
