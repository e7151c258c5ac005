/** The default name of a connection's agent. */
import type { Database } from "../../db/client.ts";
import { chooseAgentName } from "../../db/queries/agents/agents.ts";
import { foldEmail } from "../../platform/email-address.ts";
import { nameStem } from "../agent/rules.ts";
import { proposedAgentName } from "./rules.ts";

/** The client's own name, with a number if the owner has or had an agent with that name. */
export function freeAgentName(
  db: Database,
  { ownerEmail, clientName }: { ownerEmail: string; clientName: string },
): Promise<string> {
  const name = proposedAgentName(clientName);
  return chooseAgentName(db, { ownerEmail: foldEmail(ownerEmail), name, stem: nameStem(name) });
}
