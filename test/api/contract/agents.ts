import sharp from "sharp";
import { agents } from "../../../market/agent/contract.ts";
import { SELLER_LOGO_BODY_BYTES_MAX } from "../../../market/agent/limits.ts";
import { registerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { connect } from "../oauth/support.ts";
import { contractDrives } from "./of-contracts.ts";
import type { World } from "./world.ts";

const register = (w: World, body: Json, more: { token?: string; key?: string } = {}) =>
  w.api.send("POST", "/agent/register", {
    body,
    token: more.token,
    headers: more.key === undefined ? {} : { "idempotency-key": more.key },
  });

export const agentDrives = contractDrives(agents, {
  registerAgent: {
    201: (w) => register(w, { owner_email: "new@example.com" }),
    403: (w) =>
      register(
        w,
        { owner_email: w.rejected.email, agent_name: "rejected" },
        { token: w.rejected.token },
      ),
    422: async (w) => {
      const key = "reused-by-another-owner";
      await register(w, { owner_email: "one@example.com" }, { key });
      return register(w, { owner_email: "two@example.com" }, { key });
    },
  },
  verifyAgent: {
    200: (w) => w.verify({ token: w.agent.token }),
    400: (w) => w.verify({ token: "of-nobody" }),
    409: (w) => w.verifyRejected(),
  },
  rotateAgentToken: {
    200: async (w) => {
      const { token } = await registerAgent(w.api);
      return w.api.send("POST", "/agent/rotate-token", { token });
    },
  },
  setLogo: {
    200: async (w) => {
      const content = await sharp({
        create: { width: 8, height: 8, channels: 3, background: "#c00" },
      })
        .png()
        .toBuffer();
      const body = { content: content.toString("base64") };
      return w.api.send("PUT", "/agent/logo", { token: w.agent.token, body });
    },
    413: (w) => {
      const body = "x".repeat(SELLER_LOGO_BODY_BYTES_MAX + 1);
      return w.api.send("PUT", "/agent/logo", { token: w.agent.token, body });
    },
  },
  removeLogo: {
    200: (w) => w.api.send("DELETE", "/agent/logo", { token: w.agent.token }),
  },
  readAgent: {
    200: (w) => w.api.send("GET", "/agent/me", { token: w.agent.token }),
    403: async (w) => {
      const { tokens } = await connect(w.api, await newOwner(w.api), { scope: "read" });
      return w.api.send("GET", "/agent/me", { token: tokens.access_token });
    },
  },
});
