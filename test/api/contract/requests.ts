/** Every documented status of data requests and their answers. */
import { dataRequests } from "../../../market/request/contract.ts";
import type { Answer, Call } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { newBuyer } from "../../support/market.ts";
import { newPayingBuyer } from "../../support/money.ts";
import {
  answer,
  answered,
  type Decision,
  decide,
  post,
  postedRequest,
} from "../../support/requests.ts";
import { sharedClient } from "../../support/stripe.ts";
import { changeOutdated, getHeld } from "./conditional.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const send =
  (method: string, path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: w.buyer.token, ...call });

/** Acts on a request of a new buyer, so that no limit is reached. */
async function onNew(w: World, act: (id: string, token: string) => Promise<Answer>) {
  const { token } = await newBuyer(w.api);
  return act(await postedRequest(w.api, token), token);
}

const onClosed = (w: World, act: (id: string, token: string) => Promise<Answer>) =>
  onNew(w, async (id, token) => {
    await w.api.send("POST", `/requests/${id}/close`, { token });
    return act(id, token);
  });

/** Decides an answer of the world's agent after `before` was applied to it. */
const deciding =
  (decision: Decision, before?: Decision): Drive =>
  (w) =>
    onNew(w, async (requestId, poster) => {
      const datasetId = await publishedListing(w.api, w.agent.token);
      const answerId = await answered(w.api, w.agent.token, requestId, datasetId);
      const tokenFor = (what: Decision) => (what === "withdraw" ? w.agent.token : poster);
      const key = { requestId, answerId };
      if (before !== undefined) await decide(w.api, tokenFor(before), key, before);
      return decide(w.api, tokenFor(decision), key, decision);
    });

export const dataRequestDrives = contractDrives(dataRequests, {
  listDataRequests: {
    200: send("GET", "/requests"),
    304: (w) => getHeld(w.api, "/requests?status=closed"),
    400: send("GET", "/requests?sort=best"),
  },
  getDataRequest: {
    200: (w) => onNew(w, (id) => w.api.send("GET", `/requests/${id}`)),
    304: (w) => onNew(w, (id) => getHeld(w.api, `/requests/${id}`)),
    400: send("GET", "/requests/7"),
  },
  listDataRequestMatches: {
    200: (w) => onNew(w, (id) => w.api.send("GET", `/requests/${id}/matches`)),
    304: (w) => onNew(w, (id) => getHeld(w.api, `/requests/${id}/matches`)),
  },
  listOwnDataRequests: {
    200: (w) => onNew(w, (_id, token) => w.api.send("GET", "/requests/mine", { token })),
    400: send("GET", "/requests/mine?status=answered"),
  },
  postDataRequest: {
    201: (w) => onNew(w, (_id, token) => post(w.api, token, { title: "iris" })),
    400: (w) => post(w.api, w.buyer.token, { budget: 5 }),
    402: async (w) => {
      const key = {
        scopes: ["message" as const, "purchase" as const],
        max_per_purchase_cents: 100,
      };
      const poor = await newPayingBuyer(w.api, { stripe: await sharedClient() }, { key });
      const acceptance = { schema: [{ quality: [{ metric: "rowCount", mustBe: 5 }] }] };
      const bounty = { acceptance, prize_cents: 101, payment_method_id: poor.cardId };
      return post(w.api, poor.token, { bounty });
    },
    422: async (w) => {
      const headers = { "idempotency-key": "one-key-two-requests" };
      await post(w.api, w.buyer.token, {}, headers);
      return post(w.api, w.buyer.token, { min_rows: 5 }, headers);
    },
  },
  editDataRequest: {
    200: (w) =>
      onNew(w, (id, token) =>
        w.api.send("PATCH", `/requests/${id}`, { token, body: { budget_cents: 1 } }),
      ),
    400: send("PATCH", `/requests/${unknownId}`, { body: { budget: 5 } }),
    409: (w) =>
      onClosed(w, (id, token) => w.api.send("PATCH", `/requests/${id}`, { token, body: {} })),
    412: (w) => onNew(w, (id, token) => changeOutdated(w.api, `/requests/${id}`, token)),
  },
  closeDataRequest: {
    200: (w) => onNew(w, (id, token) => w.api.send("POST", `/requests/${id}/close`, { token })),
    409: (w) =>
      onNew(w, async (requestId, token) => {
        const answerId = await answered(w.api, w.agent.token, requestId, w.datasetId);
        await decide(w.api, token, { requestId, answerId }, "accept");
        return w.api.send("POST", `/requests/${requestId}/close`, { token });
      }),
  },
  reopenDataRequest: {
    200: (w) => onClosed(w, (id, token) => w.api.send("POST", `/requests/${id}/reopen`, { token })),
    409: (w) => onNew(w, (id, token) => w.api.send("POST", `/requests/${id}/reopen`, { token })),
  },
  listDataRequestAnswers: {
    200: (w) =>
      onNew(w, async (id, token) => {
        await answer(w.api, w.agent.token, id, w.datasetId, { note: "Here." });
        return w.api.send("GET", `/requests/${id}/answers`, { token });
      }),
    403: (w) =>
      w.api.send("GET", `/requests/${unknownId}/answers`, { token: w.pendingAgent.token }),
  },
  listAgentAnswers: {
    200: (w) => w.api.send("GET", "/requests/answers", { token: w.agent.token }),
    400: (w) => w.api.send("GET", "/requests/answers?status=open", { token: w.agent.token }),
  },
  answerDataRequest: {
    201: (w) => onNew(w, (id) => answer(w.api, w.agent.token, id, w.datasetId)),
    400: (w) =>
      w.api.send("POST", `/requests/${unknownId}/answers`, { token: w.agent.token, body: {} }),
    409: (w) => onClosed(w, (id) => answer(w.api, w.agent.token, id, w.datasetId)),
    422: (w) =>
      onNew(w, async (id) => {
        const headers = { "idempotency-key": "one-key-two-answers" };
        await answer(w.api, w.agent.token, id, w.datasetId, { headers });
        return answer(w.api, w.agent.token, id, w.datasetId, { headers, note: "Two." });
      }),
  },
  withdrawDataRequestAnswer: {
    200: deciding("withdraw"),
    409: deciding("withdraw", "reject"),
  },
  acceptDataRequestAnswer: { 200: deciding("accept"), 409: deciding("accept", "reject") },
  rejectDataRequestAnswer: { 200: deciding("reject"), 409: deciding("reject", "withdraw") },
});
