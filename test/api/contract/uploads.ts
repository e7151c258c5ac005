import { eq } from "drizzle-orm";
import { uploads as uploadRows } from "../../../db/schema/index.ts";
import { uploads } from "../../../market/listing/upload/contract.ts";
import type { Answer } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { announceFolder, publishedFolder } from "../folders/support.ts";
import { folderOnSale } from "./folders.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import type { World } from "./world.ts";

const twoFiles = {
  files: [
    { name: "year=2023/part-0.csv", byte_size: 1 },
    { name: "year=2024/part-0.csv", byte_size: 1 },
  ],
};

/** The first page of a folder during its upload; announcing it again changes nothing. */
async function filesOf(w: World): Promise<string> {
  const { uploadId } = await announceFolder(w.api, w.agent.token, w.draftId, twoFiles);
  return `/listings/${w.draftId}/uploads/${uploadId}/files`;
}

const ofFolder =
  (method: string, suffix: string): Drive =>
  async (w) =>
    w.api.send(method, `${await filesOf(w)}${suffix}`, { token: w.agent.token });

/** An upload of the draft in two parts. */
async function begunUpload(w: World): Promise<string> {
  const { token } = w.agent;
  const body = { byte_size: 11 * 1024 ** 2, parts: 2 };
  const issued = await w.api.send("POST", `/listings/${w.draftId}/upload-urls`, { token, body });
  const { upload_id: id } = issued.body.full as { upload_id: string };
  return `/listings/${w.draftId}/uploads/${id}`;
}

const ofBegun =
  (method: string, suffix = ""): Drive =>
  async (w) =>
    w.api.send(method, `${await begunUpload(w)}${suffix}`, { token: w.agent.token });

/** The upload of a listing whose file is on sale. */
async function attachedUpload(w: World, listingId: string, token: string): Promise<string> {
  const { body } = await w.api.send("GET", `/listings/${listingId}`, { token });
  const [, , id] = String(body.full_data_path).split("/");
  return `/listings/${listingId}/uploads/${id}`;
}

/** A folder whose announcement was replaced and whose URLs have expired. */
async function readReplaced(w: World): Promise<Answer> {
  const { token } = w.market.seller;
  const draftId = await createDraft(w.api, token, { price_cents: 0 });
  const { uploadId } = await announceFolder(w.api, token, draftId, twoFiles);
  await publishedFolder(w.api, token, draftId, { "a.csv": "id\n1\n", "b.csv": "code\nx\n" });
  const ended = { urlsEndAt: new Date(0) };
  await w.api.db.update(uploadRows).set(ended).where(eq(uploadRows.id, uploadId));
  return w.api.send("GET", `/listings/${draftId}/uploads/${uploadId}/files`, { token });
}

export const uploadDrives = contractDrives(uploads, {
  issueUploadUrls: {
    200: (w) => {
      const call = { token: w.agent.token, body: { parts: 2 } };
      return w.api.send("POST", `/listings/${w.draftId}/upload-urls`, call);
    },
  },
  listUploads: {
    200: async (w) => {
      await begunUpload(w);
      return w.api.send("GET", `/listings/${w.draftId}/uploads`, { token: w.agent.token });
    },
  },
  getUpload: { 200: ofBegun("GET") },
  listUploadFiles: { 200: ofFolder("GET", ""), 409: readReplaced },
  getUploadFile: { 200: ofFolder("GET", "/0") },
  signFilePartUrls: {
    200: ofFolder("POST", "/0/part-urls"),
    409: async (w) => {
      const { token } = w.market.seller;
      const path = await attachedUpload(w, await folderOnSale(w, 0), token);
      return w.api.send("POST", `${path}/files/0/part-urls`, { token });
    },
  },
  signPartUrls: {
    200: ofBegun("POST", "/part-urls"),
    409: async (w) => {
      const { token } = w.agent;
      const path = await begunUpload(w);
      await w.api.send("DELETE", path, { token });
      return w.api.send("POST", `${path}/part-urls`, { token });
    },
  },
  endUpload: {
    200: ofBegun("DELETE"),
    409: async (w) => {
      const { token } = w.agent;
      return w.api.send("DELETE", await attachedUpload(w, w.spareDatasetId, token), { token });
    },
  },
});
