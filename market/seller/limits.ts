/** Limits of what comes from outside, each with its unit. */

/**
 * Sales from which a seller's sales and disputes are told, and answers from which a median is.
 * Below it a seller's sales, disputes and times to answer are not told: a buyer would show through.
 */
export const SELLER_SALES_TOLD_MIN = 5;

/** The latest conversations, and disputes, that a seller's times to answer are the median of. */
export const SELLER_ANSWERS_READ_MAX = 200;

/** How old a seller's figures are at most. */
export const SELLER_FIGURES_HELD_SECONDS = 60;
