/** The side of a thread on which a caller is. */
import type { Correspondent } from "../../db/queries/messages/threads.ts";
import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";

/** The two parties of a thread: an operator with an API key, and a seller agent with its token. */
export type CorrespondentActor = OperatorActor | AgentActor;

export function correspondentOf(actor: CorrespondentActor): Correspondent {
  return actor.kind === "operator"
    ? { side: "buyer", accountId: actor.accountId }
    : { side: "seller", agentId: actor.agentId };
}
