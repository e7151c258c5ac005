import { getBoughtCroissant, getBoughtDataset } from "../../market/catalogue/bought/read-bought.ts";
import { catalogue } from "../../market/catalogue/contract.ts";
import { croissantContentType } from "../../market/catalogue/croissant-context.ts";
import { getCroissant, getDataset, listCategories } from "../../market/catalogue/read.ts";
import { auctionChangesAt } from "../../market/catalogue/rules.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { forBuyers } from "./for-buyers.ts";

const jsonType = "application/json";

export const catalogueRoutes = (edge: Edge) =>
  bind(edge, catalogue, {
    getDataset: forBuyers<typeof catalogue.getDataset>({
      heldAs: () => "detail",
      async render(ctx, { input: { params } }) {
        const { dataset, freshUntil, fileKey } = await getDataset(ctx, params.id);
        const body = JSON.stringify(dataset);
        return { body, contentType: jsonType, freshUntil, alsoOf: fileKey };
      },
      async bought(ctx, operator, { input: { params } }) {
        const dataset = await getBoughtDataset(ctx, { operator, datasetId: params.id });
        return { body: JSON.stringify(dataset), contentType: jsonType };
      },
    }),
    getCroissant: forBuyers<typeof catalogue.getCroissant>({
      heldAs: () => "croissant",
      async render(ctx, { input: { params } }) {
        const { croissant, auction } = await getCroissant(ctx, params.id);
        const body = JSON.stringify(croissant);
        return { body, contentType: croissantContentType, freshUntil: auctionChangesAt(auction) };
      },
      async bought(ctx, operator, { input: { params } }) {
        const croissant = await getBoughtCroissant(ctx, { operator, datasetId: params.id });
        return { body: JSON.stringify(croissant), contentType: croissantContentType };
      },
    }),
    listCategories: (ctx) => listCategories(ctx),
  });
