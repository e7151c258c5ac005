/** The routes of reports: anybody with a key or a token reports a dataset, and reads the answers. */
import { Elysia } from "elysia";
import { listOwnListingReports } from "../../../market/report/read.ts";
import { reportListing } from "../../../market/report/report-listing.ts";
import { listingReportBody, listingReportsQuery } from "../../../market/report/schemas.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperatorOrAgent } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { reportOperations as operations } from "./reports.operations.ts";

export const reportRoutes = (edge: Edge) =>
  new Elysia({ name: "reports" }).use(makingRoutes(edge)).use(readingRoutes(edge));

const makingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "reports-making" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message"),
    }))
    .post(
      "/datasets/:id/reports",
      ({ request, actor, params, body }) => {
        const caller = callerOf(actor);
        return idempotently(ctx, {
          request,
          caller,
          input: body,
          status: 200,
          run: (inner) => reportListing(inner, actor, params.id, body),
          view: (report) => report,
        });
      },
      {
        params: idParams,
        body: listingReportBody,
        query: emptyQuery,
        detail: operations.reportListing,
      },
    );

const readingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "reports-reading" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message", "read"),
    }))
    .get(
      "/reports",
      async ({ actor, query }) => json(200, await listOwnListingReports(ctx, actor, query)),
      { query: listingReportsQuery, detail: operations.listOwnListingReports },
    );
