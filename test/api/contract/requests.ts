/** Every documented status of data requests and of the answers to them. */
import type { Answer, Call } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { newBuyer } from "../../support/market.ts";
import {
  answer,
  answered,
  type Decision,
  decide,
  post,
  postedRequest,
  wish,
} from "../../support/requests.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const somePath = `/requests/${unknownId}`;
const someAnswer = `${somePath}/answers/${unknownId}`;
const someKey = { requestId: unknownId, answerId: unknownId };

const send =
  (method: string, path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: w.buyer.token, ...call });
const agentSends =
  (method: string, path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: w.agent.token, ...call });

/** What every route refuses alike, by the token of its side; public ones need none. */
function refusals(
  method: string,
  path: string,
  tokenOf: (w: World) => string | undefined,
  call: Call = {},
) {
  return {
    429: (w: World) => w.spentApi.send(method, path, { ...call, token: tokenOf(w) }),
    500: (w: World) => w.brokenApi.send(method, path, { ...call, token: tokenOf(w) }),
  };
}
const ofPublic = (path: string) => refusals("GET", path, () => undefined);
const ofOperator = (method: string, path: string, call: Call = {}) => ({
  401: (w: World) => w.api.send(method, path, call),
  ...refusals(method, path, (w) => w.buyer.token, call),
});
const ofAgent = (method: string, path: string, call: Call = {}) => ({
  401: (w: World) => w.api.send(method, path, call),
  403: (w: World) => w.api.send(method, path, { ...call, token: w.pendingAgent.token }),
  ...refusals(method, path, (w) => w.agent.token, call),
});
const sizes = (path: string, by = send) => ({
  413: by("POST", path, tooLarge),
  415: by("POST", path, asXml),
});

async function cached(w: World, path: string): Promise<Answer> {
  const first = await w.api.send("GET", path);
  const etag = String(first.headers.get("etag"));
  return w.api.send("GET", path, { headers: { "if-none-match": etag } });
}

/** On a request of a buyer of its own, so that no limit is met. */
async function onNew(w: World, act: (id: string, token: string) => Promise<Answer>) {
  const { token } = await newBuyer(w.api);
  return act(await postedRequest(w.api, token), token);
}

const onClosed = (w: World, act: (id: string, token: string) => Promise<Answer>) =>
  onNew(w, async (id, token) => {
    await w.api.send("POST", `/requests/${id}/close`, { token });
    return act(id, token);
  });

/** Decides an answer of the world's agent that `before` was done to. */
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

const operatorDecides = (decision: Decision, before: Decision) => ({
  200: deciding(decision),
  400: send("POST", `/requests/7/answers/7/${decision}`),
  403: (w: World) => decide(w.api, w.readerToken, someKey, decision),
  404: (w: World) => decide(w.api, w.buyer.token, someKey, decision),
  409: deciding(decision, before),
  ...sizes(`${someAnswer}/${decision}`),
  ...ofOperator("POST", `${someAnswer}/${decision}`),
});

