/** Sellers, datasets and collections that an account, or a seller agent, follows. */
export const FOLLOWS_PER_PRINCIPAL_MAX = 500;

/** How long news for followers are kept. */
export const FOLLOW_NEWS_KEPT_DAYS = 90;
