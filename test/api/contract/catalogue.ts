/** Every documented status of the catalogue's operations and of queries over a dataset's rows. */
import { catalogue } from "../../../market/catalogue/contract.ts";
import { signArchive } from "../../../market/catalogue/folder/archive-token.ts";
import { datasetFiles } from "../../../market/catalogue/folder/contract.ts";
import { profiles } from "../../../market/catalogue/profiles/contract.ts";
import { tablePackPath } from "../../../market/profile/table-pack.ts";
import { queries } from "../../../market/query/contract.ts";
import { matching } from "../../../market/query/matching/contract.ts";
import { recommendations } from "../../../market/recommendation/contract.ts";
import { search } from "../../../market/search/contract.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { csvOf, publishCsv } from "../../support/joinable.ts";
import { newBuyer } from "../../support/market.ts";
import { getHeld } from "./conditional.ts";
import { folderOnSale } from "./folders.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const get =
  (path: string | ((w: World) => string), call: Call = {}): Drive =>
  (w) =>
    w.api.send("GET", typeof path === "string" ? path : path(w), call);
const held =
  (path: string | ((w: World) => string)): Drive =>
  (w) =>
    getHeld(w.api, typeof path === "string" ? path : path(w));

/** The dataset's path with a suffix. */
const dataset = (suffix: string) => (w: World) => `/datasets/${w.datasetId}${suffix}`;
const paid = (suffix: string) => get((w) => `/datasets/${w.paidDatasetId}${suffix}`);
const queried = (suffix: string) => get((w) => `/datasets/${w.queriedDatasetId}${suffix}`);
const changes = (w: World) => `/datasets/${w.twoVersionsId}/changes`;

/** Reads the dataset of several tables at `suffix` after its tables' samples were deleted. */
const withoutTablePack =
  (suffix: string): Drive =>
  async (w) => {
    await loseFile(w, w.tablesDatasetId, tablePackPath);
    return w.api.send("GET", `/datasets/${w.tablesDatasetId}${suffix}`);
  };

async function loseFile(w: World, id: string, pathOf = (samplePath: string) => samplePath) {
  const { body } = await w.api.send("GET", `/listings/${id}`, { token: w.agent.token });
  await w.api.ctx.storage.delete(pathOf(String(body.sample_file_path)));
}

/** A correctly signed address of a folder that does not exist. */
function archiveOfNothing(w: World): string {
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + 60;
  const grant = { uploadId: unknownId, name: "none.zip", expiresAtSeconds, buyerId: null };
  return `/archives/${signArchive(w.api.config.AGENT_TOKEN_SECRET, grant)}`;
}

const query = (idOf: (w: World) => string, call: Call) => (w: World) =>
  w.api.send("POST", `/datasets/${idOf(w)}/query`, call);
const body = { aggregates: [{ function: "count", as: "flowers" }], group_by: ["species"] };
const asked = (w: World) => w.queriedDatasetId;

const match = (body: Json) => (w: World) => w.api.send("POST", "/matches", { body });

/** Of 50 paid rows of one column three cells may be public: the fourth set of values is refused. */
async function spendMatchBudget({ api, agent }: World): Promise<Answer> {
  const keys = Array.from({ length: 50 }, (_, at) => `key ${at}`);
  const csv = csvOf({ key: keys });
  const id = await publishCsv(api, agent.token, csv, { price_cents: 500 });
  const { token } = await newBuyer(api);
  const ask = (last: string) =>
    api.send("POST", "/matches", { body: { values: [...keys, last], dataset_ids: [id] }, token });
  for (let at = 0; at < 10; at++) {
    const answer = await ask(`other ${at}`);
    if (answer.status !== 200) return answer;
  }
  throw new Error("the budget does not end");
}

export const catalogueDrives: Drives = {
  ...contractDrives(recommendations, {
    recommendDataset: {
      200: (w) => w.api.send("POST", "/recommendations", { body: { need: "flowers" } }),
    },
  }),
  ...contractDrives(search, {
    searchDatasets: {
      200: get("/datasets?facets=true"),
      304: held("/datasets"),
      400: get("/datasets?categry=text"),
      404: get(`/datasets?joinable_with=${unknownId}`),
    },
    suggestSearches: { 200: get("/suggestions?query=fl"), 304: held("/suggestions?query=fl") },
  }),
  ...contractDrives(catalogue, {
    getDataset: { 200: get(dataset("")), 304: held(dataset("")) },
    getCroissant: {
      200: get(dataset("/croissant")),
      304: held(dataset("/croissant")),
      503: withoutTablePack("/croissant"),
    },
    listCategories: { 200: get("/categories"), 304: held("/categories") },
  }),
  ...contractDrives(profiles, {
    getSample: {
      200: get(dataset("/sample?format=json")),
      304: held(dataset("/sample")),
      406: get(dataset("/sample"), { headers: { accept: "image/png" } }),
      503: async (w) => {
        await loseFile(w, w.lostSampleId);
        return w.api.send("GET", `/datasets/${w.lostSampleId}/sample`);
      },
    },
    getProfile: {
      200: get(dataset("/profile")),
      304: held(dataset("/profile")),
      503: withoutTablePack("/profile?table=people"),
    },
    getChanges: { 200: get(changes), 304: held(changes) },
    getPrices: { 200: get(dataset("/prices")), 304: held(dataset("/prices")) },
  }),
  ...contractDrives(datasetFiles, {
    getDownloadUrl: { 200: get(dataset("/download-url")), 402: paid("/download-url") },
    getFile: { 302: get(dataset("/file")), 402: paid("/file") },
    getParquet: { 302: queried("/parquet"), 402: paid("/parquet") },
    listParquet: { 200: queried("/parquet/tables"), 402: paid("/parquet/tables") },
    listDatasetFiles: { 200: get(dataset("/files")) },
    getManifest: {
      302: async (w) => w.api.send("GET", `/datasets/${await folderOnSale(w, 0)}/manifest`),
      402: paid("/manifest"),
    },
    getArchive: {
      200: async (w) => {
        const id = await folderOnSale(w, 0);
        const { body } = await w.api.send("GET", `/datasets/${id}/download-url`);
        return w.api.send("GET", new URL(String(body.download_url)).pathname);
      },
      400: get((w) => `${archiveOfNothing(w)}?part=1`),
      403: get((w) => `${archiveOfNothing(w)}x`),
      404: get(archiveOfNothing),
      500: (w) => w.brokenApi.send("GET", archiveOfNothing(w)),
    },
  }),
  ...contractDrives(queries, {
    queryDataset: {
      200: query(asked, { body }),
      400: query(asked, { body: { limit: 0 } }),
      402: query((w) => w.paidDatasetId, { body }),
      422: query(asked, { body: { columns: ["specis"] } }),
      // Its Parquet file is still being made.
      503: query((w) => w.datasetId, { body }),
    },
  }),
  ...contractDrives(matching, {
    matchValues: {
      200: match({ values: ["setosa"], query: "irises" }),
      400: match({ values: [] }),
      403: spendMatchBudget,
      404: match({ values: ["setosa"], dataset_ids: [unknownId] }),
    },
  }),
};
