/** The owner of events: an operator's account, or a seller agent. */
import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Principal } from "../../db/vocabulary/event.ts";

/** A reader of events: an operator's agent with an API key, or a seller agent. */
export type EventReader = OperatorActor | AgentActor;

export function principalOf(reader: EventReader): Principal {
  if (reader.kind === "agent") return { kind: "agent", id: reader.agentId };
  return { kind: "account", id: reader.accountId };
}
