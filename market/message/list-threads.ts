import { pageThreads } from "../../db/queries/messages/threads.ts";
import type { Context } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { type CorrespondentActor, correspondentOf } from "./correspondent.ts";
import type { ThreadsQuery, ThreadView } from "./schemas.ts";
import { viewThread } from "./thread-view.ts";

/** The caller's threads, the one with the latest message first. Marks nothing as read. */
export async function listThreads(
  ctx: Context,
  actor: CorrespondentActor,
  page: ThreadsQuery,
): Promise<{ items: ThreadView[]; pagination: Pagination }> {
  const of = correspondentOf(actor);
  const { rows, total } = await pageThreads(ctx.db, of, page);
  return {
    items: rows.map((row) => viewThread(ctx.config, row, of.side)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
