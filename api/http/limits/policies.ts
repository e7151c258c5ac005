/** Chooses the limit that counts a call, and its size. Pure. */
import { oauthPaths } from "../../../market/discovery/authorization-server.ts";
import type { Config } from "../../../platform/config.ts";
import { callsPerWindowMax } from "../../../platform/limits/variables.ts";
import { hourSeconds, minuteSeconds } from "../../../platform/time.ts";
import type { CallerKind } from "./identify-caller.ts";

/**
 * public: calls without credentials or by an unapproved agent, by network. agent, operator: by
 * verified caller. account: all keys and agents of an account together, in addition to their own
 * limits. credentials: calls with unverified credentials, by network. register: registrations by
 * network, owner's address and agent's name. registrations: all registrations, OAuth clients and
 * visitors' reports of a network, which many callers may share.
 */
const policyNames = [
  "public",
  "agent",
  "operator",
  "account",
  "credentials",
  "register",
  "registrations",
] as const;
export type PolicyName = (typeof policyNames)[number];
export type Policy = { name: PolicyName; calls: number; windowSeconds: number };
export type Policies = Readonly<Record<PolicyName, Policy>>;

export type LimitsConfig = Pick<
  Config,
  | "RATE_LIMIT_PUBLIC_PER_MINUTE"
  | "RATE_LIMIT_AGENT_PER_MINUTE"
  | "RATE_LIMIT_OPERATOR_PER_MINUTE"
  | "RATE_LIMIT_ACCOUNT_PER_MINUTE"
  | "RATE_LIMIT_REGISTER_PER_HOUR"
  | "RATE_LIMIT_REGISTRATIONS_PER_HOUR"
>;

export function policiesOf(config: LimitsConfig): Policies {
  const aMinute = (name: PolicyName, calls: number) => ({
    name,
    calls,
    windowSeconds: minuteSeconds,
  });
  const anHour = (name: PolicyName, calls: number) => ({ name, calls, windowSeconds: hourSeconds });
  return {
    public: aMinute("public", config.RATE_LIMIT_PUBLIC_PER_MINUTE),
    agent: aMinute("agent", config.RATE_LIMIT_AGENT_PER_MINUTE),
    operator: aMinute("operator", config.RATE_LIMIT_OPERATOR_PER_MINUTE),
    account: aMinute("account", accountCalls(config)),
    credentials: aMinute("credentials", config.RATE_LIMIT_PUBLIC_PER_MINUTE),
    register: anHour("register", config.RATE_LIMIT_REGISTER_PER_HOUR),
    registrations: anHour("registrations", config.RATE_LIMIT_REGISTRATIONS_PER_HOUR),
  };
}

/**
 * The account limit as a multiple of a single caller's, for keys and agents that work in parallel.
 */
const accountShares = 5;

function accountCalls(config: LimitsConfig): number {
  const { RATE_LIMIT_ACCOUNT_PER_MINUTE: given } = config;
  const one = Math.max(config.RATE_LIMIT_AGENT_PER_MINUTE, config.RATE_LIMIT_OPERATOR_PER_MINUTE);
  return given ?? Math.min(one * accountShares, callsPerWindowMax);
}

export const policyOfCaller: Readonly<Record<CallerKind, PolicyName>> = {
  pending: "public",
  agent: "agent",
  key: "operator",
  account: "operator",
};

/**
 * Signed URLs have their own limits, health checks must never be refused, and the provider's
 * webhooks are as many as the sales.
 */
const exemptPaths = /^\/(storage|health)\/|^\/webhooks\/stripe$/;

export function isExempt(pathname: string): boolean {
  return exemptPaths.test(pathname);
}

const registrationPaths = new Set<string>(["/agent/register", oauthPaths.registration]);
/** The visitors' form sends a mail to an address that anybody can enter. */
const visitorReportPath = /^\/report\/dataset\/[^/]+$/;

/** Anonymous calls that create something and send a mail. */
export function isRegistration(method: string, pathname: string): boolean {
  if (method !== "POST") return false;
  return registrationPaths.has(pathname) || visitorReportPath.test(pathname);
}
