/** The routes of the whole catalogue: its search and its categories. */
import { Elysia } from "elysia";
import { listCategories } from "../../../market/catalogue/read.ts";
import { findNear } from "../../../market/search/embed/find-near.ts";
import { searchQuery } from "../../../market/search/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import { emptyQuery } from "../../../market/text.ts";
import { respond, toAnswer } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { datasetOperations as operations } from "./datasets.operations.ts";

const jsonType = "application/json";

/** The public catalogue: no credentials, strong ETags. */
export const datasetRoutes = ({ reads: ctx }: Edge) =>
  new Elysia({ name: "datasets" })
    .get(
      "/datasets",
      async ({ request, query }) => {
        const body = JSON.stringify(await searchDatasets(ctx, query, findNear));
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { query: searchQuery, detail: operations.searchDatasets },
    )
    .get(
      "/categories",
      async ({ request }) => {
        const body = JSON.stringify(await listCategories(ctx));
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { query: emptyQuery, detail: operations.listCategories },
    );
