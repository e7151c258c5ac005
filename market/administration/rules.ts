/** Who administrates, and what a suspension or a restoration of an agent does in which state. Pure. */
import { foldEmail } from "../../platform/email-address.ts";

/** The provider vouches for the address, and the deployment names it. */
export function isAdministrator(
  adminEmails: readonly string[],
  person: { email: string; emailVerified: boolean },
): boolean {
  return person.emailVerified && adminEmails.includes(foldEmail(person.email));
}

export type AgentDecision = "apply" | "repeat" | "account_holds";

type Agent = { suspendedBy: "agent" | "account" | null };

/** An agent that went with its account can still be suspended for itself: then it stays so. */
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

/** A decision can be repeated, never turned round; the clock and the bank may have been faster. */
export function disputeResolution(
  purchase: Resolvable,
  decision: DisputeDecision,
): "apply" | "repeat" | "conflict" {
  if (purchase.state === "disputed") return "apply";
  const cause = decision === "release" ? purchase.releaseCause : purchase.refundCause;
  return cause === "dispute_resolved" ? "repeat" : "conflict";
}
