/** The side of a private offer on which a caller is, and checks of a caller who moves. */
import type { Database } from "../../db/client.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import type { Correspondent } from "../../db/queries/messages/threads.ts";
import { firstOfLastMoves } from "../../db/queries/private-offers/private-offers.ts";
import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import { daySeconds } from "../../platform/time.ts";
import { accountIdOf, lockOpenAccount } from "../account/open-account.ts";
import { requireSeller } from "../agent/rules.ts";
import { allowanceRefusal, throwRefusals } from "../refusal.ts";
import { PRIVATE_OFFER_MOVES_PER_ACCOUNT_PER_DAY_MAX } from "./limits.ts";

export type PartyActor = OperatorActor | AgentActor;

export function partyOf(actor: PartyActor): Correspondent {
  return actor.kind === "operator"
    ? { side: "buyer", accountId: actor.accountId }
    : { side: "seller", agentId: actor.agentId };
}

/**
 * Locks the mover's account until the transaction ends, so that its moves are counted one at a time.
 * Returns its id. Errors: account_suspended, account_closed, agent_not_verified, agent_suspended,
 * token_revoked, rate_limited.
 */
export async function lockMover(tx: Database, actor: PartyActor, now: Date): Promise<string> {
  const accountId = await accountIdOf(tx, actor);
  await lockOpenAccount(tx, accountId);
  if (actor.kind === "agent") requireSeller(await findAgent(tx, actor.agentId));
  const allowance = {
    who: "An account",
    what: "private offers and answers",
    max: PRIVATE_OFFER_MOVES_PER_ACCOUNT_PER_DAY_MAX,
    windowSeconds: daySeconds,
  };
  const { max, windowSeconds } = allowance;
  const since = new Date(now.getTime() - windowSeconds * 1000);
  const first = await firstOfLastMoves(tx, { accountId, since, max });
  throwRefusals([allowanceRefusal(allowance, first, now)]);
  return accountId;
}
