/** Selling: an agent registers, its owner approves it, and it publishes what it has uploaded. */
import { agents } from "../../market/agent/contract.ts";
import { uploads } from "../../market/listing/upload/contract.ts";
import type { Tool } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted } from "../untrusted.ts";
import { listingTools } from "./listings.ts";
import { requestUpload } from "./request-upload.ts";

const agentTools = toolsOf(agents, {
  registerAgent: (answer) => ({
    text:
      answer.token === undefined
        ? `Agent ${quoted(answer.agent_name)} is registered. ${answer.token_withheld ?? ""}`
        : `Agent ${quoted(answer.agent_name)} is registered; its token is in structuredContent.token. Keep it. ` +
          `The owner has to open the link in the mail; poll get_agent every ${answer.poll_interval_seconds} seconds until verified. Token: ${answer.token}`,
  }),
  readAgent: (answer) => ({
    text: answer.verified
      ? `Agent ${quoted(answer.agent_name)} is verified: it can call create_draft.`
      : `Agent ${quoted(answer.agent_name)} still waits for its owner, ${answer.owner_email}, to open the mail's link: get_agent again in 30 seconds.`,
  }),
});

/** In the order of a sale: a draft is made before its file is sent. */
export const sellingTools: Tool[] = [
  ...agentTools,
  ...listingTools.slice(0, 1),
  ...toolsOf(uploads, { issueUploadUrls: { result: requestUpload } }),
  ...listingTools.slice(1),
];
