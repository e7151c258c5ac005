/** The name of a connection's agent where its owner has not written one. */
import type { Database } from "../../db/client.ts";
import { chooseAgentName } from "../../db/queries/agents/agents.ts";
import { foldEmail } from "../../platform/email-address.ts";
import { nameStem } from "../agent/rules.ts";
import { proposedAgentName } from "./rules.ts";

/** The client's own or, where the owner has or had an agent of that name, it with a number. */
export function freeAgentName(
  db: Database,
  { ownerEmail, clientName }: { ownerEmail: string; clientName: string },
): Promise<string> {
  const name = proposedAgentName(clientName);
  return chooseAgentName(db, { ownerEmail: foldEmail(ownerEmail), name, stem: nameStem(name) });
}
