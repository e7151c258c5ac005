import { bundles } from "../../../market/bundle/contract.ts";
import type { Answer } from "../../support/api.ts";
import { addCard, newPayingBuyer, offer } from "../../support/money.ts";
import { sharedClient } from "../../support/stripe.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

async function made(w: World): Promise<Answer> {
  const { seller } = w.market;
  const dataset_ids = [await offer(w.api, seller), await offer(w.api, seller)];
  const body = { title: "Two", price_cents: 1500, dataset_ids };
  return w.api.send("POST", "/bundles", { token: w.agent.token, body });
}

const madeId = async (w: World): Promise<string> => String((await made(w)).body.id);

const end = (w: World, id: string) =>
  w.api.send("DELETE", `/bundles/${id}`, { token: w.agent.token });

type Payer = { token: string; cardId: string };
const buy = (w: World, id: string, { token, cardId }: Payer = w.buyer) =>
  w.api.send("POST", `/bundles/${id}/buy`, { token, body: { payment_method_id: cardId } });

async function poorBuyer(w: World) {
  const stripe = await sharedClient();
  const poor = await newPayingBuyer(w.api, { stripe });
  const card = "pm_card_chargeCustomerFail";
  const of = { accountId: poor.owner.accountId, customerId: poor.customerId, card };
  return { ...poor, cardId: await addCard(w.api, stripe, of) };
}

const askingBuyer = async (w: World) =>
  newPayingBuyer(w.api, { stripe: await sharedClient() }, { key: { confirm_above_cents: 0 } });

export const bundleDrives = contractDrives(bundles, {
  createBundle: { 201: made },
  listBundles: {
    200: async (w) => {
      await made(w);
      return w.api.send("GET", "/bundles?limit=1");
    },
  },
  getBundle: {
    200: async (w) => w.api.send("GET", `/bundles/${await madeId(w)}`),
    404: (w) => w.api.send("GET", `/bundles/${unknownId}`),
  },
  endBundle: { 200: async (w) => end(w, await madeId(w)) },
  buyBundle: {
    201: async (w) => buy(w, await madeId(w)),
    202: async (w) => buy(w, await madeId(w), await askingBuyer(w)),
    402: async (w) => buy(w, await madeId(w), await poorBuyer(w)),
    404: (w) => buy(w, unknownId),
    409: async (w) => {
      const id = await madeId(w);
      await end(w, id);
      return buy(w, id);
    },
  },
});
