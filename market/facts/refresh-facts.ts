/** Updates the facts of listings that an earlier version of the rules read. */
import {
  type DueListing,
  findListingsWithDueFacts,
  findStoredProfile,
  refreshFacts,
  type StoredProfile,
} from "../../db/queries/listings/listing-facts.ts";
import type { ProfileFacts } from "../../db/vocabulary/facts.ts";
import type { Logger } from "../../platform/log.ts";
import { ObjectNotFoundError } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import type { Profile } from "../profile/schemas.ts";
import { readLicense } from "./licenses.ts";
import { readPackedProfiles } from "./packed-profiles.ts";
import { NO_FACTS, readFacts } from "./read-facts.ts";
import { FACTS_VERSION } from "./schemas.ts";

/**
 * Refreshes a batch of active listings that are due, and returns their number. Each is its own
 * statement, and concurrent runs write the same values, so a run can stop and restart at any point.
 */
export async function refreshDueFacts(
  ctx: Context,
  { rowsMax, log }: { rowsMax: number; log: Logger },
): Promise<number> {
  const due = await findListingsWithDueFacts(ctx.db, { version: FACTS_VERSION, rowsMax });
  for (const listing of due) await refresh(ctx, listing, log);
  return due.length;
}

async function refresh(ctx: Context, listing: DueListing, log: Logger): Promise<void> {
  const stored = await findStoredProfile(ctx.db, listing.listingId);
  if (stored === null) return;
  await refreshFacts(ctx.db, listing, {
    uploadId: stored.uploadId,
    facts: await factsOf(ctx, stored, log),
    licenseFacts: readLicense(listing.license),
  });
}

async function factsOf(ctx: Context, stored: StoredProfile, log: Logger): Promise<ProfileFacts> {
  if (stored.facts?.version === FACTS_VERSION) return stored.facts;
  if (stored.profile === null) return NO_FACTS;
  const profile = stored.profile as Profile;
  const others = await otherProfiles(ctx, stored.samplePath, profile);
  try {
    return await readFacts(profile, others);
  } catch (error) {
    // An incomplete old profile must not block other listings.
    log.warn({ err: error, upload: stored.uploadId }, "a stored profile tells no facts");
    return NO_FACTS;
  }
}

/** The profiles of the other tables; none if the object that packs them is lost. */
async function otherProfiles(
  ctx: Context,
  samplePath: string | null,
  profile: Profile,
): Promise<Profile[]> {
  if (samplePath === null || profile.tables === undefined) return [];
  try {
    return await readPackedProfiles(ctx.storage, samplePath);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return [];
    throw error;
  }
}
