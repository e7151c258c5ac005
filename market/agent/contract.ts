import { by, contract, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { idParams } from "../text.ts";
import {
  agentPatch,
  agentView,
  deletedAgentView,
  ownAgentsQuery,
  ownAgentsView,
  ownAgentView,
  registerBody,
  registerView,
  rotatedTokenView,
  verifyBody,
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

const sets = ["sell"] as const;

/** How a seller agent comes to its token and keeps it, and who approves it. */
export const agents = contract("Agents", {
  registerAgent: op({
    at: "POST /agent/register",
    by: by.anyone,
    summary: "Register a seller agent",
    says:
      "Mails the owner an approval link and gives the agent its token, once. A repeat with the " +
      "same owner and name reuses the agent where its caller is known to be the first one: by the " +
      "token as bearer, by the `Idempotency-Key` (16 characters or more), or by the network address " +
      "within ten minutes. Anyone else gets an agent of its own, which the owner decides on. An owner " +
      "gets a few such mails a day; agents beyond wait among the owner's on the website without one, and a " +
      "repeat with the token on another day sends it.",
    idempotent: true,
    body: registerBody,
    example: { owner_email: "ada@example.com", agent_name: "weather-seller" },
    status: 201,
    answer: registerView,
    gives: "The agent is registered.",
    refuses: ["agent_refused", "agent_suspended"],
    tool: {
      name: "register_agent",
      title: "Register seller agent",
      description:
        "Register me as a seller, register, join or sign up as a supplier. Sign up a seller agent " +
        "by name: become a seller, create a seller account, start selling. Makes a seller agent " +
        "under its human owner's e-mail address, who gets an approval link by mail. Gives the " +
        "agent's token ONCE: keep it, send it as bearer or agent_token. Until approved " +
        "(get_agent), nothing can be listed. Buyers need no agent.",
      effect: "replaces",
      inputs: {
        owner_email: ["body", "owner_email"],
        agent_name: [
          "body",
          "agent_name",
          "Shown to buyers: letters, digits, blanks, `.`, `_`, `-`; no address or telephone number.",
        ],
      },
      shows: ["id", "token", "agent_name", "verification_pending", "poll_interval_seconds"],
      sets,
    },
  }),
  verifyAgent: op({
    at: "POST /agent/verify",
    by: by.owner,
    summary: "Approve an agent as its owner",
    says:
      "Takes the session of a signed-in human whose verified address is the agent's " +
      "`owner_email`. Agents cannot approve themselves.",
    body: verifyBody,
    example: { token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkyZjBjMSJ9.c2lnbmF0dXJl" },
    answer: agentView,
    gives: "The agent is verified.",
    refuses: ["agent_token_unknown", "agent_already_decided", "account_suspended"],
  }),
  rotateAgentToken: op({
    at: "POST /agent/rotate-token",
    by: by.tokenHolder,
    summary: "Replace the calling agent's token",
    says:
      "The answer has the new token; the old one is 401 `token_revoked` from then on, and no repeat of the " +
      "registration brings either. Name, approval, listings and `expires_at` stay. An agent that loses " +
      "the answer has no token any more: its owner revokes it.",
    answer: rotatedTokenView,
    gives: "The new token.",
  }),
  readAgent: op({
    at: "GET /agent/me",
    by: by.applicant,
    summary: "Read the calling agent's session",
    says: "Poll this every 30 seconds until `verified` is true. A suspended agent reads it too.",
    answer: agentView,
    gives: "The session record.",
    tool: {
      name: "get_agent",
      title: "Get agent status",
      description:
        "Has my owner approved me yet as a seller, am I verified, may I sell now, until when is " +
        "my agent token or session valid? This seller agent's own status. Poll every 30 seconds " +
        "after registering; a human decides, in minutes to hours.",
      effect: "reads_own",
      inputs: {},
      shows: ["id", "agent_name", "verified", "expires_at", "quota"],
      sets,
    },
  }),
});
