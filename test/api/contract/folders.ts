/** Every documented status of what is asked about the files of a folder. */

import { eq } from "drizzle-orm";
import { uploads } from "../../../db/schema/index.ts";
import type { Answer } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { announceFolder, publishedFolder } from "../folders/support.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;

const twoFiles = {
  files: [
    { name: "year=2023/part-0.csv", byte_size: 1 },
    { name: "year=2024/part-0.csv", byte_size: 1 },
  ],
};

/** The first page of a folder that is being uploaded; a second announcement leaves it as it is. */
async function filesOf(w: World): Promise<string> {
  const { uploadId } = await announceFolder(w.api, w.agent.token, w.draftId, twoFiles);
  return `/listings/${w.draftId}/uploads/${uploadId}/files`;
}

/** What is asked of one of its files. */
function fileDrives(method: string, suffix: string): Record<number, Drive> {
  const none = (w: World) => `${noFolder(w)}/0${suffix}`;
  const send = (w: World, path: string, token: string) => w.api.send(method, path, { token });
  return {
    200: async (w) => send(w, `${await filesOf(w)}/0${suffix}`, w.agent.token),
    400: (w) => send(w, `${noFolder(w)}/x${suffix}`, w.agent.token),
    401: (w) => w.api.send(method, none(w)),
    403: (w) => send(w, none(w), w.pendingAgent.token),
    404: (w) => send(w, none(w), w.agent.token),
    429: (w) => w.spentApi.send(method, none(w), { token: w.agent.token }),
    500: (w) => w.brokenApi.send(method, none(w), { token: w.agent.token }),
  };
}

const noFolder = (w: World) => `/listings/${w.draftId}/uploads/${unknownId}/files`;

/** A folder on sale by the market's seller, at this price. */
export async function folderOnSale(w: World, priceCents: number): Promise<string> {
  const { token } = w.market.seller;
  const draftId = await createDraft(w.api, token, { price_cents: priceCents });
  const contents = { "a.csv": "id,city\n1,Lisbon\n", "b.csv": `code,name\n${draftId},x\n` };
  return publishedFolder(w.api, token, draftId, contents);
}

export const folderDrives: Record<string, Record<number, Drive>> = {
  listUploadFiles: {
    200: async (w) => w.api.send("GET", await filesOf(w), { token: w.agent.token }),
    400: (w) => w.api.send("GET", `${noFolder(w)}?limit=0`, { token: w.agent.token }),
    401: (w) => w.api.send("GET", noFolder(w)),
    403: (w) => w.api.send("GET", noFolder(w), { token: w.pendingAgent.token }),
    404: (w) => w.api.send("GET", noFolder(w), { token: w.agent.token }),
    409: async (w) => {
      const { token } = w.market.seller;
      const draftId = await createDraft(w.api, token, { price_cents: 0 });
      const { uploadId } = await announceFolder(w.api, token, draftId, twoFiles);
      await publishedFolder(w.api, token, draftId, { "a.csv": "id\n1\n", "b.csv": "code\nx\n" });
      const ended = { urlsEndAt: new Date(0) };
      await w.api.db.update(uploads).set(ended).where(eq(uploads.id, uploadId));
      return w.api.send("GET", `/listings/${draftId}/uploads/${uploadId}/files`, { token });
    },
    429: (w) => w.spentApi.send("GET", noFolder(w), { token: w.agent.token }),
    500: (w) => w.brokenApi.send("GET", noFolder(w), { token: w.agent.token }),
  },
  getUploadFile: fileDrives("GET", ""),
  signFilePartUrls: {
    ...fileDrives("POST", "/part-urls"),
    409: async (w) => {
      const { token } = w.market.seller;
      const id = await folderOnSale(w, 0);
      const { body } = await w.api.send("GET", `/listings/${id}`, { token });
      const [, , uploadId] = String(body.full_data_path).split("/");
      const path = `/listings/${id}/uploads/${uploadId}/files/0/part-urls`;
      return w.api.send("POST", path, { token });
    },
    413: (w) =>
      w.api.send("POST", `${noFolder(w)}/0/part-urls`, {
        token: w.agent.token,
        body: { limit: 1, padding: "x".repeat(300_000) },
      }),
    415: (w) =>
      w.api.send("POST", `${noFolder(w)}/0/part-urls`, {
        token: w.agent.token,
        headers: { "content-type": "application/xml" },
        body: "<xml/>",
      }),
  },
};
