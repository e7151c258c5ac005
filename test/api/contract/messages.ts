/** Every documented status of messages. */
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/index.ts";
import type { Answer, Call } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { readThread, reply, threadAbout, write } from "../../support/messages.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;
type Path = (world: World) => string;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const hello = { message: "Hello." };

const call =
  (method: string, path: Path, more: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path(w), { token: w.buyer.token, ...more });

/** What every route of messages refuses alike. */
const refusals = (method: string, path: Path, more: Call = {}) => ({
  401: (w: World) => w.api.send(method, path(w), more),
  429: (w: World) => w.spentApi.send(method, path(w), { ...more, token: w.buyer.token }),
  500: (w: World) => w.brokenApi.send(method, path(w), { ...more, token: w.buyer.token }),
});

const datasetPath: Path = (w) => `/datasets/${w.datasetId}/messages`;
const somePath = () => `/threads/${unknownId}`;
const someReplyPath = () => `/threads/${unknownId}/messages`;

/** A thread of the world's seller agent with a buyer of its own. */
async function inNewThread(w: World, send: (threadId: string, token: string) => Promise<Answer>) {
  const buyer = await newBuyer(w.api);
  return send(await threadAbout({ ...w.market, buyer }, w.datasetId), buyer.token);
}

/** The seller writes to a buyer who is suspended. */
async function toSuspended(w: World): Promise<Answer> {
  const buyer = await newBuyer(w.api);
  const threadId = await threadAbout({ ...w.market, buyer }, w.datasetId);
  await w.api.db
    .update(accounts)
    .set({ suspendedAt: w.api.ctx.now(), suspendedReason: "test" })
    .where(eq(accounts.id, buyer.owner.accountId));
  return reply(w.api, w.agent.token, threadId);
}

export const messageDrives: Drives = {
  contactSeller: {
    201: (w) => write(w.api, w.buyer.token, w.datasetId),
    400: (w) => write(w.api, w.buyer.token, w.datasetId, ""),
    403: (w) => write(w.api, w.readerToken, w.datasetId),
    404: (w) => write(w.api, w.buyer.token, unknownId),
    409: (w) => w.whileBuyingIsHeld(datasetPath(w), hello),
    413: call("POST", datasetPath, tooLarge),
    415: call("POST", datasetPath, asXml),
    422: async (w) => {
      const headers = { "idempotency-key": "one-key-two-messages" };
      await write(w.api, w.buyer.token, w.datasetId, "One.", headers);
      return write(w.api, w.buyer.token, w.datasetId, "Two.", headers);
    },
    ...refusals("POST", datasetPath, { body: hello }),
  },
  listThreads: {
    200: (w) => inNewThread(w, (_id, token) => w.api.send("GET", "/threads?limit=1", { token })),
    400: call("GET", () => "/threads?limit=0"),
    403: (w) => w.api.send("GET", "/threads", { token: w.pendingAgent.token }),
    ...refusals("GET", () => "/threads"),
  },
  getThread: {
    200: (w) =>
      inNewThread(w, async (id) => {
        await readThread(w.api, w.agent.token, id);
        return w.api.send("GET", `/threads/${id}`, { token: w.agent.token });
      }),
    400: call("GET", () => "/threads/7"),
    403: (w) => w.api.send("GET", somePath(), { token: w.pendingAgent.token }),
    404: call("GET", somePath),
    ...refusals("GET", somePath),
  },
  replyInThread: {
    201: (w) => inNewThread(w, (id) => reply(w.api, w.agent.token, id)),
    400: call("POST", someReplyPath, { body: { message: "a\u0000b" } }),
    403: (w) => reply(w.api, w.readerToken, unknownId),
    404: (w) => reply(w.api, w.buyer.token, unknownId),
    409: toSuspended,
    413: call("POST", someReplyPath, tooLarge),
    415: call("POST", someReplyPath, asXml),
    422: (w) =>
      inNewThread(w, async (id, token) => {
        const headers = { "idempotency-key": "one-key-two-replies" };
        await reply(w.api, token, id, "One.", headers);
        return reply(w.api, token, id, "Two.", headers);
      }),
    ...refusals("POST", someReplyPath, { body: hello }),
  },
};
