/** Indexes the current model's vectors, if the database has pgvector. */
import { ensureModel } from "../../../db/queries/search/embeddings.ts";
import { dropUnusedIndexes, ensureSignsIndex } from "../../../db/queries/search/vector-index.ts";
import type { Context } from "../../context.ts";
import { EMBEDDED_TEXT_VERSION } from "./rules.ts";

/** Returns 1 if an index was built. Any number of processes may run it; one of them builds. */
export async function indexVectors(ctx: Context): Promise<number> {
  if (ctx.embeddings === null) return 0;
  const key = { name: ctx.embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
  const { id, dimensions } = await ensureModel(ctx.db, key, ctx.now());
  if (dimensions === null) return 0;
  const state = await ensureSignsIndex(ctx.db, { id, dimensions });
  if (state === "built" || state === "present") await dropUnusedIndexes(ctx.db, id);
  return state === "built" ? 1 : 0;
}
