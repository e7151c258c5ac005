/** Which side of a thread a caller is. */
import type { Correspondent } from "../../db/queries/messages/threads.ts";
import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";

/** The two who may write each other: an operator by an API key, a seller agent by its token. */
export type CorrespondentActor = OperatorActor | AgentActor;

export function correspondentOf(actor: CorrespondentActor): Correspondent {
  return actor.kind === "operator"
    ? { side: "buyer", accountId: actor.accountId }
    : { side: "seller", agentId: actor.agentId };
}
