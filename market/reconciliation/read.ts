import {
  countOpenFindings,
  findFinding,
  pageFindings,
} from "../../db/queries/reconciliation/findings.ts";
import { findRun, findRunOfDay, pageRuns } from "../../db/queries/reconciliation/runs.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import type { FindingView, RunDetailView, RunView } from "./schemas.ts";
import { viewFindingRow, viewRunRow } from "./view-finding.ts";

type Page = { limit: number; offset: number };
type Listed<Item> = { items: Item[]; pagination: Pagination };

/** The days, newest first, and the number of open findings of all days. */
export async function listRuns(
  ctx: Context,
  _admin: AdminActor,
  { limit, offset }: Page,
): Promise<Listed<RunView> & { open: number }> {
  const [{ rows, total }, open] = await Promise.all([
    pageRuns(ctx.db, { limit, offset }),
    countOpenFindings(ctx.db),
  ]);
  const pagination = offsetPagination({ limit, offset, total, count: rows.length });
  return { items: rows.map(viewRunRow), pagination, open };
}

/** One day with the findings that its run found first, open ones before others. */
export async function viewRun(
  ctx: Context,
  _admin: AdminActor,
  { runId, limit, offset }: Page & { runId: string },
): Promise<{ run: RunDetailView; findings: Listed<FindingView> }> {
  const found = await findRun(ctx.db, runId);
  if (found === null)
    throw new MarketError("route_not_found", "No day was compared under this id.");
  const { day, sums } = found.run;
  const { rows, total } = await pageFindings(ctx.db, { day, limit, offset });
  const pagination = offsetPagination({ limit, offset, total, count: rows.length });
  const items = rows.map((row) => viewFindingRow(row, runId));
  return { run: { ...viewRunRow(found), sums }, findings: { items, pagination } };
}

export async function viewFinding(
  ctx: Context,
  _admin: AdminActor,
  findingId: string,
): Promise<FindingView> {
  const row = await findFinding(ctx.db, findingId);
  if (row === null) throw new MarketError("route_not_found", "No finding has this id.");
  const run = await findRunOfDay(ctx.db, row.day);
  return viewFindingRow(row, run?.id ?? null);
}
