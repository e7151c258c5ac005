/**
 * Whether somebody is an administrator, and the effect of suspending or restoring an agent in each
 * state. Pure.
 */
import { foldEmail } from "../../platform/email-address.ts";

/** The provider has verified the address, and the deployment lists it. */
export function isAdministrator(
  adminEmails: readonly string[],
  person: { email: string; emailVerified: boolean },
): boolean {
  return person.emailVerified && adminEmails.includes(foldEmail(person.email));
}

export type AgentDecision = "apply" | "repeat" | "account_holds";

type Agent = { suspendedBy: "agent" | "account" | null };

/** An agent suspended with its account can also be suspended itself, and then stays so. */
export function agentSuspension({ suspendedBy }: Agent): AgentDecision {
  return suspendedBy === "agent" ? "repeat" : "apply";
}

export function agentRestoration({ suspendedBy }: Agent): AgentDecision {
  if (suspendedBy === null) return "repeat";
  return suspendedBy === "agent" ? "apply" : "account_holds";
}

export const disputeDecisions = ["release", "refund"] as const;
export type DisputeDecision = (typeof disputeDecisions)[number];

type Resolvable = {
  state: string;
  releaseCause: string | null;
  refundCause: string | null;
};

/** A decision can be repeated, but not reversed; the clock or the bank may have been faster. */
export function disputeResolution(
  purchase: Resolvable,
  decision: DisputeDecision,
): "apply" | "repeat" | "conflict" {
  if (purchase.state === "disputed") return "apply";
  const cause = decision === "release" ? purchase.releaseCause : purchase.refundCause;
  return cause === "dispute_resolved" ? "repeat" : "conflict";
}
