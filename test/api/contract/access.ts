import { access } from "../../../market/access/contract.ts";
import { newBuyer, paidListing } from "../../support/market.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const question = "What do you need the data for?";

/** A listing of the world's agent with a gate. */
async function gated(w: World) {
  const id = await paidListing(w.market);
  const body = { questions: [question] };
  const gate = await w.api.send("PUT", `/listings/${id}/gate`, { token: w.agent.token, body });
  return { id, gate };
}

async function asked(w: World) {
  const { id } = await gated(w);
  const { token } = await newBuyer(w.api);
  const ask = () =>
    w.api.send("POST", `/datasets/${id}/access-requests`, {
      token,
      body: { answers: ["A study."] },
    });
  return { token, first: await ask(), ask };
}

const decide = (w: World, id: unknown, body: object) =>
  w.api.send("POST", `/access-requests/${id}/decision`, { token: w.agent.token, body });

export const accessDrives = contractDrives(access, {
  setGate: {
    200: async (w) => (await gated(w)).gate,
    409: async (w) => {
      const { id } = await gated(w);
      const { token } = w.agent;
      await w.api.send("POST", `/listings/${id}/withdraw`, { token, body: {} });
      return w.api.send("PUT", `/listings/${id}/gate`, { token, body: { questions: null } });
    },
  },
  requestAccess: {
    201: async (w) => (await asked(w)).first,
    404: async (w) => {
      const path = `/datasets/${unknownId}/access-requests`;
      return w.api.send("POST", path, { token: w.buyer.token, body: { answers: ["A study."] } });
    },
    409: async (w) => (await asked(w)).ask(),
  },
  listAccessRequests: {
    200: async (w) => w.api.send("GET", "/access-requests", { token: (await asked(w)).token }),
  },
  decideAccess: {
    200: async (w) => decide(w, (await asked(w)).first.body.id, { decision: "approve" }),
    409: async (w) => {
      const { id } = (await asked(w)).first.body;
      await decide(w, id, { decision: "approve" });
      return decide(w, id, { decision: "decline", reason: "Too late." });
    },
  },
});
