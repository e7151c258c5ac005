/** Finds listings without a current vector: older ones, and those whose message was lost. */
import { enqueueJobs } from "../../../db/queries/journal/journal.ts";
import {
  ensureModel,
  findMissingEmbeddings,
  lockModelToFill,
  recordFillStep,
} from "../../../db/queries/search/embeddings.ts";
import type { Bus } from "../../../platform/bus/port.ts";
import { dayMs, hourSeconds } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { EMBEDDED_TEXT_VERSION } from "./rules.ts";

/** Listings in one run, so that it takes milliseconds; the next run continues the walk. */
const walkedMax = 2000;
const listingsPerMessage = 32;
/** With more messages in the queue, the workers are busy enough. */
const waitingMax = 100;
/** A finished walk starts again after this time, for messages lost meanwhile. */
const walkAgainSeconds = hourSeconds;
const refusedAgainMs = dayMs;

/**
 * Enqueues messages, each for a few listings without a vector; returns the number of listings. Runs
 * of several processes share one walk.
 */
export async function fillEmbeddings(ctx: Context, bus: Pick<Bus, "inspect">): Promise<number> {
  if (ctx.embeddings === null) return 0;
  const { waiting } = await bus.inspect("embed");
  if (waiting >= waitingMax) return 0;
  const now = ctx.now();
  const key = { name: ctx.embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
  const { id } = await ensureModel(ctx.db, key, now);
  return await ctx.db.transaction(async (tx) => {
    const model = await lockModelToFill(tx, id);
    if (model === null) return 0;
    const restsUntilMs = (model.filledAt?.getTime() ?? 0) + walkAgainSeconds * 1000;
    if (model.filledTo === null && now.getTime() < restsUntilMs) return 0;
    const failedBefore = new Date(now.getTime() - refusedAgainMs);
    const limits = { rowsMax: walkedMax, failedBefore };
    const { missing, lastId } = await findMissingEmbeddings(tx, model, limits);
    const payloads = [];
    for (let at = 0; at < missing.length; at += listingsPerMessage) {
      payloads.push({ listing_ids: missing.slice(at, at + listingsPerMessage) });
    }
    await enqueueJobs(tx, "jobs.embed", payloads, now);
    const end = lastId === null ? { filledAt: now } : {};
    await recordFillStep(tx, id, { filledTo: lastId, ...end });
    return missing.length;
  });
}
