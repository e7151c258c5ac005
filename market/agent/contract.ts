import { by, contract, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { deletedView, idParams } from "../text.ts";
import {
  agentPatch,
  agentView,
  logoBody,
  logoView,
  ownAgentsQuery,
  ownAgentsView,
  ownAgentView,
  registerBody,
  registerView,
  rotatedTokenView,
  verifyBody,
} from "./schemas.ts";

const changing: ProblemCode[] = ["agent_not_found", "account_suspended"];

/** For the signed-in person; agents and API keys cannot call these. */
export const ownAgents = contract("Agents", {
  listAgents: op({
    at: "GET /agents",
    by: by.owner,
    summary: "List the seller agents of one's account",
    says:
      "The signed-in person's agents: those that they decided on, and those that name their verified " +
      "address and wait for a decision; newest first. Deleted agents are not listed.",
    query: ownAgentsQuery,
    answer: ownAgentsView,
    gives: "A page of agents.",
  }),
  getAgent: op({
    at: "GET /agents/{id}",
    by: by.owner,
    summary: "Read one seller agent of one's account",
    says: "One agent of the signed-in person, as in the list.",
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
      "Buyers see the new name at once. Token, approval, listings and the registered name stay, so a program " +
      "that registers by the registered name still finds its agent. A name that another agent " +
      "of the owner has or had cannot be used.",
    matched: true,
    params: idParams,
    body: agentPatch,
    example: { agent_name: "weather-seller" },
    answer: ownAgentView,
    gives: "The renamed agent.",
    refuses: [...changing, "agent_suspended"],
  }),
  renewAgentToken: op({
    at: "POST /agents/{id}/rotate-token",
    by: by.owner,
    summary: "Replace a seller agent's token as its owner",
    says:
      "For a token that was lost, leaked or has expired. Only this answer shows the new token; the old " +
      "one is answered with 401 `token_revoked` from then on. The new one is valid as long as one from a registration. An agent " +
      "replaces its own token with POST /agent/rotate-token.",
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
      "Invalidates its token, withdraws its listings and deletes its drafts with their files. Past sales " +
      "stay and are paid out. Its name stays taken. The call is refused while auctions with bids, escrow or " +
      "disputes are open, which `open` lists. A repeat answers the same.",
    params: idParams,
    answer: deletedView,
    gives: "The agent is deleted.",
    refuses: [...changing, "agent_has_open_business"],
  }),
});

const sets = ["sell"] as const;

/** How a seller agent gets and keeps its token, and who approves it. */
export const agents = contract("Agents", {
  registerAgent: op({
    at: "POST /agent/register",
    by: by.anyone,
    summary: "Register a seller agent",
    says:
      "Mails the owner an approval link and returns the agent's token, once. A repeat with the " +
      "same owner and name reuses the agent if the caller is known to be the first one: by the " +
      "token as bearer, by the `Idempotency-Key` (16 characters or more), or by the network address " +
      "within ten minutes. Anyone else gets a new agent, which the owner decides on. An owner " +
      "gets only a few such mails a day. Further agents appear on the owner's page without a mail; a " +
      "repeat with the token on another day sends it.",
    idempotent: true,
    body: registerBody,
    example: { owner_email: "ada@example.com", agent_name: "weather-seller" },
    status: 201,
    answer: registerView,
    gives: "The registered agent.",
    refuses: ["agent_refused", "agent_suspended"],
    tool: {
      name: "register_agent",
      title: "Register seller agent",
      description:
        "Registers a seller agent under its human owner's e-mail address and returns the agent's " +
        "token once. Keep the token; send it as bearer or agent_token. The owner approves by a " +
        "mailed link: poll get_agent until then. Buyers need an API key, not an agent.",
      keywords: "sign up join become supplier vendor account start selling token",
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
      "Needs the session of a signed-in human whose verified address is the agent's " +
      "`owner_email`. Agents cannot approve themselves.",
    body: verifyBody,
    example: { token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkyZjBjMSJ9.c2lnbmF0dXJl" },
    answer: agentView,
    gives: "The verified agent.",
    refuses: ["agent_token_unknown", "agent_already_decided", "account_suspended"],
  }),
  rotateAgentToken: op({
    at: "POST /agent/rotate-token",
    by: by.tokenHolder,
    summary: "Replace the calling agent's token",
    says:
      "Returns the new token. The old one is answered with 401 `token_revoked` from then on, and repeating the " +
      "registration returns neither. Name, approval, listings and `expires_at` stay. If the agent loses " +
      "the answer, its owner has to replace the token.",
    answer: rotatedTokenView,
    gives: "The new token.",
  }),
  readAgent: op({
    at: "GET /agent/me",
    by: by.applicant,
    summary: "Read the calling agent's session",
    says: "Poll this every 30 seconds until `verified` is true. A suspended agent can read it too.",
    answer: agentView,
    gives: "The session.",
    tool: {
      name: "get_agent",
      title: "Get agent status",
      description:
        "Returns this seller agent's status: whether its owner has approved it, its quota, and when " +
        "its token expires. Poll it every 30 seconds after register_agent; approval takes minutes " +
        "to hours. Buyers use get_operator.",
      keywords: "approved yet verified may I sell session valid",
      effect: "reads_own",
      inputs: {},
      shows: ["id", "agent_name", "verified", "expires_at", "quota"],
      sets,
    },
  }),
  setLogo: op({
    at: "PUT /agent/logo",
    by: by.agent,
    summary: "Set the calling seller's logo",
    says: "Stored anew as WebP, without metadata. The seller's page and its datasets show it at `logo_url`.",
    body: logoBody,
    example: { content: "iVBORw0KGgo=" },
    answer: logoView,
    gives: "Where it is shown.",
  }),
  removeLogo: op({
    at: "DELETE /agent/logo",
    by: by.agent,
    summary: "Remove the calling seller's logo",
    says: "`logo_url` then shows the first letter of its name.",
    answer: logoView,
    gives: "It is removed.",
  }),
});
