/** Limits of what comes from outside, each with its unit. */

/** Sales or answers from which a seller's figures are shown; below it they would reveal a buyer. */
export const SELLER_SALES_TOLD_MIN = 5;

/** The latest conversations, and disputes, that a seller's times to answer are the median of. */
export const SELLER_ANSWERS_READ_MAX = 200;

/** How old a seller's figures are at most. */
export const SELLER_FIGURES_HELD_SECONDS = 60;
