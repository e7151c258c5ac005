import {
  findCurrentVersion,
  findStoredProfile,
  findVersionPair,
  type VersionPair,
} from "../../db/queries/listings/version-changes.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { compareProfiles } from "../profile/drift/compare-profiles.ts";
import { notComparable } from "../profile/drift/compare-rows.ts";
import type { VersionChanges } from "../profile/drift/schemas.ts";
import type { Profile } from "../profile/schemas.ts";
import { COMPARED_PROFILE_BYTES_MAX } from "./limits.ts";
import type { ChangesQuery, ChangesView } from "./profiles/changes-schemas.ts";

/**
 * Changes from one version of an active dataset to a later one; by default, from the previous version
 * to the one on sale. Errors: dataset_not_found, changes_not_available.
 */
export async function getChanges(
  ctx: Context,
  datasetId: string,
  query: ChangesQuery,
): Promise<ChangesView> {
  const current = await findCurrentVersion(ctx.db, datasetId);
  if (current === null) {
    throw new MarketError("dataset_not_found", "No active dataset has this id.");
  }
  const to = query.to ?? current;
  const from = query.from ?? to - 1;
  if (from < 1) throw unavailable(`Version ${to} has no earlier one.`);
  if (from >= to) throw unavailable(`Version ${from} is not earlier than version ${to}.`);
  const pair = await findVersionPair(ctx.db, { listingId: datasetId, from, to });
  if (pair === null) throw unavailable(`There are versions 1 to ${current}.`);
  return {
    dataset_id: datasetId,
    from: { version: from, published_at: pair.from.publishedAt?.toISOString() ?? null },
    to: { version: to, published_at: pair.to.publishedAt?.toISOString() ?? null },
    ...(pair.changes ?? (await compareNow(ctx, pair))),
  };
}

/** For files that no job has compared. Without row hashes, and not for wide files, which would take too long. */
async function compareNow(ctx: Context, pair: VersionPair): Promise<VersionChanges> {
  const { profileBytes } = pair;
  if (profileBytes === null) throw unavailable("One of the two versions has no profile.");
  if (profileBytes > COMPARED_PROFILE_BYTES_MAX) {
    throw unavailable("The two versions were not compared when the later one was profiled.");
  }
  const before = (await findStoredProfile(ctx.db, pair.from.uploadId)) as Profile;
  const after = (await findStoredProfile(ctx.db, pair.to.uploadId)) as Profile;
  return compareProfiles(before, after, notComparable("not_kept"));
}

function unavailable(detail: string): MarketError {
  return new MarketError("changes_not_available", detail);
}
