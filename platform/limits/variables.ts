/** Variables for rate limits; `api/http/limits/policies.ts` assigns callers to them. */
import { z } from "zod";
import { minuteSeconds } from "../time.ts";

/** Largest limit of a window: calls are counted in 32 bits. */
export const callsPerWindowMax = 1_000_000_000;

const positiveInteger = z.coerce.number().int().positive();
const callsLimit = positiveInteger.max(callsPerWindowMax);

export const rateLimitVariables = {
  /**
   * Calls without credentials, or by agents without an owner's approval, by IPv4 address or IPv6
   * /64; as many again with invalid credentials.
   */
  RATE_LIMIT_PUBLIC_PER_MINUTE: callsLimit.default(600),
  /** Calls of an approved agent. */
  RATE_LIMIT_AGENT_PER_MINUTE: callsLimit.default(600),
  /** Calls with an API key, or by a signed-in person. */
  RATE_LIMIT_OPERATOR_PER_MINUTE: callsLimit.default(600),
  /** Calls by all keys and agents of one account. Unset: five times the larger of the two above. */
  RATE_LIMIT_ACCOUNT_PER_MINUTE: callsLimit.optional(),
  /**
   * Registrations of one agent (owner's address and name) by one caller.
   */
  RATE_LIMIT_REGISTER_PER_HOUR: callsLimit.default(20),
  /** Registrations, and reports without an account, by IPv4 address or IPv6 /64. */
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: callsLimit.default(600),
  /**
   * How long a call waits to be counted in the database; then the process counts by itself for five
   * seconds.
   */
  RATE_LIMIT_STORE_MS_MAX: positiveInteger.max(minuteSeconds * 1000).default(250),
};
