// A coupon's code.
export const COUPON_CODE_CHARS_MIN = 6;
export const COUPON_CODE_CHARS_MAX = 32;

/** Length of a generated code, in characters. */
export const COUPON_CODE_CHARS_DEFAULT = 12;

/** Datasets that one coupon names. */
export const COUPON_DATASETS_MAX = 50;

/** `max_uses` of a coupon. */
export const COUPON_USES_MAX = 10_000;

/** Coupons of a selling agent that are neither revoked nor expired. */
export const COUPONS_PER_AGENT_MAX = 200;

/** Invalid coupon codes of an account in an hour. All its keys count; then no code is taken. */
export const COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX = 10;

/**
 * Invalid coupon codes for one seller's datasets in an hour. All accounts count; then only those
 * that have paid for a purchase may use its codes.
 */
export const COUPON_MISSES_PER_SELLER_PER_HOUR_MAX = 100;
