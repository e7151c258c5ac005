/**
 * Secrets that can be rotated while the service runs: the first one of a list signs and encrypts,
 * and all of them verify and decrypt. docs/operating.md describes the steps.
 */
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";

export type SecretList = readonly [string, ...string[]];

/** Most secrets of one variable: a rotation needs two, and an interrupted one a third. */
const SECRETS_MAX = 4;

/** A variable with one secret, or several separated by commas. */
export function secretsOf(one: z.ZodType<string, string>) {
  return z
    .string()
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .pipe(z.tuple([one], one))
    .refine((list) => list.length <= SECRETS_MAX, `at most ${SECRETS_MAX} secrets`)
    .refine((list) => new Set(list).size === list.length, "names a secret twice");
}

/** The result of the first secret that yields one; null if none does. */
export async function firstThatOpens<T>(
  secrets: SecretList,
  open: (secret: string) => Promise<T | null>,
): Promise<T | null> {
  for (const secret of secrets) {
    const opened = await open(secret);
    if (opened !== null) return opened;
  }
  return null;
}

/**
 * Whether one of the secrets produced `given`; takes as long for a wrong value as for the right
 * one.
 */
export function isMadeByOneOf(
  secrets: SecretList,
  given: string,
  make: (secret: string) => string,
): boolean {
  const actual = Buffer.from(given);
  const made = secrets.map((secret) => {
    const expected = Buffer.from(make(secret));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
  return made.includes(true);
}
