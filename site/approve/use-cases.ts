import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { decideAgent } from "../../market/agent/decide-agent.ts";
import { type ApprovalView, viewApproval } from "../../market/agent/read.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { findDueTerms } from "../../market/terms/accept-terms.ts";

/** The parts of an approval that the pages show. */
export type ApprovalShown = Omit<ApprovalView, "agentId">;
export type Decision = "approve" | "reject";

export function approvalUseCases(ctx: Context) {
  return {
    /** Null for an unknown or expired code. */
    viewApproval: (code: string): Promise<ApprovalShown | null> => viewApproval(ctx, code),
    /**
     * Approving binds the person, like the forms in `account/terms/binding.ts`. Errors:
     * not_the_owner, agent_already_decided, approval_not_found, terms_not_accepted,
     * account_suspended, account_closed.
     */
    decideApproval: async (owner: OwnerActor, code: string, decision: Decision): Promise<void> => {
      const approval = await viewApproval(ctx, code);
      if (approval === null) throw new MarketError("approval_not_found", "The link has expired.");
      if (decision === "approve") await requireTerms(ctx, owner);
      await decideAgent(ctx, owner, approval.agentId, decision);
    },
  };
}

async function requireTerms(ctx: Context, owner: OwnerActor): Promise<void> {
  if ((await findDueTerms(ctx, owner.accountId)) === null) return;
  throw new MarketError("terms_not_accepted", "Accept the current terms first.");
}
