/** The scopes of API keys, and `sell`, which is an agent's whole work. */
export const connectionScopes = ["read", "purchase", "bid", "message", "sell"] as const;
export type ConnectionScope = (typeof connectionScopes)[number];
