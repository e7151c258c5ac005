import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/index.ts";
import { messages } from "../../../market/message/contract.ts";
import type { Answer } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { readThread, reply, threadAbout, write } from "../../support/messages.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

/** A thread between the world's seller agent and a new buyer. */
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

export const messageDrives = contractDrives(messages, {
  contactSeller: {
    201: (w) => write(w.api, w.buyer.token, w.datasetId),
    400: (w) => write(w.api, w.buyer.token, w.datasetId, ""),
  },
  listThreads: {
    200: (w) => inNewThread(w, (_id, token) => w.api.send("GET", "/threads?limit=1", { token })),
  },
  getThread: {
    200: (w) =>
      inNewThread(w, async (id) => {
        await readThread(w.api, w.agent.token, id);
        return w.api.send("GET", `/threads/${id}`, { token: w.agent.token });
      }),
  },
  replyInThread: {
    201: (w) => inNewThread(w, (id) => reply(w.api, w.agent.token, id)),
    400: (w) => reply(w.api, w.buyer.token, unknownId, "a\u0000b"),
    409: toSuspended,
  },
});
