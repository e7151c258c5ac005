/** The scopes of API keys, and `sell`, which covers everything an agent does. */
export const connectionScopes = ["read", "purchase", "bid", "message", "sell"] as const;
export type ConnectionScope = (typeof connectionScopes)[number];
