export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * `by_request`: by its principal. `gone`: it answered 410. `failing`: every attempt of some days
 * failed. `credential_ended`: the key that created it, or the agent, was revoked or has expired.
 */
export const disabledReasons = ["by_request", "gone", "failing", "credential_ended"] as const;
export type DisabledReason = (typeof disabledReasons)[number];
