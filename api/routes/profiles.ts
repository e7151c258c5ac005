import { getShownSample } from "../../market/access/get-shown-sample.ts";
import { getBoughtProfile, getBoughtSample } from "../../market/catalogue/bought/read-bought.ts";
import { getChanges } from "../../market/catalogue/get-changes.ts";
import { getPrices } from "../../market/catalogue/price-history/get-prices.ts";
import { profiles } from "../../market/catalogue/profiles/contract.ts";
import { getProfile, getSample } from "../../market/catalogue/read.ts";
import { sampleVariant } from "../../market/catalogue/rules.ts";
import { MarketError } from "../../market/errors.ts";
import type { Edge } from "../edge.ts";
import { bind, type Call } from "../http/bind.ts";
import { forBuyers } from "./for-buyers.ts";

type SampleCall = Call<typeof profiles.getSample>;

const wishOf = ({ request, input: { query } }: SampleCall) => ({
  format: query.format,
  accept: request.headers.get("accept") ?? undefined,
});

const contentType = "application/json";

export const profileRoutes = (edge: Edge) =>
  bind(edge, profiles, {
    getSample: forBuyers<typeof profiles.getSample>({
      heldAs: (call) => `sample ${sampleVariant(wishOf(call))} ${call.input.query.table ?? ""}`,
      render(ctx, call) {
        const { params, query } = call.input;
        return getSample(ctx, params.id, wishOf(call), query.table);
      },
      async bought(ctx, operator, call) {
        const { params, query } = call.input;
        const asked = { operator, datasetId: params.id, wish: wishOf(call), table: query.table };
        return await getShownSample(ctx, asked).catch((error) => {
          if (error instanceof MarketError && error.code === "dataset_not_found") {
            return getBoughtSample(ctx, asked);
          }
          throw error;
        });
      },
    }),
    getProfile: forBuyers<typeof profiles.getProfile>({
      heldAs: ({ input: { query } }) => `profile ${query.table ?? ""}`,
      async render(ctx, { input: { params, query } }) {
        return { body: await getProfile(ctx, params.id, query.table), contentType };
      },
      async bought(ctx, operator, { input: { params, query } }) {
        const asked = { operator, datasetId: params.id, table: query.table };
        return { body: await getBoughtProfile(ctx, asked), contentType };
      },
    }),
    getChanges: {
      heldAs: ({ params, query }) => [params.id, `changes ${query.from ?? ""} ${query.to ?? ""}`],
      read: async (ctx, { params, query }) => ({ answer: await getChanges(ctx, params.id, query) }),
    },
    getPrices: {
      heldAs: ({ params, query }) => [params.id, `prices ${query.limit} ${query.cursor ?? ""}`],
      read: async (ctx, { params, query }) => ({ answer: await getPrices(ctx, params.id, query) }),
    },
  });
