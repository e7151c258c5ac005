import { eq } from "drizzle-orm";
import { listings as listingRows, twinJobs } from "../../../db/schema/index.ts";
import { listings } from "../../../market/listing/contract.ts";
import { publishedListing } from "../../support/listings.ts";
import { changeOutdated, getHeld } from "./conditional.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import type { World } from "./world.ts";

const title = { body: { title: "Iris, measured" } };
const ownDraft = (w: World) => `/listings/draft/${w.draftId}`;

const call =
  (
    method: string,
    path: (w: World) => string | Promise<string>,
    more: { body?: Record<string, unknown> } = {},
  ): Drive =>
  async (w) =>
    w.api.send(method, await path(w), { token: w.agent.token, ...more });

/** An operation on a newly published listing. */
const published =
  (method: string, suffix: string): Drive =>
  async (w) => {
    const { token } = w.agent;
    const id = await publishedListing(w.api, token);
    return w.api.send(method, `/listings/${id}${suffix}`, { token });
  };

export const listingDrives = contractDrives(listings, {
  createDraft: {
    201: call("POST", () => "/listings/draft", {
      body: { title: "Iris", description: "Flowers." },
    }),
  },
  updateDraft: {
    200: call("PATCH", ownDraft, title),
    400: call("PATCH", ownDraft, { body: { full_data_path: "uploads/of/another" } }),
    409: call("PATCH", (w) => `/listings/draft/${w.paidDatasetId}`, title),
    412: (w) => changeOutdated(w.api, ownDraft(w), w.agent.token),
  },
  deleteDraft: {
    200: async (w) => {
      const { token } = w.agent;
      const body = { title: "Iris", description: "Flowers." };
      const draft = await w.api.send("POST", "/listings/draft", { token, body });
      return w.api.send("DELETE", `/listings/draft/${String(draft.body.id)}`, { token });
    },
    409: call("DELETE", (w) => `/listings/draft/${w.paidDatasetId}`),
  },
  changeListing: {
    200: call("PATCH", (w) => `/listings/${w.paidDatasetId}`, title),
    409: call("PATCH", (w) => `/listings/${w.draftId}`, title),
    412: (w) => changeOutdated(w.api, `/listings/${w.paidDatasetId}`, w.agent.token),
    422: async (w) => {
      const path = `/listings/${w.paidDatasetId}`;
      const { db } = w.api;
      const [row] = await db.select().from(listingRows).where(eq(listingRows.id, w.paidDatasetId));
      await db.delete(twinJobs).where(eq(twinJobs.uploadId, row?.currentUploadId ?? ""));
      const body = { contract: { schema: [{ properties: [{ name: "missing" }] }] } };
      return w.api.send("PATCH", path, { token: w.agent.token, body });
    },
  },
  listListings: { 200: call("GET", () => "/listings?status=draft&limit=1") },
  getListing: {
    200: call("GET", (w) => `/listings/${w.datasetId}`),
    304: (w) => getHeld(w.api, `/listings/${w.datasetId}`, w.agent.token),
  },
  listVersions: { 200: call("GET", (w) => `/listings/${w.datasetId}/versions`) },
  openVersion: { 201: published("POST", "/versions") },
  discardVersion: {
    200: async (w) => {
      const { token } = w.agent;
      const path = `/listings/${w.paidDatasetId}/versions`;
      await w.api.send("POST", path, { token });
      return w.api.send("DELETE", `${path}/next`, { token });
    },
    409: call("DELETE", (w) => `/listings/${w.draftId}/versions/next`),
  },
  publishListing: {
    200: call("POST", async (w) => `/listings/${await w.readyDraft()}/publish`),
    400: call("POST", (w) => `/listings/${w.draftId}/publish`),
  },
  withdrawListing: { 200: published("POST", "/withdraw") },
});
