/** Fewest sales or answers with statistics. Fewer would identify a buyer. */
export const SELLER_SALES_SHOWN_MIN = 5;

// The latest conversations, and disputes, over which a seller's median response times are
// computed.
export const SELLER_ANSWERS_READ_MAX = 200;

/** Followers of a seller or a dataset that are counted; more are shown as this number. */
export const FOLLOWERS_COUNTED_MAX = 10_000;

// The greatest age of a seller's statistics.
export const SELLER_FIGURES_HELD_SECONDS = 60;
