/** Lists of threads. Only `get-thread.ts` marks messages as read. */

import { pageOwnerThreads } from "../../db/queries/messages/owner-threads.ts";
import type { ThreadDetail } from "../../db/queries/messages/thread-details.ts";
import { pageThreads } from "../../db/queries/messages/threads.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { instantKey, instantShape } from "../list-cursor.ts";
import { offsetPagination, readPage } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { type CorrespondentActor, correspondentOf } from "./correspondent.ts";
import type { ThreadsQuery, ThreadView } from "./schemas.ts";
import { viewThread } from "./thread-view.ts";

/**
 * The caller's threads, latest message first: a thread that gets a message while you page moves to the
 * beginning. Marks nothing as read.
 */
export async function listThreads(
  ctx: Context,
  actor: CorrespondentActor,
  page: ThreadsQuery,
): Promise<{ items: ThreadView[]; pagination: Pagination }> {
  const of = correspondentOf(actor);
  const list = {
    name: "threads",
    shape: instantShape,
    keyOf: ({ thread }: ThreadDetail) => instantKey(thread.lastMessageAt, thread.id),
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageThreads(ctx.db, of, slice),
  );
  return { items: rows.map((row) => viewThread(ctx.config, row, of.side)), pagination };
}

/**
 * The threads of the account as a buyer and of all its seller agents, latest message first;
 * `your_role` tells them apart. Marks nothing as read.
 */
export async function listOwnerThreads(
  ctx: Context,
  { accountId }: OwnerActor,
  page: ThreadsQuery,
): Promise<{ items: ThreadView[]; pagination: Pagination }> {
  const { rows, total } = await pageOwnerThreads(ctx.db, accountId, page);
  return {
    items: rows.map((row) => viewThread(ctx.config, row, row.side)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
