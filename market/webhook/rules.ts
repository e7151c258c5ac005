/** Webhooks: the words of their states. Pure. */

export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** by_request: its principal; gone: it answered 410; failing: every try of some days has failed. */
export const disabledReasons = ["by_request", "gone", "failing"] as const;
export type DisabledReason = (typeof disabledReasons)[number];
