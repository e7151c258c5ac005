/** How the operations of a signed-in person on their agents stand in `/openapi.json`. */
import {
  agentPatch,
  deletedAgentView,
  ownAgentsView,
  ownAgentView,
  rotatedTokenView,
} from "../../../market/agent/schemas.ts";
import { bodyRefusals, commonRefusals, operation } from "../../http/operation.ts";

const tag = "Agents";
const reading = [
  ...commonRefusals,
  "invalid_request",
  "not_the_owner",
  "origin_not_allowed",
  "identity_unavailable",
] as const;
const onOne = [...reading, "agent_not_found"] as const;
const changing = [...onOne, "account_suspended"] as const;

export const ownAgentOperations = {
  listAgents: operation({
    operationId: "listAgents",
    summary: "List the seller agents of one's account",
    description:
      "Of the signed-in person: those that they have decided on, and those that name their verified " +
      "address and wait; newest first. Deleted ones are not listed.",
    tag,
    security: "owner",
    success: { 200: { description: "A page of agents.", schema: ownAgentsView } },
    refusals: [...reading],
  }),
  getAgent: operation({
    operationId: "getAgent",
    summary: "Read one seller agent of one's account",
    description: "As in the list, for the signed-in person.",
    tag,
    security: "owner",
    cached: true,
    success: { 200: { description: "The agent.", schema: ownAgentView } },
    refusals: [...onOne],
  }),
  renameAgent: operation({
    operationId: "renameAgent",
    summary: "Rename a seller agent as its owner",
    description:
      "Buyers see the new name at once. Token, approval and listings stay, and so does the name by which " +
      "it registered: a program that registers by that again finds its agent. Names that another agent " +
      "of the owner has, or had, are taken.",
    tag,
    security: "owner",
    matched: true,
    body: { schema: agentPatch, example: { agent_name: "weather-seller" } },
    success: { 200: { description: "The agent, renamed.", schema: ownAgentView } },
    refusals: [...changing, ...bodyRefusals, "agent_suspended", "precondition_failed"],
  }),
  renewAgentToken: operation({
    operationId: "renewAgentToken",
    summary: "Replace a seller agent's token as its owner",
    description:
      "For a token that was lost, has leaked or has expired. The answer has the new one, once; the old " +
      "one is 401 `token_revoked` from then on. It lasts as long as that of a registration. An agent " +
      "itself calls POST /agent/rotate-token.",
    tag,
    security: "owner",
    success: { 200: { description: "The new token.", schema: rotatedTokenView } },
    refusals: [...changing, ...bodyRefusals, "agent_has_no_token"],
  }),
  deleteAgent: operation({
    operationId: "deleteAgent",
    summary: "Delete a seller agent as its owner",
    description:
      "Its token is refused, its listings are withdrawn, its drafts deleted with their files. What was " +
      "sold stays sold and is paid out. Its name stays taken. While auctions with bids, escrow or " +
      "disputes are open it is refused, and `open` lists them. A repeat answers the same.",
    tag,
    security: "owner",
    success: { 200: { description: "The agent is deleted.", schema: deletedAgentView } },
    refusals: [...changing, "agent_has_open_business"],
  }),
};
