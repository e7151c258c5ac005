import { pipelined } from "../../db/pipelined.ts";
import { lockProfileJob } from "../../db/queries/listings/profile-jobs.ts";
import { storeJoinColumns } from "../../db/queries/search/join-columns.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { ProfileFacts } from "../../db/vocabulary/facts.ts";
import type { Context } from "../context.ts";
import { readFacts } from "../facts/read-facts.ts";
import { isFree } from "../pricing.ts";
import { joinKeyOf } from "../profile/join/join-key.ts";
import { type ProfileOutcome, writeOutcome } from "./profile-outcome.ts";

/**
 * `dropped`: the job had already ended, or another upload has replaced this one; `sampleInUse`
 * says whether the object at the sample's path is the listing's current sample. `price_changed`:
 * a free file got a price while the job ran, or the reverse, so the job has to run again.
 */
export type RecordResult =
  | { kind: "recorded" }
  | { kind: "dropped"; sampleInUse: boolean }
  | { kind: "price_changed" };

/**
 * Ends a profile job: writes upload, profile, listing and audit row in one transaction, once, and
 * only while the listing still waits for this upload.
 */
export async function recordProfile(
  ctx: Context,
  actor: SystemActor,
  uploadId: string,
  outcome: ProfileOutcome,
): Promise<RecordResult> {
  const facts = await factsOf(outcome);
  return await ctx.db.transaction(async (tx) => {
    const job = await lockProfileJob(tx, uploadId);
    if (job === null) return { kind: "dropped", sampleInUse: false };
    if (job.state !== "attached" || job.slot === null) {
      return { kind: "dropped", sampleInUse: job.state === "generated" };
    }
    if (outcome.state === "generated" && outcome.forFree !== isFree(job)) {
      return { kind: "price_changed" };
    }
    const { listingId, slot, seller } = job;
    const ending = { actor, uploadId, listingId, slot, seller, outcome, facts, now: ctx.now() };
    const keyId = joinKeyOf(ctx.config).id;
    const columns = outcome.state === "generated" ? (outcome.joinColumns ?? []) : [];
    await pipelined([
      () => writeOutcome(tx, { ...ending, makesTwins: ctx.config.TWIN_BYTES_MAX > 0 }),
      () => storeJoinColumns(tx, { uploadId, listingId, keyId }, columns),
    ]);
    return { kind: "recorded" };
  });
}

async function factsOf(outcome: ProfileOutcome): Promise<ProfileFacts | null> {
  if (outcome.profile === null) return null;
  return await readFacts(
    outcome.profile,
    outcome.state === "generated" ? (outcome.otherProfiles ?? []) : [],
  );
}
