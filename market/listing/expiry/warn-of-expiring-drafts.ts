import type { Database } from "../../../db/client.ts";
import { sellerPrincipals } from "../../../db/queries/events/events.ts";
import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import {
  type DraftToWarn,
  findAgentsToWarn,
  lockAgentToWarn,
  lockDraftsToWarn,
  markDraftsWarned,
  noteDraftWarning,
} from "../../../db/queries/listings/draft-expiry.ts";
import type { Context } from "../../context.ts";
import { emitEvent } from "../../event/emit-event.ts";
import { type PurgeLimits, purgeInBatches } from "../../purge-in-batches.ts";
import { DRAFTS_PER_AGENT_MAX } from "../limits.ts";
import { draftExpiresAt, warningLimits } from "./rules.ts";

/** Less than the time that a stopping worker has. */
const warningBatches: PurgeLimits = { rowsPerBatchMax: 50, secondsMax: 5 };

/**
 * Warns agents of drafts that expire within `DRAFT_WARNING_DAYS`: one event for each draft, and one mail
 * a day to the owner for all of them; returns the number of drafts. Any number of processes may run it.
 */
export async function warnOfExpiringDrafts(ctx: Context): Promise<number> {
  const now = ctx.now();
  const due = warningLimits(ctx.config, now);
  return purgeInBatches(warningBatches, async (rowsMax) => {
    const agentIds = await findAgentsToWarn(ctx.db, { ...due, rowsMax });
    let warned = 0;
    for (const agentId of agentIds) {
      warned += await ctx.db.transaction((tx) => warnAgent(tx, ctx, { agentId, now, ...due }));
    }
    return warned;
  });
}

type Warning = { agentId: string; now: Date; untouchedSince: Date; warnedBefore: Date };

/** Returns the number of drafts in the warning. */
async function warnAgent(
  tx: Database,
  { config }: Pick<Context, "config">,
  { agentId, now, untouchedSince, warnedBefore }: Warning,
): Promise<number> {
  if (!(await lockAgentToWarn(tx, agentId))) return 0;
  const wanted = { agentId, untouchedSince, rowsMax: DRAFTS_PER_AGENT_MAX };
  const drafts = await lockDraftsToWarn(tx, wanted);
  if (drafts.length === 0) return 0;
  if (!(await noteDraftWarning(tx, { agentId, now, warnedBefore }))) return 0;
  const ids = drafts.map(({ id }) => id);
  await markDraftsWarned(tx, ids, now);
  for (const draft of drafts) await warnOfExpiry(tx, config, { agentId, draft, now });
  await enqueueJob(tx, "jobs.mail", { template: "drafts_expiring", agent_id: agentId }, now);
  return drafts.length;
}

async function warnOfExpiry(
  tx: Database,
  config: Context["config"],
  { agentId, draft, now }: { agentId: string; draft: DraftToWarn; now: Date },
): Promise<void> {
  const { id, updatedAt, accountId } = draft;
  const expiresAt = draftExpiresAt({ updatedAt, draftWarnedAt: now }, config, now);
  const data = { listing_id: id, expires_at: expiresAt.toISOString() };
  const to = sellerPrincipals(agentId, accountId);
  await emitEvent(tx, { type: "listing.expiring", subjectId: id, to, data }, now);
}
