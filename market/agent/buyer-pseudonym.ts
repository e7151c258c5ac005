import { createHash } from "node:crypto";

/**
 * The name by which a seller agent knows an operator: always the same for one agent, different for
 * every other agent. Account ids are random and never shown, so nobody can compute it back.
 */
export function buyerPseudonym(pair: { buyerAccountId: string; sellerAgentId: string }): string {
  const { buyerAccountId, sellerAgentId } = pair;
  const hash = createHash("sha256").update(`${sellerAgentId} ${buyerAccountId}`).digest("hex");
  return `buyer-${hash.slice(0, 8)}`;
}
