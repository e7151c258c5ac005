/** Checks of a message's sender: not suspended, and within the limits. */
import type { Database } from "../../db/client.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import { requireSeller } from "../agent/rules.ts";
import { type Allowance, allowanceRefusal, throwRefusals } from "../refusal.ts";
import type { CorrespondentActor } from "./correspondent.ts";

/** The sender. Their account is locked, so it writes one message at a time with any credential. */
export type Sender =
  | { side: "buyer"; accountId: string; apiKeyId: string; agentId: null }
  | { side: "seller"; accountId: string; apiKeyId: null; agentId: string };

/**
 * Locks the sender's account until the transaction ends, after waiting for a concurrent suspension.
 * Errors: account_suspended, account_closed, agent_not_verified, agent_suspended,
 * token_revoked.
 */
export async function lockSender(tx: Database, actor: CorrespondentActor): Promise<Sender> {
  if (actor.kind === "operator") {
    const { accountId, apiKeyId } = actor;
    await lockOpenAccount(tx, accountId);
    return { side: "buyer", accountId, apiKeyId, agentId: null };
  }
  const { agentId } = actor;
  const accountId = (await findAgent(tx, agentId))?.accountId;
  if (typeof accountId !== "string") throw new Error(`agent ${agentId} sells without an owner`);
  await lockOpenAccount(tx, accountId);
  requireSeller(await findAgent(tx, agentId));
  return { side: "seller", accountId, apiKeyId: null, agentId };
}

type FirstOfLast = (
  db: Database,
  window: { accountId: string; since: Date; max: number },
) => Promise<Date | null>;

/** Exact, because the sender's account is locked. Errors: rate_limited. */
export async function requireAllowance(
  tx: Database,
  sender: Sender,
  { allowance, firstOfLast, now }: { allowance: Allowance; firstOfLast: FirstOfLast; now: Date },
): Promise<void> {
  const { max, windowSeconds } = allowance;
  const since = new Date(now.getTime() - windowSeconds * 1000);
  const first = await firstOfLast(tx, { accountId: sender.accountId, since, max });
  throwRefusals([allowanceRefusal(allowance, first, now)]);
}
