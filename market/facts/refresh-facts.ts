/** Brings the facts of listings that were read by earlier rules up to date. */
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
 * Reads the facts of so many active listings that are due, and returns how many. Each is a statement of
 * its own, and two at once write the same: it may be ended and begun again at any point.
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
    // What one old profile lacks keeps no other listing waiting.
    log.warn({ err: error, upload: stored.uploadId }, "a stored profile tells no facts");
    return NO_FACTS;
  }
}

/** Those beside the default table; none where the object that holds them is lost. */
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
