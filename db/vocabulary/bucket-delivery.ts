/** Purchases pushed into a buyer's bucket. */
export const bucketDeliveryStates = ["waiting", "running", "delivered", "failed"] as const;
export type BucketDeliveryState = (typeof bucketDeliveryStates)[number];
