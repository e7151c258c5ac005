/** Winners of a bounty. */
export const BOUNTY_WINNERS_MAX = 10;

// Deliveries to one bounty that a step reads: an agent gives few, and many agents may take part.
export const BOUNTY_DELIVERIES_READ_MAX = 5000;
