import { reports } from "../../market/report/contract.ts";
import { makeReport } from "../../market/report/make-report.ts";
import { listOwnReports } from "../../market/report/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const reportRoutes = (edge: Edge) =>
  bind(edge, reports, {
    makeReport: (ctx, caller, { body }) => makeReport(ctx, caller, body),
    listOwnReports: (ctx, caller, { query }) => listOwnReports(ctx, caller, query),
  });
