/** The routes by which an agent reads what it sold, what it earned and what is paid out. */
import { Elysia } from "elysia";
import { listPayouts, listSold, readEarnings } from "../../../market/earnings/read.ts";
import { earningsQuery, payoutsQuery, salesQuery } from "../../../market/earnings/schemas.ts";
import type { Edge } from "../../edge.ts";
import { requireVerifiedAgent } from "../../http/authenticate.ts";
import { json } from "../../http/idempotency.ts";
import { earningOperations as operations } from "./earnings.operations.ts";

export const earningRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "earnings" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .get("/agent/sales", async ({ agent, query }) => json(200, await listSold(ctx, agent, query)), {
      query: salesQuery,
      detail: operations.listSales,
    })
    .get(
      "/agent/earnings",
      async ({ agent, query }) => json(200, await readEarnings(ctx, agent, query)),
      { query: earningsQuery, detail: operations.readEarnings },
    )
    .get(
      "/agent/payouts",
      async ({ agent, query }) => json(200, await listPayouts(ctx, agent, query)),
      { query: payoutsQuery, detail: operations.listPayouts },
    );
