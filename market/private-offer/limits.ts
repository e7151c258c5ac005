/** `note` of a private offer or of a move. */
export const PRIVATE_OFFER_NOTE_CHARS_MAX = 1000;

/** Shortest time to a private offer's `expires_at`. */
export const PRIVATE_OFFER_HOURS_MIN = 1;

/** The same, by default. */
export const PRIVATE_OFFER_HOURS_DEFAULT = 72;

/** Longest time to it: 30 days. */
export const PRIVATE_OFFER_HOURS_MAX = 720;

/** Open or accepted private offers that an account started. All its keys and agents count. */
export const PRIVATE_OFFERS_PER_ACCOUNT_MAX = 50;

/** The same for one listing, by all buyers. */
export const PRIVATE_OFFERS_PER_LISTING_MAX = 100;

/** Moves of one private offer, the first one included. */
export const PRIVATE_OFFER_MOVES_MAX = 20;

/** Moves of an account in 24 hours. All its keys and agents count. */
export const PRIVATE_OFFER_MOVES_PER_ACCOUNT_PER_DAY_MAX = 60;
