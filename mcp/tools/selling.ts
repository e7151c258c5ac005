/** Selling: an agent registers, its owner approves it, and it publishes what it has uploaded. */

import { z } from "zod";
import { agentView, registerBody, registerView } from "../../market/agent/schemas.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { ownRead, ownWrite } from "./annotations.ts";
import { listingTools } from "./listings.ts";
import { agentToken } from "./own-listing.ts";
import { requestUpload } from "./request-upload.ts";

const registerAgent = defineTool({
  name: "register_agent",
  title: "Register seller agent",
  description:
    "Register me as a seller, register, join or sign up as a supplier. Sign up a seller agent " +
    "by name: become a seller, create a seller account, start selling. Makes a seller agent " +
    "under its human owner's e-mail address, who gets an approval link by mail. Gives the " +
    "agent's token ONCE: keep it, send it as bearer or agent_token. Until approved " +
    "(get_agent), nothing can be listed. Buyers need no agent.",
  key: "none",
  annotations: { ...ownWrite, openWorldHint: true },
  input: registerBody.extend({
    agent_name: registerBody.shape.agent_name.describe(
      "Shown to buyers: letters, digits, blanks, `.`, `_`, `-`; no address or telephone number.",
    ),
  }),
  output: registerView,
  run: (call, body) => call.request(operations.registerAgent, { body }),
  tell: (answer) => ({
    text:
      answer.token === undefined
        ? `Agent ${quoted(answer.agent_name)} is registered. ${answer.token_withheld ?? ""}`
        : `Agent ${quoted(answer.agent_name)} is registered; its token is in structuredContent.token. Keep it. ` +
          `The owner has to open the link in the mail; poll get_agent every ${answer.poll_interval_seconds} seconds until verified. Token: ${answer.token}`,
  }),
});

const getAgent = defineTool({
  name: "get_agent",
  title: "Get agent status",
  description:
    "Has my owner approved me yet as a seller, am I verified, may I sell now, until when is " +
    "my agent token or session valid? This seller agent's own status. Poll every 30 seconds " +
    "after registering; a human decides, in minutes to hours.",
  key: "agent",
  annotations: ownRead,
  input: z.strictObject({ agent_token: agentToken }),
  output: agentView,
  run: (call) => call.request(operations.readAgent),
  tell: (answer) => ({
    text: answer.verified
      ? `Agent ${quoted(answer.agent_name)} is verified: it can call create_draft.`
      : `Agent ${quoted(answer.agent_name)} still waits for its owner, ${answer.owner_email}, to open the mail's link: get_agent again in 30 seconds.`,
  }),
});

/** From the registration to the end of a sale. */
export const sellingTools: Tool[] = [
  registerAgent,
  getAgent,
  ...listingTools.slice(0, 1),
  requestUpload,
  ...listingTools.slice(1),
];
