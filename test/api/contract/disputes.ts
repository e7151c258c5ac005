/** Every documented status of disputes, read by both sides and answered by the seller. */
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { insertAcceptance } from "../../../db/queries/purchases/acceptances.ts";
import { purchases } from "../../../db/schema/index.ts";
import { acceptanceTerms } from "../../../market/acceptance/schemas.ts";
import { purchaseDisputes, saleDisputes } from "../../../market/purchase/dispute/contract.ts";
import { attachmentsExample } from "../../../market/purchase/dispute/schemas.ts";
import { purchaseAcceptances, saleAcceptances } from "../../../market/query/acceptance/contract.ts";
import type { Answer, Json } from "../../support/api.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const ofSale = (id: string) => `/agent/sales/${id}/dispute`;
const answer = { text: "It has 150 rows." };
const withFiles = { ...answer, attachments: attachmentsExample };

/** A purchase from the world's agent, held in escrow. */
const newSale = async (w: World) => purchaseOf(w.market, await paidListing(w.market));
const newDispute = async (w: World) =>
  purchaseOf(w.market, await paidListing(w.market), "disputed");

const asBuyer =
  (idOf: (w: World) => Promise<string> | string): Drive =>
  async (w) =>
    w.api.send("GET", `/purchases/${await idOf(w)}/dispute`, { token: w.buyer.token });

const asSeller =
  (idOf: (w: World) => Promise<string>): Drive =>
  async (w) =>
    w.api.send("GET", ofSale(await idOf(w)), { token: w.market.seller.token });

type Headers = Record<string, string>;

function answerTo(w: World, id: string, body: Json | string, headers: Headers = {}) {
  const call = { token: w.market.seller.token, body, headers };
  return w.api.send("POST", `${ofSale(id)}/answers`, call);
}

async function answerTwice(w: World): Promise<Answer> {
  const id = await newDispute(w);
  const headers = { "idempotency-key": v7() };
  await answerTo(w, id, answer, headers);
  return answerTo(w, id, { text: "It has 151." }, headers);
}

/** A held purchase whose acceptance contract is not evaluated yet. */
async function newAccepted(w: World): Promise<string> {
  const id = await newSale(w);
  const terms = acceptanceTerms.parse({
    schema: [{ quality: [{ metric: "rowCount", mustBeGreaterThan: 0 }] }],
  });
  await insertAcceptance(w.api.db, { purchaseId: id, terms, probes: 0 });
  await w.api.db.update(purchases).set({ acceptance: "pending" }).where(eq(purchases.id, id));
  return id;
}

const acceptanceOf =
  (
    path: string,
    tokenOf: (w: World) => string,
    idOf: (w: World) => Promise<string> | string,
  ): Drive =>
  async (w) =>
    w.api.send("GET", `${path}/${await idOf(w)}/acceptance`, { token: tokenOf(w) });
const boughtBy = (idOf: (w: World) => Promise<string> | string) =>
  acceptanceOf("/purchases", (w) => w.buyer.token, idOf);
const soldBy = (idOf: (w: World) => Promise<string> | string) =>
  acceptanceOf("/agent/sales", (w) => w.market.seller.token, idOf);

export const disputeDrives: Drives = {
  ...contractDrives(purchaseAcceptances, {
    getPurchaseAcceptance: {
      200: boughtBy(newAccepted),
      403: boughtBy((w) => w.foreignPurchaseId),
      404: boughtBy(newSale),
    },
  }),
  ...contractDrives(saleAcceptances, {
    getSaleAcceptance: { 200: soldBy(newAccepted), 404: soldBy(newSale) },
  }),
  ...contractDrives(purchaseDisputes, {
    getPurchaseDispute: {
      200: asBuyer(newDispute),
      403: asBuyer((w) => w.foreignPurchaseId),
      409: asBuyer(newSale),
    },
  }),
  ...contractDrives(saleDisputes, {
    getSaleDispute: { 200: asSeller(newDispute), 409: asSeller(newSale) },
    answerDispute: {
      200: async (w) => answerTo(w, await newDispute(w), withFiles),
      409: async (w) => answerTo(w, await newSale(w), answer),
      413: (w) => answerTo(w, unknownId, "x".repeat(3_200_000)),
      422: answerTwice,
      503: async (w) => {
        const id = await newDispute(w);
        return answerTo({ ...w, api: w.storelessApi }, id, withFiles);
      },
    },
  }),
};
