/** `open` waits for the side whose turn it is. The row stores only the states that a move makes. */
export const privateOfferStates = [
  "open",
  "accepted",
  "declined",
  "withdrawn",
  "expired",
  "used",
] as const;
export type PrivateOfferState = (typeof privateOfferStates)[number];

/** `expired` follows from the clock, `used` from a purchase. */
export type StoredPrivateOfferState = Exclude<PrivateOfferState, "expired" | "used">;

export const privateOfferMoves = ["offer", "counter", "accept", "decline", "withdraw"] as const;
export type PrivateOfferMove = (typeof privateOfferMoves)[number];
