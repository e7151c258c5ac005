import { reports } from "../../market/report/contract.ts";
import { listOwnListingReports } from "../../market/report/read.ts";
import { reportListing } from "../../market/report/report-listing.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const reportRoutes = (edge: Edge) =>
  bind(edge, reports, {
    reportListing: (ctx, caller, { params, body }) => reportListing(ctx, caller, params.id, body),
    listOwnListingReports: (ctx, caller, { query }) => listOwnListingReports(ctx, caller, query),
  });
