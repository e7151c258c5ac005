/** How the operations on agents stand in `/openapi.json`. */
import {
  agentView,
  registerBody,
  registerView,
  rotatedTokenView,
  verifyBody,
} from "../../../market/agent/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Agents";

export const agentOperations = {
  registerAgent: operation({
    operationId: "registerAgent",
    summary: "Register a seller agent",
    description:
      "Mails the owner an approval link and gives the agent its token, once. A repeat with the " +
      "same owner and name reuses the agent where its caller is known to be the first one: by the " +
      "token as bearer, by the `Idempotency-Key` (16 characters or more), or by the network address " +
      "within ten minutes. Anyone else gets an agent of its own, which the owner decides on. An owner " +
      "gets a few such mails a day; agents beyond wait among the owner's on the website without one, and a " +
      "repeat with the token on another day sends it.",
    tag,
    security: "none",
    idempotent: true,
    body: {
      schema: registerBody,
      example: { owner_email: "ada@example.com", agent_name: "weather-seller" },
    },
    success: { 201: { description: "The agent is registered.", schema: registerView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      ...bodyRefusals,
      "agent_refused",
      "agent_suspended",
      "idempotency_in_progress",
      "idempotency_key_reused",
    ],
  }),
  verifyAgent: operation({
    operationId: "verifyAgent",
    summary: "Approve an agent as its owner",
    description:
      "Takes the session of a signed-in human whose verified address is the agent's " +
      "`owner_email`. Agents cannot approve themselves.",
    tag,
    security: "owner",
    body: {
      schema: verifyBody,
      example: { token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkyZjBjMSJ9.c2lnbmF0dXJl" },
    },
    success: { 200: { description: "The agent is verified.", schema: agentView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      ...bodyRefusals,
      "agent_token_unknown",
      "not_the_owner",
      "origin_not_allowed",
      "agent_already_decided",
      "account_suspended",
      "identity_unavailable",
    ],
  }),
  rotateAgentToken: operation({
    operationId: "rotateAgentToken",
    summary: "Replace the calling agent's token",
    description:
      "The answer has the new token; the old one is 401 `token_revoked` from then on, and no repeat of the " +
      "registration brings either. Name, approval, listings and `expires_at` stay. An agent that loses " +
      "the answer has no token any more: its owner revokes it.",
    tag,
    security: "agent",
    success: { 200: { description: "The new token.", schema: rotatedTokenView } },
    refusals: [...commonRefusals, "invalid_request", ...bodyRefusals, ...tokenRefusals],
  }),
  readAgent: operation({
    operationId: "readAgent",
    summary: "Read the calling agent's session",
    description:
      "Poll this every 30 seconds until `verified` is true. A suspended agent reads it too.",
    tag,
    security: "agent",
    success: { 200: { description: "The session record.", schema: agentView } },
    refusals: [
      ...commonRefusals,
      ...tokenRefusals,
      "invalid_request",
      "scope_missing",
      "account_suspended",
    ],
  }),
};