export const dataRequestDrives: Drives = {
  listDataRequests: {
    200: send("GET", "/requests"),
    304: (w) => cached(w, "/requests?status=closed"),
    400: send("GET", "/requests?sort=best"),
    ...ofPublic("/requests"),
  },
  getDataRequest: {
    200: (w) => onNew(w, (id) => w.api.send("GET", `/requests/${id}`)),
    304: (w) => onNew(w, (id) => cached(w, `/requests/${id}`)),
    400: send("GET", "/requests/7"),
    404: send("GET", somePath),
    ...ofPublic(somePath),
  },
  listDataRequestMatches: {
    200: (w) => onNew(w, (id) => w.api.send("GET", `/requests/${id}/matches`)),
    304: (w) => onNew(w, (id) => cached(w, `/requests/${id}/matches`)),
    400: send("GET", "/requests/7/matches"),
    404: send("GET", `${somePath}/matches`),
    ...ofPublic(`${somePath}/matches`),
  },
  listOwnDataRequests: {
    200: (w) => onNew(w, (_id, token) => w.api.send("GET", "/requests/mine", { token })),
    400: send("GET", "/requests/mine?status=answered"),
    403: (w) => w.api.send("GET", "/requests/mine", { token: w.bidderToken }),
    ...ofOperator("GET", "/requests/mine"),
  },
  postDataRequest: {
    201: (w) => onNew(w, (_id, token) => post(w.api, token, { title: "iris" })),
    400: (w) => post(w.api, w.buyer.token, { budget: 5 }),
    403: (w) => post(w.api, w.readerToken),
    409: (w) => w.whileBuyingIsHeld("/requests", wish),
    ...sizes("/requests"),
    422: async (w) => {
      const headers = { "idempotency-key": "one-key-two-requests" };
      await post(w.api, w.buyer.token, {}, headers);
      return post(w.api, w.buyer.token, { min_rows: 5 }, headers);
    },
    ...ofOperator("POST", "/requests", { body: wish }),
  },
  editDataRequest: {
    200: (w) =>
      onNew(w, (id, token) =>
        w.api.send("PATCH", `/requests/${id}`, { token, body: { budget_cents: 1 } }),
      ),
    400: send("PATCH", somePath, { body: { budget: 5 } }),
    403: (w) => w.api.send("PATCH", somePath, { token: w.readerToken, body: {} }),
    404: send("PATCH", somePath, { body: {} }),
    409: (w) =>
      onClosed(w, (id, token) => w.api.send("PATCH", `/requests/${id}`, { token, body: {} })),
    412: (w) =>
      onNew(w, (id, token) =>
        w.api.send("PATCH", `/requests/${id}`, {
          token,
          body: {},
          headers: { "if-match": '"old"' },
        }),
      ),
    413: send("PATCH", somePath, tooLarge),
    415: send("PATCH", somePath, asXml),
    ...ofOperator("PATCH", somePath, { body: {} }),
  },
  closeDataRequest: {
    200: (w) => onNew(w, (id, token) => w.api.send("POST", `/requests/${id}/close`, { token })),
    400: send("POST", "/requests/7/close"),
    403: (w) => w.api.send("POST", `${somePath}/close`, { token: w.readerToken }),
    404: send("POST", `${somePath}/close`),
    409: (w) =>
      onNew(w, async (requestId, token) => {
        const answerId = await answered(w.api, w.agent.token, requestId, w.datasetId);
        await decide(w.api, token, { requestId, answerId }, "accept");
        return w.api.send("POST", `/requests/${requestId}/close`, { token });
      }),
    ...sizes(`${somePath}/close`),
    ...ofOperator("POST", `${somePath}/close`),
  },
  reopenDataRequest: {
    200: (w) => onClosed(w, (id, token) => w.api.send("POST", `/requests/${id}/reopen`, { token })),
    400: send("POST", "/requests/7/reopen"),
    403: (w) => w.api.send("POST", `${somePath}/reopen`, { token: w.readerToken }),
    404: send("POST", `${somePath}/reopen`),
    409: (w) => onNew(w, (id, token) => w.api.send("POST", `/requests/${id}/reopen`, { token })),
    ...sizes(`${somePath}/reopen`),
    ...ofOperator("POST", `${somePath}/reopen`),
  },
  listDataRequestAnswers: {
    200: (w) =>
      onNew(w, async (id, token) => {
        await answer(w.api, w.agent.token, id, w.datasetId, { note: "Here." });
        return w.api.send("GET", `/requests/${id}/answers`, { token });
      }),
    400: send("GET", "/requests/7/answers"),
    403: (w) => w.api.send("GET", `${somePath}/answers`, { token: w.pendingAgent.token }),
    404: send("GET", `${somePath}/answers`),
    ...ofOperator("GET", `${somePath}/answers`),
  },
  listAgentAnswers: {
    200: agentSends("GET", "/requests/answers"),
    400: agentSends("GET", "/requests/answers?status=open"),
    ...ofAgent("GET", "/requests/answers"),
  },
  answerDataRequest: {
    201: (w) => onNew(w, (id) => answer(w.api, w.agent.token, id, w.datasetId)),
    400: agentSends("POST", `${somePath}/answers`, { body: {} }),
    404: (w) => answer(w.api, w.agent.token, unknownId, w.datasetId),
    409: (w) => onClosed(w, (id) => answer(w.api, w.agent.token, id, w.datasetId)),
    ...sizes(`${somePath}/answers`, agentSends),
    422: (w) =>
      onNew(w, async (id) => {
        const headers = { "idempotency-key": "one-key-two-answers" };
        await answer(w.api, w.agent.token, id, w.datasetId, { headers });
        return answer(w.api, w.agent.token, id, w.datasetId, { headers, note: "Two." });
      }),
    ...ofAgent("POST", `${somePath}/answers`, { body: { dataset_id: unknownId } }),
  },
  withdrawDataRequestAnswer: {
    200: deciding("withdraw"),
    400: agentSends("POST", "/requests/7/answers/7/withdraw"),
    404: (w) => decide(w.api, w.agent.token, someKey, "withdraw"),
    409: deciding("withdraw", "reject"),
    ...sizes(`${someAnswer}/withdraw`, agentSends),
    ...ofAgent("POST", `${someAnswer}/withdraw`),
  },
  acceptDataRequestAnswer: operatorDecides("accept", "reject"),
  rejectDataRequestAnswer: operatorDecides("reject", "withdraw"),
};
