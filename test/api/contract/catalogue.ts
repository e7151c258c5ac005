/** The documented answers of the catalogue's own operations, and of queries over a dataset's rows. */
import { BODY_BYTES_MAX } from "../../../market/limits.ts";
import type { Answer, Call } from "../../support/api.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;

const query = (idOf: (w: World) => string, call: Call) => (w: World) =>
  w.api.send("POST", `/datasets/${idOf(w)}/query`, call);
const body = { aggregates: [{ function: "count", as: "flowers" }], group_by: ["species"] };
const asked = (w: World) => w.queriedDatasetId;

const freeRead = (suffix: string): Record<number, Drive> => ({
  400: (w) => w.api.send("GET", `/datasets/not-a-uuid${suffix}`),
  402: (w) => w.api.send("GET", `/datasets/${w.paidDatasetId}${suffix}`),
  404: (w) => w.api.send("GET", `/datasets/${unknownId}${suffix}`),
  429: (w) => w.spentApi.send("GET", `/datasets/${w.queriedDatasetId}${suffix}`),
  500: (w) => w.brokenApi.send("GET", `/datasets/${w.queriedDatasetId}${suffix}`),
});

export const catalogueDrives: Record<string, Record<number, Drive>> = {
  listCategories: {
    200: (w) => w.api.send("GET", "/categories"),
    304: async (w) => {
      const { headers } = await w.api.send("GET", "/categories");
      const etag = headers.get("etag") ?? "";
      return w.api.send("GET", "/categories", { headers: { "if-none-match": etag } });
    },
    400: (w) => w.api.send("GET", "/categories?limit=3"),
    429: (w) => w.spentApi.send("GET", "/categories"),
    500: (w) => w.brokenApi.send("GET", "/categories"),
  },
  getParquet: {
    ...freeRead("/parquet"),
    302: (w) => w.api.send("GET", `/datasets/${w.queriedDatasetId}/parquet`),
  },
  listParquet: {
    ...freeRead("/parquet/tables"),
    200: (w) => w.api.send("GET", `/datasets/${w.queriedDatasetId}/parquet/tables`),
  },
  queryDataset: {
    200: query(asked, { body }),
    400: query(asked, { body: { limit: 0 } }),
    402: query((w) => w.paidDatasetId, { body }),
    404: query(() => unknownId, { body }),
    413: query(asked, { body: { title: "x".repeat(BODY_BYTES_MAX) } }),
    415: query(asked, { body: "<xml/>", headers: { "content-type": "application/xml" } }),
    422: query(asked, { body: { columns: ["specis"] } }),
    429: (w) => w.spentApi.send("POST", `/datasets/${w.queriedDatasetId}/query`, { body }),
    500: (w) => w.brokenApi.send("POST", `/datasets/${w.queriedDatasetId}/query`, { body }),
    // Its Parquet file is still being made.
    503: query((w) => w.datasetId, { body }),
  },
};
