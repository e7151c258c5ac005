/** Deletes vectors that no search uses any more: of ended listings, and of earlier models. */
import { deleteUnusedEmbeddings, ensureModel } from "../../../db/queries/search/embeddings.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { purgeInBatches, purgeLimits } from "../../purge-in-batches.ts";
import { EMBEDDED_TEXT_VERSION } from "./rules.ts";

/** For so long, API processes of the previous release may still search with the earlier model. */
const earlierModelKeptMs = dayMs;

/** Deletes in batches; returns how many. Any number of processes may run it. */
export async function forgetEmbeddings(ctx: Context): Promise<number> {
  if (ctx.embeddings === null) return 0;
  const now = ctx.now();
  const key = { name: ctx.embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
  const model = await ensureModel(ctx.db, key, now);
  const isSettled = now.getTime() - model.createdAt.getTime() > earlierModelKeptMs;
  const keptModelId = isSettled && model.filledAt !== null ? model.id : null;
  return await purgeInBatches(purgeLimits, (rowsMax) =>
    deleteUnusedEmbeddings(ctx.db, { keptModelId, rowsMax }),
  );
}
