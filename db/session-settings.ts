/** Settings of every session, whatever the defaults of the server, the database or the role. */

/**
 * The driver reads only these formats of dates and times. Poolers carry these settings along for
 * each client.
 */
export const carriedSettings = { DateStyle: "ISO, MDY", TimeZone: "UTC" };

/**
 * The driver reads only this format of bytes. Read committed, because our code does not retry
 * transactions that fail after waiting for a lock.
 */
export const ownSettings = {
  ...carriedSettings,
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
  // JIT compilation takes Postgres 300 ms for statements that run for one, because estimates of
  // text matches are far off.
  jit: "off",
} as const;
