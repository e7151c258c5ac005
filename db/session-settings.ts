/** What each session is set to, whatever the server, the database or the role has as its default. */

/** By these instants are written; the driver reads no others. Poolers carry them along for each client. */
export const carriedSettings = { DateStyle: "ISO, MDY", TimeZone: "UTC" };

/** The driver reads no other form of bytes, and a repeat of what a lock held up is not what ours do. */
export const ownSettings = {
  ...carriedSettings,
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
  // Compiling a statement takes Postgres 300 ms where running it takes one: estimates of words are far off.
  jit: "off",
} as const;
