import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/index.ts";
import { privateOffers } from "../../../market/private-offer/contract.ts";
import type { Answer } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { threadAbout } from "../../support/messages.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

/** A new buyer's offer for the world's dataset. */
async function offered(w: World) {
  const { token } = await newBuyer(w.api);
  const body = { price_cents: 400, note: "For a pilot." };
  const path = `/datasets/${w.paidDatasetId}/private-offers`;
  const made = await w.api.send("POST", path, { token, body });
  return { token, made, own: `/private-offers/${made.body.id}` };
}

function offerTo(w: World, thread_id: string): Promise<Answer> {
  const body = { price_cents: 400, thread_id };
  const path = `/datasets/${w.paidDatasetId}/private-offers`;
  return w.api.send("POST", path, { token: w.agent.token, body });
}

/** A seller offers a price to a buyer who is suspended. */
async function toSuspended(w: World): Promise<Answer> {
  const buyer = await newBuyer(w.api);
  const thread_id = await threadAbout({ ...w.market, buyer }, w.paidDatasetId);
  await w.api.db
    .update(accounts)
    .set({ suspendedAt: w.api.ctx.now(), suspendedReason: "test" })
    .where(eq(accounts.id, buyer.owner.accountId));
  return offerTo(w, thread_id);
}

const answeredBySeller =
  (act: string, body = {}) =>
  async (w: World): Promise<Answer> => {
    const { own } = await offered(w);
    return w.api.send("POST", `${own}/${act}`, { token: w.agent.token, body });
  };

const byWrongSide =
  (act: string, body = {}) =>
  async (w: World) => {
    const { own, token } = await offered(w);
    return w.api.send("POST", `${own}/${act}`, { token, body });
  };

const withdrawn = async (w: World) => {
  const { own, token } = await offered(w);
  const send = () => w.api.send("POST", `${own}/withdraw`, { token, body: {} });
  return { first: await send(), again: send };
};

export const privateOfferDrives = contractDrives(privateOffers, {
  createPrivateOffer: {
    201: async (w) => {
      const buyer = await newBuyer(w.api);
      return offerTo(w, await threadAbout({ ...w.market, buyer }, w.paidDatasetId));
    },
    409: toSuspended,
    404: (w) =>
      w.api.send("POST", `/datasets/${unknownId}/private-offers`, {
        token: w.buyer.token,
        body: { price_cents: 400 },
      }),
  },
  listPrivateOffers: {
    200: async (w) =>
      w.api.send("GET", "/private-offers?status=open", { token: (await offered(w)).token }),
  },
  getPrivateOffer: {
    200: async (w) => {
      const { own, token } = await offered(w);
      return w.api.send("GET", own, { token });
    },
  },
  acceptPrivateOffer: { 200: answeredBySeller("accept"), 409: byWrongSide("accept") },
  declinePrivateOffer: { 200: answeredBySeller("decline"), 409: byWrongSide("decline") },
  counterPrivateOffer: {
    200: answeredBySeller("counter", { price_cents: 450 }),
    409: byWrongSide("counter", { price_cents: 450 }),
  },
  withdrawPrivateOffer: {
    200: async (w) => (await withdrawn(w)).first,
    409: async (w) => (await withdrawn(w)).again(),
  },
});
