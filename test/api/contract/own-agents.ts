/** Every documented status of what a signed-in person does with the seller agents of their account. */
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import type { Answer, Call } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { newOwner } from "../../support/operators.ts";
import { connect } from "../oauth/support.ts";
import { getHeld } from "./conditional.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;

/** A seller of its own, with its owner's token. */
async function seller(w: World) {
  const agent = await sellerAgent(w.api);
  return { ...agent, token: await ownerToken(w.api, agent.email) };
}

/** What every route of a person refuses alike. */
function refusals(method: string, path: (id: string) => string, call: Call = {}) {
  return {
    400: (w: World) => w.api.send(method, path("not-a-uuid"), { ...call, token: w.ownerToken }),
    403: (w: World) => w.api.send(method, path(unknownId), { ...call, token: w.agent.token }),
    404: (w: World) => w.api.send(method, path(unknownId), { ...call, token: w.ownerToken }),
    429: (w: World) => w.spentApi.send(method, path(unknownId), call),
    500: (w: World) => w.brokenApi.send(method, path(unknownId), { ...call, token: w.ownerToken }),
    503: (w: World) => w.api503.send(method, path(unknownId), { ...call, token: "opaque" }),
  };
}

const one = (id: string) => `/agents/${id}`;
const rotation = (id: string) => `/agents/${id}/rotate-token`;
const name = { body: { agent_name: "weather-seller" } };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const tooLarge: Call = { body: { agent_name: "x".repeat(2 ** 20) } };

/** Of a body that is too large, or of another type. */
function bodyRefusals(method: string, path: (id: string) => string): Record<number, Drive> {
  return {
    413: (w) => w.api.send(method, path(unknownId), { ...tooLarge, token: w.ownerToken }),
    415: (w) => w.api.send(method, path(unknownId), { ...asXml, token: w.ownerToken }),
  };
}

export const ownAgentDrives: Record<string, Record<number, Drive>> = {
  readAgent: {
    200: (w) => w.api.send("GET", "/agent/me", { token: w.agent.token }),
    400: (w) => w.api.send("GET", "/agent/me?full=true", { token: w.agent.token }),
    401: (w) => w.api.send("GET", "/agent/me"),
    403: async (w) => {
      const { tokens } = await connect(w.api, await newOwner(w.api), { scope: "read" });
      return w.api.send("GET", "/agent/me", { token: tokens.access_token });
    },
    429: (w) => w.spentApi.send("GET", "/agent/me"),
    500: (w) => w.brokenApi.send("GET", "/agent/me", { token: w.agent.token }),
  },
  listAgents: {
    200: (w) => w.api.send("GET", "/agents", { token: w.ownerToken }),
    400: (w) => w.api.send("GET", "/agents?cursor=7", { token: w.ownerToken }),
    403: (w) => w.api.send("GET", "/agents", { token: w.agent.token }),
    429: (w) => w.spentApi.send("GET", "/agents"),
    500: (w) => w.brokenApi.send("GET", "/agents", { token: w.ownerToken }),
    503: (w) => w.api503.send("GET", "/agents", { token: "opaque" }),
  },
  getAgent: {
    ...refusals("GET", one),
    200: async (w) => {
      const { agentId, token } = await seller(w);
      return w.api.send("GET", one(agentId), { token });
    },
    304: async (w) => {
      const { agentId, token } = await seller(w);
      return getHeld(w.api, one(agentId), token);
    },
  },
  listAuditLog: {
    200: (w) => w.api.send("GET", "/audit-log?limit=3", { token: w.ownerToken }),
    400: (w) => w.api.send("GET", "/audit-log?page=2", { token: w.ownerToken }),
    403: (w) => w.api.send("GET", "/audit-log", { token: w.agent.token }),
    404: (w) => w.api.send("GET", `/audit-log?agent_id=${unknownId}`, { token: w.ownerToken }),
    429: (w) => w.spentApi.send("GET", "/audit-log"),
    500: (w) => w.brokenApi.send("GET", "/audit-log", { token: w.ownerToken }),
    503: (w) => w.api503.send("GET", "/audit-log", { token: "opaque" }),
  },
  renameAgent: {
    ...refusals("PATCH", one, name),
    ...bodyRefusals("PATCH", one),
    200: async (w) => {
      const { agentId, token } = await seller(w);
      return w.api.send("PATCH", one(agentId), { ...name, token });
    },
    412: async (w) => {
      const { agentId, token } = await seller(w);
      const headers = { "if-match": '"of-before"' };
      return w.api.send("PATCH", one(agentId), { ...name, token, headers });
    },
  },
  renewAgentToken: {
    ...refusals("POST", rotation),
    ...bodyRefusals("POST", rotation),
    200: async (w) => {
      const { agentId, token } = await seller(w);
      return w.api.send("POST", rotation(agentId), { token });
    },
    409: async (w) => {
      const { agentId, owner, token } = await seller(w);
      await revokeAgent(w.api.ctx, owner, agentId, { withdraw_listings: false });
      return w.api.send("POST", rotation(agentId), { token });
    },
  },
  deleteAgent: {
    ...refusals("DELETE", one),
    200: async (w) => {
      const { agentId, token } = await seller(w);
      return w.api.send("DELETE", one(agentId), { token });
    },
    409: async (w) => {
      const { agentId, token } = await seller(w);
      await bid(w.api, await newBidder(w.api), await newAuction(w.api, { agentId }), 2_000);
      return w.api.send("DELETE", one(agentId), { token });
    },
  },
};
