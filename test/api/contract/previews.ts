import { previews } from "../../../market/catalogue/preview/contract.ts";
import { tablePackPath } from "../../../market/profile/table-pack.ts";
import type { Call } from "../../support/api.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import type { World } from "./world.ts";

const read =
  (path: (w: World) => string, call: Call = {}): Drive =>
  (w) =>
    w.api.send("GET", path(w), { token: w.agent.token, ...call });

/** Reads a listing whose stored sample is gone. */
async function readLost(w: World, id: string, suffix: string, pathOf = (path: string) => path) {
  const { token } = w.agent;
  const { body } = await w.api.send("GET", `/listings/${id}`, { token });
  await w.api.ctx.storage.delete(pathOf(String(body.sample_file_path)));
  return w.api.send("GET", `/listings/${id}/${suffix}`, { token });
}

export const previewDrives = contractDrives(previews, {
  getOwnSample: {
    200: read((w) => `/listings/${w.datasetId}/sample?format=json`),
    404: read((w) => `/listings/${w.draftId}/sample?version=next`),
    406: read((w) => `/listings/${w.datasetId}/sample`, { headers: { accept: "image/png" } }),
    503: (w) => readLost(w, w.lostSampleId, "sample"),
  },
  getOwnProfile: {
    200: read((w) => `/listings/${w.datasetId}/profile`),
    503: (w) => readLost(w, w.tablesDatasetId, "profile?table=people", tablePackPath),
  },
});
