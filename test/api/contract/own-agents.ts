/** Every documented status of a signed-in person's operations on their seller agents. */
import { ownAgents } from "../../../market/agent/contract.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { auditLog } from "../../../market/audit/contract.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import type { Call } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { getHeld } from "./conditional.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

/** A new seller with its owner's token. */
async function seller(w: World) {
  const agent = await sellerAgent(w.api);
  return { ...agent, token: await ownerToken(w.api, agent.email) };
}

const name = { body: { agent_name: "weather-seller" } };

/** An operation on a new agent, called by its owner. */
const own =
  (method: string, suffix = "", call: Call = {}): Drive =>
  async (w) => {
    const { agentId, token } = await seller(w);
    return w.api.send(method, `/agents/${agentId}${suffix}`, { ...call, token });
  };

export const ownAgentDrives: Drives = {
  ...contractDrives(ownAgents, {
    listAgents: {
      200: (w) => w.api.send("GET", "/agents", { token: w.ownerToken }),
      400: (w) => w.api.send("GET", "/agents?cursor=7", { token: w.ownerToken }),
    },
    getAgent: {
      200: own("GET"),
      304: async (w) => {
        const { agentId, token } = await seller(w);
        return getHeld(w.api, `/agents/${agentId}`, token);
      },
    },
    renameAgent: {
      200: own("PATCH", "", name),
      412: own("PATCH", "", { ...name, headers: { "if-match": '"of-before"' } }),
    },
    renewAgentToken: {
      200: own("POST", "/rotate-token"),
      409: async (w) => {
        const { agentId, owner, token } = await seller(w);
        await revokeAgent(w.api.ctx, owner, agentId, { withdraw_listings: false });
        return w.api.send("POST", `/agents/${agentId}/rotate-token`, { token });
      },
    },
    deleteAgent: {
      200: own("DELETE"),
      409: async (w) => {
        const { agentId, token } = await seller(w);
        await bid(w.api, await newBidder(w.api), await newAuction(w.api, { agentId }), 2_000);
        return w.api.send("DELETE", `/agents/${agentId}`, { token });
      },
    },
  }),
  ...contractDrives(auditLog, {
    listAuditLog: {
      200: (w) => w.api.send("GET", "/audit-log?limit=3", { token: w.ownerToken }),
      404: (w) => w.api.send("GET", `/audit-log?agent_id=${unknownId}`, { token: w.ownerToken }),
    },
  }),
};
