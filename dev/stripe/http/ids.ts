import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BARE_LENGTH = 14;
const LONG_LENGTH = 23;

/** `length` random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Objects that belong to a payment start with `3`, as at Stripe; others with `1`. */
const longPrefixes: Record<string, string> = { pi: "3", ch: "3", re: "3", tr: "3", txn: "3" };

/**
 * A new id with Stripe's prefix such as `pi_3…`; ids of customers and requests are short, those of
 * accounts medium.
 */
export function newId(prefix: string): string {
  if (prefix === "cus" || prefix === "req" || prefix === "py") {
    return `${prefix}_${randomText(BARE_LENGTH)}`;
  }
  if (prefix === "acct") return `acct_1${randomText(15)}`;
  if (prefix === "cs_test") return `cs_test_a1${randomText(56)}`;
  return `${prefix}_${longPrefixes[prefix] ?? "1"}${randomText(LONG_LENGTH)}`;
}
