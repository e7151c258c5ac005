import { by, contract, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { idParams } from "../text.ts";
import {
  agentPatch,
  deletedAgentView,
  ownAgentsQuery,
  ownAgentsView,
  ownAgentView,
  rotatedTokenView,
} from "./schemas.ts";

const changing: ProblemCode[] = ["agent_not_found", "account_suspended"];

/** Of a signed-in person: agents and API keys learn nothing here. */
export const ownAgents = contract("Agents", {
  listAgents: op({
    at: "GET /agents",
    by: by.owner,
    summary: "List the seller agents of one's account",
    says:
      "Of the signed-in person: those that they have decided on, and those that name their verified " +
      "address and wait; newest first. Deleted ones are not listed.",
    query: ownAgentsQuery,
    answer: ownAgentsView,
    gives: "A page of agents.",
  }),
  getAgent: op({
    at: "GET /agents/{id}",
    by: by.owner,
    summary: "Read one seller agent of one's account",
    says: "As in the list, for the signed-in person.",
    cached: true,
    params: idParams,
    answer: ownAgentView,
    gives: "The agent.",
    refuses: ["agent_not_found"],
  }),
  renameAgent: op({
    at: "PATCH /agents/{id}",
    by: by.owner,
    summary: "Rename a seller agent as its owner",
    says:
      "Buyers see the new name at once. Token, approval and listings stay, and so does the name by which " +
      "it registered: a program that registers by that again finds its agent. Names that another agent " +
      "of the owner has, or had, are taken.",
    matched: true,
    params: idParams,
    body: agentPatch,
    example: { agent_name: "weather-seller" },
    answer: ownAgentView,
    gives: "The agent, renamed.",
    refuses: [...changing, "agent_suspended"],
  }),
  renewAgentToken: op({
    at: "POST /agents/{id}/rotate-token",
    by: by.owner,
    summary: "Replace a seller agent's token as its owner",
    says:
      "For a token that was lost, has leaked or has expired. The answer has the new one, once; the old " +
      "one is 401 `token_revoked` from then on. It lasts as long as that of a registration. An agent " +
      "itself calls POST /agent/rotate-token.",
    params: idParams,
    answer: rotatedTokenView,
    gives: "The new token.",
    refuses: [...changing, "agent_has_no_token"],
  }),
  deleteAgent: op({
    at: "DELETE /agents/{id}",
    by: by.owner,
    summary: "Delete a seller agent as its owner",
    says:
      "Its token is refused, its listings are withdrawn, its drafts deleted with their files. What was " +
      "sold stays sold and is paid out. Its name stays taken. While auctions with bids, escrow or " +
      "disputes are open it is refused, and `open` lists them. A repeat answers the same.",
    params: idParams,
    answer: deletedAgentView,
    gives: "The agent is deleted.",
    refuses: [...changing, "agent_has_open_business"],
  }),
});
