/** Expires drafts that nobody has changed, after their sellers were warned. */
import type { Database } from "../../../db/client.ts";
import { sellerPrincipals } from "../../../db/queries/events/events.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import {
  type ExpiredDraft,
  endDrafts,
  lockExpiredDrafts,
} from "../../../db/queries/listings/draft-expiry.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { emitEvent } from "../../event/emit-event.ts";
import { type PurgeLimits, purgeInBatches } from "../../purge-in-batches.ts";
import { noFactsYet } from "../rules.ts";
import { expiryLimits } from "./rules.ts";

const actor: SystemActor = { kind: "system", name: "clock" };
/** Less than the time that a stopping worker has. */
const expiryBatches: PurgeLimits = { rowsPerBatchMax: 100, secondsMax: 5 };

/**
 * Withdraws expired drafts and hands their files to the purge; returns how many. Any number of
 * processes may run it.
 */
export async function expireDrafts(
  ctx: Context,
  limits: PurgeLimits = expiryBatches,
): Promise<number> {
  return purgeInBatches(limits, (rowsMax) =>
    ctx.db.transaction((tx) => expireBatch(tx, ctx, rowsMax)),
  );
}

async function expireBatch(
  tx: Database,
  { config, now: clock }: Pick<Context, "config" | "now">,
  rowsMax: number,
): Promise<number> {
  const now = clock();
  const drafts = await lockExpiredDrafts(tx, { ...expiryLimits(config, now), rowsMax });
  if (drafts.length === 0) return 0;
  await endDrafts(tx, drafts, {
    change: { ...noFactsYet, status: "withdrawn", currentUploadId: null, withdrawnAt: now },
    now,
  });
  for (const draft of drafts) await notifyExpired(tx, draft, now);
  return drafts.length;
}

async function notifyExpired(
  tx: Database,
  { id, agentId, accountId, uploadId }: ExpiredDraft,
  now: Date,
): Promise<void> {
  const subject = { subjectKind: "listing", subjectId: id } as const;
  const detail = { upload_id: uploadId };
  await writeAudit(tx, { actor, action: "listing.expired", ...subject, detail }, now);
  const to = sellerPrincipals(agentId, accountId);
  await emitEvent(
    tx,
    { type: "listing.expired", subjectId: id, to, data: { listing_id: id } },
    now,
  );
}
