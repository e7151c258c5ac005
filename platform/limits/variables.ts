/** The variables of how often callers may call; `api/http/limits/policies.ts` says who counts for which. */
import { z } from "zod";
import { minuteSeconds } from "../time.ts";

/** What a window may allow: calls are counted in 32 bits. */
export const callsPerWindowMax = 1_000_000_000;

const positiveInteger = z.coerce.number().int().positive();
const callsLimit = positiveInteger.max(callsPerWindowMax);

export const rateLimitVariables = {
  RATE_LIMIT_PUBLIC_PER_MINUTE: callsLimit.default(600),
  RATE_LIMIT_AGENT_PER_MINUTE: callsLimit.default(600),
  RATE_LIMIT_OPERATOR_PER_MINUTE: callsLimit.default(600),
  /** Of all keys and agents of an account; unset: five times the larger one of the two above. */
  RATE_LIMIT_ACCOUNT_PER_MINUTE: callsLimit.optional(),
  RATE_LIMIT_REGISTER_PER_HOUR: callsLimit.default(20),
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: callsLimit.default(600),
  /** How long a call waits until it is counted by this process alone. */
  RATE_LIMIT_STORE_MS_MAX: positiveInteger.max(minuteSeconds * 1000).default(250),
};
