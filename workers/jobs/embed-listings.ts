/** The job that asks the model for the vectors of a few listings. */
import { z } from "zod";
import type { Context } from "../../market/context.ts";
import { embedListings } from "../../market/search/embed/embed-listings.ts";
import type { Logger } from "../../platform/log.ts";
import { Outage } from "../../platform/outage.ts";
import { defineJob, type Job } from "../consume.ts";
import { backoffSeconds } from "../role.ts";

const listingsMax = 1000;
const payloadSchema = z.object({ listing_ids: z.array(z.uuid()).min(1).max(listingsMax) });

/** After this many deliveries, each listing is requested on its own. */
const togetherMax = 5;
const failurePause = { baseSeconds: 2, capSeconds: 300 };

/**
 * While the endpoint is away, messages are retried for as long as it takes, with one log line at
 * the start.
 */
export function createEmbedJob({ ctx, log }: { ctx: Context; log: Logger }): Job {
  const outage = new Outage(log, {
    begins: "the embeddings endpoint returns no vectors; retrying",
    ends: "the embeddings endpoint returns vectors again",
  });
  return defineJob<"jobs.embed">(payloadSchema, async ({ listing_ids }, { deliveries }) => {
    if (ctx.embeddings === null) return { kind: "done", detail: "no model is configured" };
    const mayIsolate = deliveries > togetherMax;
    const what = { listingIds: listing_ids, mayIsolate };
    const outcome = await embedListings(ctx, ctx.embeddings, what);
    if (outcome.kind === "done") {
      outage.end();
      const { stored, refused, unchanged } = outcome;
      return { kind: "done", detail: `${stored} stored, ${refused} refused, ${unchanged} known` };
    }
    outage.meet(`${outcome.code}: ${outcome.detail}`);
    const delaySeconds = outcome.retryAfterSeconds ?? backoffSeconds(deliveries, failurePause);
    return { kind: "retry", delaySeconds, detail: outcome.code };
  });
}
