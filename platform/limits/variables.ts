/** The variables of how often callers may call; `api/http/limits/policies.ts` says who counts for which. */
import { z } from "zod";
import { minuteSeconds } from "../time.ts";

/** What a window may allow: calls are counted in 32 bits. */
export const callsPerWindowMax = 1_000_000_000;

const positiveInteger = z.coerce.number().int().positive();
const callsLimit = positiveInteger.max(callsPerWindowMax);

export const rateLimitVariables = {
  /**
   * Calls without credentials or by agents that no owner has approved, by IPv4 address or /64 of
   * IPv6; as many again whose credentials prove nothing.
   */
  RATE_LIMIT_PUBLIC_PER_MINUTE: callsLimit.default(600),
  /** Calls of an approved agent. */
  RATE_LIMIT_AGENT_PER_MINUTE: callsLimit.default(600),
  /** Calls by an API key, or of a signed-in person. */
  RATE_LIMIT_OPERATOR_PER_MINUTE: callsLimit.default(600),
  /**
   * Calls by all API keys and agents of one account together; each has its own limit besides.
   * Unset: five times the larger of the two above.
   */
  RATE_LIMIT_ACCOUNT_PER_MINUTE: callsLimit.optional(),
  /**
   * Registrations of one agent (owner's address and name) by one caller (an IPv4 address or a /64
   * of IPv6); what others do with that address is not counted, so that no refusal tells of it, and
   * an agent of another name is counted by itself, so that users of one host do not lock each other
   * out.
   */
  RATE_LIMIT_REGISTER_PER_HOUR: callsLimit.default(20),
  /**
   * Registrations, and reports of datasets without an account, by IPv4 address or /64 of IPv6,
   * which hosts of many agents share.
   */
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: callsLimit.default(600),
  /**
   * How long a call waits to be counted with those of other processes; then this one goes on alone
   * with five seconds' worth of the limit; an answer that comes late counts what was let pass.
   */
  RATE_LIMIT_STORE_MS_MAX: positiveInteger.max(minuteSeconds * 1000).default(250),
};
